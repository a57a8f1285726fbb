/** Availity's REST APIs behind the clearinghouse port: coverages, payer list, configurations. */
import type { AskOptions, AskOutcome, Clearinghouse, EligibilityQuestion, PayerDirectory, RequestId } from '#ports/clearinghouse.ts';
import { createTokenSource } from '../access-token.ts';
import { withNamedMember } from '../reject-reasons.ts';
import { sleep } from '../retry-delay.ts';
import type { Sleep } from '../retry-delay.ts';
import { requestToken } from '../token-request.ts';
import { callVendor } from '../vendor-client.ts';
import type { VendorCall, VendorClientDeps, VendorReply } from '../vendor-client.ts';
import type { Fetch } from '../vendor-http.ts';
import { availityForm } from './availity-form.ts';
import { coverageOf, coverageState, declaredFailure, failureOutcome } from './availity-outcome.ts';
import type { CoverageState } from './availity-outcome.ts';
import { createAvailityDirectory } from './availity-payers.ts';
import { mapAvailityCoverage } from './availity.mapper.ts';

export interface AvailitySettings {
  /** With the path prefix that answers for this account, e.g. https://api.availity.com/availity/v1. */
  baseUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  now: () => Date;
  sleep?: Sleep;
  /** In [0, 1). */
  random?: () => number;
  fetch?: Fetch;
  /** Longest single exchange; 30 s unless told. */
  timeoutMs?: number;
}

interface Deps {
  client: VendorClientDeps;
  coverages: string;
  timeoutMs: number;
}

const TOKEN_SECONDS = 300;
const TOKEN_TIMEOUT_MS = 10_000;
/** A failure older than this was not made by the question just sent. */
const KEPT_FAILURE_MS = 30_000;
const LOOK_AFTER_MS = [1000, 2000, 3000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 900_000];
/** `statusCode` (product.md 10.9). */
const STATES = {
  '0': 'In Progress',
  R1: 'Communication Error, Retrying',
  '3': 'Complete (Invalid Response)',
  '4': 'Complete',
  '7': 'Communication Error',
  '13': 'Communication Error',
  '14': 'Communication Error',
  '15': 'Communication Error',
  '19': 'Request Error',
} as const;

export function createAvaility(settings: AvailitySettings): Clearinghouse & Required<PayerDirectory> {
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  const timeoutMs = settings.timeoutMs ?? 30_000;
  const client = createClient(settings, timeoutMs);
  const deps: Deps = { client, coverages: `${baseUrl}/coverages`, timeoutMs };
  return {
    id: 'availity',
    name: 'Availity',
    states: STATES,
    keepsAnswers: true,
    lookAfterMs: LOOK_AFTER_MS,
    ask: (question, options) => guarded(() => ask(deps, question, options)),
    fetch: (requestId, question, options) => guarded(() => fetchCoverage(deps, requestId, question, options)),
    // The same POST answers the stored request where there is one, and asks where the first never arrived.
    findLost: (question, options) => guarded(async () => stillUncertain(await post(deps, 'find', question, options))),
    withdraw: (requestId, options) => withdraw(deps, requestId, options),
    ...createAvailityDirectory({ client, baseUrl, timeoutMs }),
  };
}

function createClient(settings: AvailitySettings, timeoutMs: number): VendorClientDeps {
  const shared = { fetch: settings.fetch ?? globalThis.fetch, sleep: settings.sleep ?? sleep, random: settings.random ?? Math.random };
  const { tokenUrl, clientId, clientSecret, scope, now } = settings;
  const request = {
    url: tokenUrl,
    form: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope },
    headers: {},
    defaultSeconds: TOKEN_SECONDS,
    timeoutMs: Math.min(TOKEN_TIMEOUT_MS, timeoutMs),
  };
  return {
    ...shared,
    now,
    tokens: createTokenSource({ request: () => requestToken(shared, request), now }),
    headers: {},
    vendorCodeOf: (body) => coverageOf(body)?.head.statusCode ?? null,
    failureOf: declaredFailure,
  };
}

/** An answer whose mapping fails is an answer that cannot be read, never an exception. */
async function guarded<T extends { kind: string }>(run: () => Promise<T>): Promise<T | AskOutcome> {
  try {
    return await run();
  } catch (error) {
    return { kind: 'uncertain', reason: `The answer could not be read (${error instanceof Error ? error.name : 'unknown'}).` };
  }
}

type CallParts = Pick<VendorCall, 'operation' | 'method' | 'url'> & Partial<Pick<VendorCall, 'body' | 'headers'>>;

