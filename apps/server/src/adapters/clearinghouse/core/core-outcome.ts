/**
 * What a partner's reply means for the inquiry. Four layers can fail, and each says something else (product.md 11.7): the envelope, the
 * interchange (TA1), the transaction (999, 997) and the payer (AAA). Only the last speaks of the patient.
 */
import { mergeAnswers } from '@coverlight/domain/inquiries/coverage/merge-answers.ts';
import type { PayerAnswer } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { readAcknowledgement } from '@coverlight/x12/acknowledgement.ts';
import type { Acknowledgement } from '@coverlight/x12/acknowledgement-shape.ts';
import { readCoreEnvelope } from '@coverlight/x12/core-envelope.ts';
import type { Transaction } from '@coverlight/x12/envelopes.ts';
import { readInterchanges, transactionsOf, type Reading } from '@coverlight/x12/interchanges.ts';
import { explain271, type Reading271 } from '@coverlight/x12/read-271.ts';
import type { AskOutcome } from '#ports/clearinghouse.ts';
import { withNamedMember } from '../reject-reasons.ts';
import { coreErrors, isSilence } from './core-rejections.ts';

/** What the question said of itself, to know its answer by. */
export interface AskedAs {
  /** TRN02 and BHT03. */
  trace: string;
  reference: string;
  serviceTypes: string[];
  memberId?: string;
}

/** The outcome, and a short code for the record of attempts. */
export interface CoreOutcome {
  outcome: AskOutcome;
  vendorCode: string | null;
  /** ISA13 of the answer; absent where no interchange came. */
  controlNumber?: string | null;
}

const uncertain = (reason: string, vendorCode: string | null = null): CoreOutcome => ({
  outcome: { kind: 'uncertain', reason },
  vendorCode,
});

/** Of the partner's own errors those alone say that it tried and got nothing; all others speak of our set-up. */
const SILENCE = /receiver|server|timeout|unavailable/i;

function envelopeError(what: 'fault' | 'error', code: string | null, raw: unknown): CoreOutcome {
  const vendorCode = what === 'fault' ? 'FAULT' : 'ERROR';
  // The reason a partner gives may hold what was sent, so its code alone is told.
  const named = code !== null && /^[\w:.-]{1,60}$/.test(code) ? ` (${code})` : '';
  if (code !== null && SILENCE.test(code))
    return {
      outcome: { kind: 'no-answer', requestId: null, reason: `The partner reports that no answer was got${named}.`, raw },
      vendorCode,
    };
  return { outcome: { kind: 'unavailable', reason: `The partner does not serve this request${named}.` }, vendorCode };
}

/** Acknowledgements came instead of an answer. */
function acknowledgedOutcome(acknowledgements: Acknowledgement[], raw: unknown): CoreOutcome {
  const refused = acknowledgements.find(({ status }) => status === 'rejected' || status === 'partly-accepted');
  if (refused === undefined) return uncertain('The partner accepted the question and sent no answer.', acknowledgements[0]?.kind ?? null);
  const reason = `The partner refused the form of the question (${refused.kind}). ${refused.words.join(' ')}`.slice(0, 500);
  return { outcome: { kind: 'no-answer', requestId: null, reason, raw }, vendorCode: `${refused.kind}R` };
}

/** Whose trace or reference an answer repeats: ours, another's, or none at all. */
function ownership(reading: Reading271, at: number, asked: AskedAs): 'ours' | 'another' | 'untold' {
  const facts = reading.answers[at]?.facts ?? [];
  const said = facts.filter(({ label }) => label === 'Trace number of the question').map(({ value }) => value.split(', from ')[0]);
  if (said.includes(asked.trace)) return 'ours';
  if (said.length > 0) return 'another';
  const reference = facts.find(({ label }) => label === 'Reference of the answer')?.value;
  return reference === asked.reference ? 'ours' : 'untold';
}

interface Found {
  answer: PayerAnswer;
  rejections: Reading271['rejections'];
}

