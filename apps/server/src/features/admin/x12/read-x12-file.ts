/** What the product makes of a file in X12, segment by segment: for the terminal and for the admin's screen. Pure, and keeps nothing. */
import type { X12Reading, X12Transaction } from '@coverlight/contract/admin/admin-x12.contract.ts';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import { readAcknowledgement } from '@coverlight/x12/acknowledgement.ts';
import { readCoreEnvelope } from '@coverlight/x12/core-envelope.ts';
import type { Transaction } from '@coverlight/x12/envelopes.ts';
import { readInterchanges, transactionsOf } from '@coverlight/x12/interchanges.ts';
import { read270 } from '@coverlight/x12/read-270.ts';
import { explain271 } from '@coverlight/x12/read-271.ts';
import type { Segment } from '@coverlight/x12/segments.ts';

const textOf = ({ elements, delimiters }: Segment): string => elements.join(delimiters.element);

const bare = (transaction: Transaction): X12Transaction => ({
  code: transaction.code,
  control_number: transaction.controlNumber,
  version: transaction.version,
  segments: transaction.segments.map((segment) => ({
    text: textOf(segment),
    position: segment.position,
    place: null,
    loop: null,
    line: null,
  })),
  counts: null,
  problems: [],
  coverages: [],
  rejections: [],
  words: [],
});

function answer(transaction: Transaction): X12Transaction {
  const { answers, rejections, problems, uses, counts } = explain271(transaction);
  const head = bare(transaction);
  return {
    ...head,
    segments: head.segments.map((segment, at) => ({ ...segment, ...uses[at] })),
    counts: { ...counts, also_said: counts.alsoSaid },
    problems,
    coverages: answers.map((each) => normalizeCoverage(each)),
    rejections: rejections.map(({ loop, code, segment }) => ({ loop, code, text: textOf(segment) })),
  };
}

function question(transaction: Transaction): X12Transaction {
  const { questions, problems } = read270(transaction);
  const words = questions.map(({ payer, provider, subscriber, dependent, serviceTypes, date }) => {
    const patient = dependent ?? subscriber;
    const name = [patient.firstName, patient.lastName].filter((part) => part !== null).join(' ');
    const parts = [
      `Asks ${payer.name ?? payer.id ?? 'a payer without a name'}`,
      `for ${provider.name ?? provider.npi ?? 'a provider without a name'}`,
      `about ${name === '' ? 'a patient without a name' : name}`,
      subscriber.memberId === null ? null : `member id ${subscriber.memberId}`,
      serviceTypes.length === 0 ? null : `service types ${serviceTypes.join(', ')}`,
      date === null ? null : `on ${date.from === date.to ? date.from : `${date.from} to ${date.to}`}`,
    ];
    return `${parts.filter((part) => part !== null).join(', ')}.`;
  });
  return { ...bare(transaction), problems, words };
}

function readTransaction(transaction: Transaction): X12Transaction {
  if (transaction.code === '271') return answer(transaction);
  return transaction.code === '270' ? question(transaction) : bare(transaction);
}

const isWrapped = (bytes: Uint8Array): boolean => /^[\s\uFEFF]*(?:<|--)/.test(new TextDecoder().decode(bytes.subarray(0, 200)));

/** A CORE envelope around the X12 is opened first. */
export function readX12File(bytes: Uint8Array): X12Reading {
  const envelope = isWrapped(bytes) ? readCoreEnvelope(bytes) : null;
  const { fault = null, errorCode = null, problems = [] } = envelope ?? {};
  const words = [
    ...problems,
    ...(fault === null ? [] : [`SOAP fault${fault.code === null ? '' : ` ${fault.code}`}: ${fault.reason ?? 'without a reason'}`]),
    ...(errorCode === null || /^success$/i.test(errorCode) ? [] : [`Error of the envelope: ${errorCode}`]),
  ];
  const reading = readInterchanges(envelope?.payload ?? bytes);
  const said = reading.interchanges.flatMap((interchange) =>
    readAcknowledgement(interchange).flatMap((acknowledgement) => acknowledgement.words.map((each) => `${acknowledgement.kind}: ${each}`)),
  );
  return { problems: reading.problems, words: [...words, ...said], transactions: transactionsOf(reading).map(readTransaction) };
}
