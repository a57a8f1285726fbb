/**
 * A trading partner that is asked in X12 over CAQH CORE connectivity, real time. There is no look-up: an answer that was lost stays lost, so what
 * may have arrived is never asked again or elsewhere (product.md 11.7).
 */
import type { AskOptions, AskOutcome, Clearinghouse, EligibilityQuestion } from '#ports/clearinghouse.ts';
import type { CorePartner } from '#ports/core-partner.ts';
import { exchange, type Exchange, type Fetch } from '../vendor-http.ts';
import { coreOutcome, type CoreOutcome } from './core-outcome.ts';
import { coreRequest } from './core-request.ts';

export interface CoreOptions extends CorePartner {
  fetch?: Fetch;
  now: () => Date;
  /** A number of at most nine digits that was never used, across processes and restarts: partners refuse a second one. Null: none can be had now. */
  nextControlNumber: () => Promise<number | null>;
  timeoutMs?: number;
}

/** CORE gives payers 20 seconds, and partners wait for them. */
const TIMEOUT_MS = 65_000;

const STATES: Readonly<Record<string, string>> = {
  271: 'Answered',
  TA1: 'Accepted, without an answer',
  TA1R: 'Interchange refused',
  999: 'Accepted, without an answer',
  '999R': 'Question refused for its form',
  '997R': 'Question refused for its form',
  FAULT: 'SOAP fault',
  ERROR: 'Error of the envelope',
  EMPTY: 'No X12 in the answer',
  OTHER: 'Answer to another question',
  CUT: 'Answer cut short',
};

/** "core:north_shore" is called "North Shore". */
const nameOf = (name: string): string =>
  name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ');

export function createCore(options: CoreOptions): Clearinghouse {
  return {
    id: `core:${options.name}`,
    name: nameOf(options.name),
    states: STATES,
    keepsAnswers: false,
    lookAfterMs: [60_000, 900_000],
    ask: (question, askOptions) => ask(options, question, askOptions),
    fetch: (): Promise<AskOutcome> =>
      Promise.resolve({ kind: 'uncertain', reason: 'This partner cannot be asked about an earlier question.' }),
    findLost: () => Promise.resolve({ kind: 'not-found' }),
    withdraw: () => Promise.resolve(false),
  };
}

async function ask(options: CoreOptions, question: EligibilityQuestion, { signal, onExchange }: AskOptions): Promise<AskOutcome> {
  const now = options.now();
  const controlNumber = await options.nextControlNumber();
  if (controlNumber === null) return { kind: 'unreachable', reason: 'No control number could be had, so nothing was sent.' };
  const { body, headers, trace, reference } = coreRequest(options, question, { now, controlNumber });
  const result = await exchange(options.fetch ?? globalThis.fetch, {
    method: 'POST',
    url: options.url,
    headers: { Accept: '*/*', ...headers },
    body,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    signal,
    read: keepBytes,
  });
  const asked = { trace, reference, serviceTypes: question.serviceTypes, memberId: question.memberId };
  const { outcome, vendorCode, controlNumber: received = null } = outcomeOf(result, asked);
  onExchange?.({
    operation: 'ask',
    httpStatus: 'status' in result ? result.status : null,
    durationMs: options.now().getTime() - now.getTime(),
    vendorCode,
    controlNumbers: { sent: String(controlNumber).padStart(9, '0'), received },
  });
  return outcome;
}

interface Kept {
  bytes: Uint8Array;
  contentType: string;
}

const keepBytes = (bytes: Uint8Array, contentType: string | null): { body: Kept } => ({ body: { bytes, contentType: contentType ?? '' } });

function outcomeOf(result: Exchange, asked: Parameters<typeof coreOutcome>[2]): CoreOutcome {
  const alone = (outcome: AskOutcome): CoreOutcome => ({ outcome, vendorCode: null });
  if (result.kind === 'unreachable') return alone({ kind: 'unreachable', reason: result.reason });
  if (result.kind === 'lost') return alone({ kind: 'uncertain', reason: result.reason });
  if (result.kind === 'too-large') return alone({ kind: 'uncertain', reason: 'The answer is larger than 10 MB.' });
  if (result.kind === 'unreadable') return alone({ kind: 'uncertain', reason: result.reason });
  const { status, retryAfterSeconds } = result;
  if (status === 401 || status === 403) return alone({ kind: 'unavailable', reason: `The partner refused our account (HTTP ${status}).` });
  if (status === 429)
    return alone({
      kind: 'unavailable',
      reason: 'Too many requests (HTTP 429).',
      ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    });
  if (status >= 300 && status < 400) return alone({ kind: 'uncertain', reason: `HTTP ${status}.` });
  const { bytes, contentType } = result.body as Kept;
  const read = readSafely(bytes, contentType, asked);
  // A fault comes with any status. Anything else that is no success says nothing that could be relied upon.
  if (status < 300 || read.vendorCode === 'FAULT' || read.vendorCode === 'ERROR') return read;
  return alone({ kind: 'uncertain', reason: `HTTP ${status}.` });
}

function readSafely(bytes: Uint8Array, contentType: string, asked: Parameters<typeof coreOutcome>[2]): CoreOutcome {
  try {
    return coreOutcome(bytes, contentType, asked);
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    return { outcome: { kind: 'uncertain', reason: `The answer could not be read (${name}).` }, vendorCode: null };
  }
}
