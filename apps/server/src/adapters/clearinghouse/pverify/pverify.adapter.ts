/** pVerify's REST API behind the clearinghouse port. Asking costs each time, so a POST is never repeated. */
import type {
  AskOptions,
  AskOutcome,
  Clearinghouse,
  EligibilityQuestion,
  ListedPayer,
  PayerDirectory,
  RequestId,
} from '#ports/clearinghouse.ts';
import { createTokenSource } from '../access-token.ts';
import { directoryFailure } from '../directory-failure.ts';
import { withNamedMember } from '../reject-reasons.ts';
import { sleep } from '../retry-delay.ts';
import type { Sleep } from '../retry-delay.ts';
import { requestToken } from '../token-request.ts';
import { callVendor } from '../vendor-client.ts';
import type { VendorCall, VendorClientDeps, VendorReply } from '../vendor-client.ts';
import type { Fetch } from '../vendor-http.ts';
import { choosePracticeType, practiceTypesOf } from './practice-types.ts';
import type { PracticeTypes } from './practice-types.ts';
import { followUpIdOf, withFollowUp, withoutFollowUp } from './pverify-follow-up.ts';
import { summaryState } from './pverify-outcome.ts';
import { dayForPendingList, isSameQuestion, pverifyRequest } from './pverify-question.ts';
import { mapPverifySummary } from './pverify.mapper.ts';
import { cancelSchema, listedPayerSchema, pendingInquirySchema, summaryHeadSchema } from './pverify.schema.ts';

export interface PverifySettings {
  /** e.g. https://api.pverify.com */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  now: () => Date;
  sleep?: Sleep;
  /** In [0, 1). */
  random?: () => number;
  fetch?: Fetch;
  /** Longest single exchange; 35 s unless told. */
  timeoutMs?: number;
}

interface Deps {
  client: VendorClientDeps;
  api: string;
  practiceTypes: PracticeTypes;
  timeoutMs: number;
}

const TOKEN_SECONDS = 3600;
const TOKEN_TIMEOUT_MS = 10_000;
/** Electronic payers answer within seconds; a back office takes hours. */
const LOOK_AFTER_MS = [2000, 5000, 10_000, 30_000, 300_000, 1_800_000];
/** Before each look at what was asked along. */
const FOLLOW_UP_DELAYS_MS = [0, 2000, 3000];
const DIRECTORY_PAGE = 500;
/** `APIResponseCode` (product.md 10.9). */
const STATES = {
  '0': 'Processed',
  '1': 'Rejected',
  '2': 'No Funds',
  '3': 'Pending',
  '4': 'New',
  '10': 'Inactive',
  '11': 'Active',
  '12': 'Patient Not Found',
  '13': 'Provider Not on File',
  '14': 'Rejected',
  '15': 'Pending',
  '17': 'Payer Down',
  '18': 'Payer Not Found',
} as const;

export function createPverify(settings: PverifySettings): Clearinghouse & PayerDirectory {
  const baseUrl = settings.baseUrl.replace(/\/+$/, '');
  const timeoutMs = settings.timeoutMs ?? 35_000;
  const client = createClient(settings, baseUrl, timeoutMs);
  const deps: Deps = { client, api: `${baseUrl}/API`, practiceTypes: practiceTypesOf(baseUrl), timeoutMs };
  return {
    id: 'pVerify',
    name: 'pVerify',
    states: STATES,
    keepsAnswers: false,
    lookAfterMs: LOOK_AFTER_MS,
    ask: (question, options) => guarded(() => ask(deps, question, options)),
    fetch: (requestId, question, options) => guarded(() => fetchSummary(deps, requestId, question, options)),
    findLost: (question, options) => guarded(() => findLost(deps, question, options)),
    withdraw: (requestId, options) => withdraw(deps, requestId, options),
    // It publishes no configurations; what a payer wants is only learnt from its refusals.
    listPayers: (options) => listPayers(deps, options),
  };
}