/** Our answers among those that came; null where one is there and cannot be ours. */
function findOurs(transactions: Transaction[], asked: AskedAs): Found[] | null {
  const candidates = transactions.flatMap((transaction) => {
    const reading = explain271(transaction);
    return reading.answers.map((answer, at) => ({
      answer,
      rejections: reading.rejections.filter(({ answers }) => answers.includes(at)),
      owner: ownership(reading, at, asked),
    }));
  });
  const ours = candidates.filter(({ owner }) => owner === 'ours');
  if (ours.length > 0) return ours;
  // Some payers repeat neither; one answer to one question is then the answer.
  const [only, ...others] = candidates;
  return only?.owner === 'untold' && others.length === 0 ? [only] : null;
}

function answeredOutcome(found: Found[], asked: AskedAs, raw: unknown): CoreOutcome {
  const rejections = found.flatMap((each) => each.rejections);
  const first = rejections[0]?.code ?? '';
  const vendorCode = rejections.length === 0 ? '271' : /^\w{2}$/.test(first) ? `AAA${first}` : 'AAA';
  const hasLines = found.some(({ answer }) => answer.lines.length > 0);
  if (hasLines || rejections.length === 0) {
    const answers = found.map(({ answer }) => ({ ...answer, askedServiceTypes: asked.serviceTypes }));
    return { outcome: { kind: 'answered', requestId: asked.reference, answer: mergeOrOnly(answers), raw }, vendorCode };
  }
  if (isSilence(rejections))
    return { outcome: { kind: 'no-answer', requestId: asked.reference, reason: 'The payer could not respond.', raw }, vendorCode };
  const [{ answer } = { answer: undefined }] = found;
  const outcome: AskOutcome = { kind: 'rejected', requestId: asked.reference, errors: coreErrors(rejections, answer), raw };
  return { outcome: answer === undefined ? outcome : withNamedMember(outcome, answer, asked.memberId), vendorCode };
}

function mergeOrOnly(answers: PayerAnswer[]): PayerAnswer {
  const [only, ...others] = answers;
  return only !== undefined && others.length === 0 ? only : mergeAnswers(answers);
}

/** `body` and `contentType` as they came with HTTP status 2xx or with a fault. */
export function coreOutcome(body: Uint8Array, contentType: string, asked: AskedAs): CoreOutcome {
  const envelope = readCoreEnvelope(body, contentType);
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const raw = { payload_type: envelope.payloadType, x12: envelope.payload === null ? null : text(envelope.payload) };
  if (envelope.fault !== null) return envelopeError('fault', envelope.fault.code, raw);
  const isError = (envelope.errorCode !== null && !/^success$/i.test(envelope.errorCode)) || /error/i.test(envelope.payloadType ?? '');
  if (isError) return envelopeError('error', envelope.errorCode, raw);
  if (envelope.payload === null) return uncertain(envelope.problems[0] ?? 'The answer holds no X12.', 'EMPTY');
  const reading = readInterchanges(envelope.payload);
  return { ...readingOutcome(reading, asked, raw), controlNumber: reading.interchanges[0]?.controlNumber ?? null };
}

function readingOutcome(reading: Reading, asked: AskedAs, raw: unknown): CoreOutcome {
  const transactions = transactionsOf(reading).filter(({ code }) => code === '271');
  if (transactions.length === 0) {
    const acknowledgements = reading.interchanges.flatMap(readAcknowledgement);
    return acknowledgements.length === 0
      ? uncertain('The answer holds neither a 271 nor an acknowledgement.', 'EMPTY')
      : acknowledgedOutcome(acknowledgements, raw);
  }
  const found = findOurs(transactions, asked);
  if (found === null) return uncertain('The answer belongs to another question.', 'OTHER');
  const isCut = transactions.some(({ trailer }) => trailer === null);
  // What is missing may be what matters most, and nobody could see that it is missing.
  if (isCut) return uncertain('The answer ends too early.', 'CUT');
  return answeredOutcome(found, asked, raw);
}