function call(deps: Deps, parts: CallParts, options: AskOptions): Promise<VendorReply> {
  // Repeating is free here: GET changes nothing, and the same POST answers the request stored by the first.
  return callVendor(deps.client, {
    ...parts,
    repeatable: true,
    timeoutMs: deps.timeoutMs,
    signal: options.signal,
    onExchange: options.onExchange,
  });
}

/** A failure kept from an earlier attempt is no answer to this one: it is deleted, and the question asked once more. */
async function ask(deps: Deps, question: EligibilityQuestion, options: AskOptions): Promise<AskOutcome> {
  const outcome = await post(deps, 'ask', question, options);
  if (outcome.kind !== 'no-answer' || outcome.requestId === null || !isOld(deps, outcome.raw)) return outcome;
  const isDeleted = await withdraw(deps, outcome.requestId, options);
  return isDeleted ? await post(deps, 'ask', question, options) : outcome;
}

function isOld(deps: Deps, raw: unknown): boolean {
  // Written with a zone as "+0000", which not every reader of dates takes.
  const created = Date.parse(coverageOf(raw)?.head.createdDate?.replace(/([+-]\d{2})(\d{2})$/, '$1:$2') ?? '');
  return deps.client.now().getTime() - created > KEPT_FAILURE_MS;
}

async function post(deps: Deps, operation: 'ask' | 'find', question: EligibilityQuestion, options: AskOptions): Promise<AskOutcome> {
  const body = availityForm(question).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const reply = await call(deps, { operation, method: 'POST', url: deps.coverages, body, headers }, options);
  if (reply.kind !== 'reply' || (reply.status !== 200 && reply.status !== 201 && reply.status !== 202)) return failureOutcome(reply);
  const state = stateOf(reply, question);
  if (state.kind !== 'complete') return state;
  if (state.requestId === null) return { kind: 'uncertain', reason: 'Complete without a request id.' };
  // POST only summarises; the benefits come with GET. If that fails the question is still known to be accepted.
  const full = await fetchCoverage(deps, state.requestId, question, options);
  const isFinal = full.kind === 'answered' || full.kind === 'rejected' || full.kind === 'no-answer';
  return isFinal ? full : { kind: 'pending', requestId: state.requestId };
}

function stateOf(reply: { status: number; body: unknown }, question: EligibilityQuestion): CoverageState {
  const state = coverageState(reply);
  return state.kind === 'rejected' ? withNamedMember(state, mapAvailityCoverage(state.raw, []), question.memberId) : state;
}

async function fetchCoverage(
  deps: Deps,
  requestId: RequestId,
  question: EligibilityQuestion,
  options: AskOptions,
): Promise<AskOutcome | { kind: 'gone' }> {
  const url = `${deps.coverages}/${encodeURIComponent(requestId)}`;
  const reply = await call(deps, { operation: 'fetch', method: 'GET', url }, options);
  if (reply.kind === 'reply' && (reply.status === 404 || reply.status === 410)) return { kind: 'gone' };
  if (reply.kind !== 'reply' || (reply.status !== 200 && reply.status !== 202))
    return withRequestId(failedLook(failureOutcome(reply)), requestId);
  const state = stateOf(reply, question);
  if (state.kind !== 'complete') return withRequestId(state, requestId);
  return {
    kind: 'answered',
    requestId: state.requestId ?? requestId,
    answer: mapAvailityCoverage(state.coverage, question.serviceTypes),
    raw: state.coverage,
  };
}

/** A question that was or may have been asked does not become unasked or refused because looking after it fails. */
function stillUncertain(outcome: AskOutcome): AskOutcome {
  return outcome.kind === 'unreachable' ? { ...outcome, kind: 'uncertain' } : outcome;
}

function failedLook(outcome: AskOutcome): AskOutcome {
  return outcome.kind === 'refused'
    ? { kind: 'uncertain', reason: 'The clearinghouse refused to show the request.' }
    : stillUncertain(outcome);
}

function withRequestId(outcome: AskOutcome, requestId: RequestId): AskOutcome {
  const hasPlace = outcome.kind === 'no-answer' || outcome.kind === 'rejected';
  return hasPlace && outcome.requestId === null ? { ...outcome, requestId } : outcome;
}

/** Gone already counts as withdrawn. */
async function withdraw(deps: Deps, requestId: RequestId, options: AskOptions): Promise<boolean> {
  const url = `${deps.coverages}/${encodeURIComponent(requestId)}`;
  const reply = await call(deps, { operation: 'withdraw', method: 'DELETE', url }, options);
  return reply.kind === 'reply' && (reply.status === 204 || reply.status === 200 || reply.status === 404);
}