function createClient(settings: PverifySettings, baseUrl: string, timeoutMs: number): VendorClientDeps {
  const shared = { fetch: settings.fetch ?? globalThis.fetch, sleep: settings.sleep ?? sleep, random: settings.random ?? Math.random };
  const { clientId, clientSecret, now } = settings;
  const headers = { 'Client-API-Id': clientId };
  const request = {
    url: `${baseUrl}/Token`,
    form: { Client_Id: clientId, Client_Secret: clientSecret, grant_type: 'client_credentials' },
    headers,
    defaultSeconds: TOKEN_SECONDS,
    timeoutMs: Math.min(TOKEN_TIMEOUT_MS, timeoutMs),
  };
  return {
    ...shared,
    now,
    headers,
    tokens: createTokenSource({ request: () => requestToken(shared, request), now }),
    vendorCodeOf: (body) => summaryHeadSchema.safeParse(body).data?.APIResponseCode ?? null,
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

type CallParts = Pick<VendorCall, 'operation' | 'method' | 'url' | 'repeatable'> & { json?: unknown };

function call(deps: Deps, { json, ...parts }: CallParts, options: AskOptions): Promise<VendorReply> {
  return callVendor(deps.client, {
    ...parts,
    ...(json === undefined ? {} : { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } }),
    timeoutMs: deps.timeoutMs,
    signal: options.signal,
    onExchange: options.onExchange,
  });
}

async function ask(deps: Deps, question: EligibilityQuestion, options: AskOptions): Promise<AskOutcome> {
  const url = `${deps.api}/EligibilitySummary`;
  const json = pverifyRequest(question, choosePracticeType(question.serviceTypes, deps.practiceTypes).code);
  const reply = await call(deps, { operation: 'ask', method: 'POST', url, repeatable: false, json }, options);
  return await completed(deps, outcomeOf(deps, reply, question), question, options);
}

/** With the answer of the private plan that was asked along, where there is one. A short wait for it: the first answer is worth showing. */
async function completed(deps: Deps, outcome: AskOutcome, question: EligibilityQuestion, options: AskOptions): Promise<AskOutcome> {
  const id = outcome.kind === 'answered' ? followUpIdOf(outcome.raw) : null;
  if (outcome.kind !== 'answered' || id === null) return outcome;
  for (const waitMs of FOLLOW_UP_DELAYS_MS) {
    await deps.client.sleep(waitMs, options.signal);
    const reply = await readSummary(deps, id, options);
    const second = outcomeOf(deps, reply, question);
    if (second.kind === 'answered') return { ...outcome, ...withFollowUp(outcome, id, second.raw) };
    if (second.kind === 'rejected') {
      return { ...outcome, ...withoutFollowUp(outcome, id, `It refused: ${Object.values(second.errors).join(' ')}`) };
    }
    if (second.kind !== 'pending') break;
  }
  return { ...outcome, ...withoutFollowUp(outcome, id, 'Its answer is not there yet: check it by itself.') };
}

/** Bodies decide, whatever the HTTP status below 500 says. */
function outcomeOf(deps: Deps, reply: VendorReply, question: EligibilityQuestion): AskOutcome {
  if (reply.kind !== 'reply') return reply;
  if (reply.body === null && reply.status >= 400) {
    return { kind: 'unavailable', reason: `The clearinghouse does not serve this request (HTTP ${reply.status}).` };
  }
  const state = summaryState(reply.body);
  if (state.kind === 'rejected') return withNamedMember(state, mapPverifySummary(reply.body, []), question.memberId);
  if (state.kind !== 'complete') return state;
  const practiceType = choosePracticeType(question.serviceTypes, deps.practiceTypes);
  const answer = mapPverifySummary(reply.body, question.serviceTypes);
  if (practiceType.unasked.length > 0) {
    const text = `The clearinghouse takes one kind of practice at a time and was asked for “${practiceType.name}” only.`;
    answer.notices.push({ kind: 'service-type-silent', text, serviceTypes: practiceType.unasked });
  }
  return { kind: 'answered', requestId: state.requestId, answer, raw: reply.body, practiceType: practiceType.name };
}

function readSummary(deps: Deps, requestId: RequestId, options: AskOptions): Promise<VendorReply> {
  const url = `${deps.api}/GetEligibilitySummary/${encodeURIComponent(requestId)}`;
  return call(deps, { operation: 'fetch', method: 'GET', url, repeatable: true }, options);
}

async function fetchSummary(
  deps: Deps,
  requestId: RequestId,
  question: EligibilityQuestion,
  options: AskOptions,
): Promise<AskOutcome | { kind: 'gone' }> {
  const reply = await readSummary(deps, requestId, options);
  if (reply.kind === 'reply' && reply.status === 404) return { kind: 'gone' };
  const outcome = stillUncertain(await completed(deps, outcomeOf(deps, reply, question), question, options));
  if (outcome.kind === 'refused') {
    // A message instead of a result, to a question that was accepted: only "not found" says something about it.
    const isGone = /not found|no (record|transaction|data)|does ?n[o']t exist|invalid (request|transaction)/i.test(
      outcome.errors['Message']?.[0] ?? '',
    );
    return isGone ? { kind: 'gone' } : { kind: 'uncertain', reason: 'The clearinghouse sent a message instead of a result.' };
  }
  return 'requestId' in outcome && outcome.requestId === null ? { ...outcome, requestId } : outcome;
}

/** A question that was or may have been asked does not become unasked because looking after it fails. */
function stillUncertain(outcome: AskOutcome): AskOutcome {
  return outcome.kind === 'unreachable' ? { ...outcome, kind: 'uncertain' } : outcome;
}

/** Looks in the list of pending inquiries of that day. Being absent proves nothing: what was answered at once is not pending. */
async function findLost(deps: Deps, question: EligibilityQuestion, options: AskOptions): Promise<AskOutcome | { kind: 'not-found' }> {
  const url = `${deps.api}/GetPendingInquiries?DOS=${dayForPendingList(question)}`;
  const reply = await call(deps, { operation: 'find', method: 'GET', url, repeatable: true }, options);
  if (reply.kind !== 'reply') return stillUncertain(reply);
  if (!Array.isArray(reply.body)) return { kind: 'uncertain', reason: 'The list of pending inquiries cannot be read.' };
  const ids = reply.body.flatMap((item: unknown) => {
    const listed = pendingInquirySchema.safeParse(item).data;
    return listed?.TransactionId && isSameQuestion(listed, question) ? [listed.TransactionId] : [];
  });
  // The newest: ids count upwards.
  const newest = ids.toSorted((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) return { kind: 'not-found' };
  const found = await fetchSummary(deps, newest, question, options);
  return found.kind === 'gone' || found.kind === 'uncertain' ? { kind: 'pending', requestId: newest } : found;
}

async function withdraw(deps: Deps, requestId: RequestId, options: AskOptions): Promise<boolean> {
  if (!/^\d{1,15}$/.test(requestId)) return false;
  const url = `${deps.api}/CancelTransaction`;
  const json = { transactionId: Number(requestId) };
  const reply = await call(deps, { operation: 'withdraw', method: 'POST', url, repeatable: true, json }, options);
  return reply.kind === 'reply' && (cancelSchema.safeParse(reply.body).data?.IsCancelled ?? false);
}

/** The list comes in one piece; rows that cannot be asked for eligibility are left out, those that no longer work are marked. */
async function* listPayers(deps: Deps, options: AskOptions): AsyncIterable<ListedPayer[]> {
  const reply = await call(deps, { operation: 'find', method: 'GET', url: `${deps.api}/GetAllPayers`, repeatable: true }, options);
  if (reply.kind !== 'reply' || reply.status !== 200 || !Array.isArray(reply.body)) {
    throw directoryFailure(reply);
  }
  const payers = new Map<string, ListedPayer>();
  for (const item of reply.body as unknown[]) {
    const row = listedPayerSchema.safeParse(item).data;
    if (!row?.payerCode || row.isSupportingEligibility === false || payers.has(row.payerCode)) continue;
    const name = row.payerName ?? row.payerCode;
    const isAvailable = row.isActive !== false && !/do not use/i.test(name);
    payers.set(row.payerCode, { code: row.payerCode, name, isAvailable, isElectronic: row.isEDIPayer ?? true });
  }
  const all = [...payers.values()];
  for (let at = 0; at < all.length; at += DIRECTORY_PAGE) yield all.slice(at, at + DIRECTORY_PAGE);
}
