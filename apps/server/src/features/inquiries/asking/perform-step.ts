/** The one exchange that was decided. Knows no database: what a vendor does becomes a result, only a failure of our own is thrown. */
import { isLost, isPayerSilent, type AttemptOutcome } from '@coverlight/domain/inquiries/attempt.ts';
import type { PartAnswer } from '@coverlight/domain/inquiries/conclude-inquiry.ts';
import type { Step } from '@coverlight/domain/inquiries/decide-turn.ts';
import type { AskOptions, AskOutcome, Clearinghouse, EligibilityQuestion } from '#ports/clearinghouse.ts';
import type { Exchange, StoredAttempt } from './turn.repository.ts';

export interface StepResult {
  outcome: AttemptOutcome;
  requestId: string | null;
  /** A static word for what went wrong, never the vendor's. */
  reason: string | null;
  misses: number;
  retryAfterSeconds: number | null;
  /** What ends the part; null where it is to be asked on. */
  came: PartAnswer | null;
  /** What the payer takes instead, in the clearinghouse's words. */
  allowedSearch: string | null;
  exchanges: Exchange[];
  /** We broke it off, which says nothing about the payer. */
  isBrokenOff: boolean;
}

export interface StepTask {
  step: Step;
  clearinghouse: Clearinghouse;
  question: EligibilityQuestion;
  /** What a look looks after. */
  attempt: StoredAttempt | null;
}

/** A slow payer is waited for by looking again, not by holding a connection. */
const EXCHANGE_MS = 25_000;

export async function performStep(task: StepTask, signal: AbortSignal, clock: () => Date): Promise<StepResult> {
  const exchanges: Exchange[] = [];
  const options: AskOptions = {
    signal: AbortSignal.any([signal, AbortSignal.timeout(EXCHANGE_MS)]),
    onExchange: (entry) => exchanges.push({ ...entry, at: clock() }),
  };
  const result = task.attempt === null ? resultOf(await ask(task, options)) : await look(task, task.attempt, options);
  return { ...NOTHING, ...result, exchanges, isBrokenOff: signal.aborted };
}

type Told = Pick<StepResult, 'outcome'> & Partial<StepResult>;
const NOTHING = { requestId: null, reason: null, misses: 0, retryAfterSeconds: null, came: null, allowedSearch: null };

async function ask({ step, clearinghouse, question }: StepTask, options: AskOptions): Promise<AskOutcome> {
  if (step.do === 'ask' && step.replaces !== null) await clearinghouse.withdraw(step.replaces, options);
  return await clearinghouse.ask(question, options);
}

/** What the clearinghouse cannot find by its id may have been kept under another. */
async function look({ clearinghouse, question }: StepTask, attempt: StoredAttempt, options: AskOptions): Promise<Told> {
  const known = attempt.requestId === null ? null : await clearinghouse.fetch(attempt.requestId, question, options);
  const found = known === null || known.kind === 'gone' ? await clearinghouse.findLost(question, options) : known;
  switch (found.kind) {
    case 'not-found': {
      const misses = attempt.misses + 1;
      return { outcome: isLost(misses) ? 'lost' : 'uncertain', reason: 'no trace of the question', misses };
    }
    case 'uncertain':
    case 'unreachable':
    case 'unavailable': {
      // The question is where it was; only this look at it failed.
      const { reason, misses } = { ...attempt, ...found };
      return { outcome: attempt.outcome === 'pending' ? 'pending' : 'uncertain', reason, misses, retryAfterSeconds: patienceOf(found) };
    }
    case 'pending':
    case 'answered':
    case 'rejected':
    case 'refused':
    case 'no-answer':
      return resultOf(found);
  }
}

const patienceOf = (outcome: AskOutcome): number | null => ('retryAfterSeconds' in outcome ? (outcome.retryAfterSeconds ?? null) : null);

function resultOf(outcome: AskOutcome): Told {
  switch (outcome.kind) {
    case 'answered': {
      const { requestId, kind, answer, raw, practiceType } = outcome;
      return { outcome: kind, requestId, came: { kind, answer, raw, ...(practiceType === undefined ? {} : { practiceType }) } };
    }
    case 'rejected': {
      const { requestId, kind, errors, raw } = outcome;
      // "Cannot respond now" is the payer's silence in the form of a refusal: it is asked again, and elsewhere.
      if (isPayerSilent(errors)) return { outcome: 'no-answer', requestId, reason: 'payer does not respond' };
      return { outcome: kind, requestId, came: { kind, errors, raw } };
    }
    case 'refused': {
      const { kind, errors, raw, allowedSearch = null } = outcome;
      return { outcome: kind, came: { kind, errors, raw }, allowedSearch };
    }
    case 'pending':
      return { outcome: outcome.kind, requestId: outcome.requestId };
    case 'no-answer':
      return { outcome: outcome.kind, requestId: outcome.requestId, reason: outcome.reason };
    case 'uncertain':
    case 'unreachable':
    case 'unavailable':
      return { outcome: outcome.kind, reason: outcome.reason, retryAfterSeconds: patienceOf(outcome) };
  }
}
