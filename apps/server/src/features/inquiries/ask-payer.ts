/**
 * Asks the payer for one inquiry until it has ended, its time is over, or nothing is due yet. The same loop serves the waiting
 * caller, the background and the time after a crash: what to do is read from the rows of what was asked (product.md 11.4).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isPayerSilent,
  nextAsk,
  routesExhausted,
  type AttemptOutcome,
  type NextAsk,
  type Route,
} from '@coverlight/domain/inquiries/next-ask.ts';
import type { Database, Tx } from '#db/client.ts';
import type { KeyRing, OrganizationKeys } from '#crypto/organization-keys.ts';
import type { JobQueue } from '#jobs/queue.ts';
import type { AskOptions, AskOutcome, Clearinghouse } from '#ports/clearinghouse.ts';
import {
  insertAsk,
  insertExchanges,
  listAsks,
  updateAsk,
  type AskKey,
  type AskResult,
  type AskRow,
  type Exchange,
} from './asks.repository.ts';
import { isCircuitOpen, noteAnswer, noteFailure } from './circuits.repository.ts';
import { loadAskable, type Askable } from './askable.ts';

export interface AskDeps {
  db: Database;
  keys: KeyRing;
  clock: () => Date;
  queue: JobQueue;
  clearinghouses: Partial<Record<Route, Clearinghouse>>;
  platformProvider: { name: string; npi: string; taxId: string } | null;
}

export interface AskTarget {
  organizationId: string;
  inquiryId: string;
}

/** What came back for one part, as kept until the inquiry has ended. */
export type KeptAnswer = Extract<AskOutcome, { kind: 'answered' | 'rejected' | 'refused' }>;

/** One exchange may take this long; a slow payer is waited for by looking again, not by holding a connection. */
const STEP_MS = 25_000;
/** Nothing is asked after these. */
const ENDS: readonly AttemptOutcome[] = ['answered', 'rejected', 'refused'];
/** Looks without a trace before a question counts as lost. */
const LOOKS_UNTIL_LOST = 3;

interface AskPayerOptions {
  until: Date;
  isForeground: boolean;
  signal: AbortSignal;
  /** Called in the transaction that stores how the only part ended: what becomes of the inquiry can be written with it. */
  onEnded: (tx: Tx) => Promise<void>;
}

/** When something is due next, in ms since the epoch; null when every part has ended or nothing more can be done. */
export async function askPayer(deps: AskDeps, target: AskTarget, options: AskPayerOptions): Promise<{ nextDue: number | null }> {
  const keys = await deps.keys.keysOf(target.organizationId);
  const { askable, asks } = await deps.db.asOrganization(target.organizationId, async (tx) => ({
    askable: await loadAskable(tx, keys, target.inquiryId, deps.platformProvider),
    asks: await listAsks(tx, target.inquiryId),
  }));
  if (askable === null) return { nextDue: null };
  const due = await Promise.all(
    askable.parts.map(async (_, part) => await askPart({ ...deps, ...options, target, askable, organizationKeys: keys }, part, asks)),
  );
  const waiting = due.filter((at) => at !== null);
  return { nextDue: waiting.length > 0 ? Math.min(...waiting) : null };
}

interface Context extends AskDeps, AskPayerOptions {
  target: AskTarget;
  askable: Askable;
  organizationKeys: OrganizationKeys;
}

async function askPart(context: Context, part: number, known: readonly AskRow[]): Promise<number | null> {
  const routes = context.askable.parts[part]?.routes ?? [];
  let all = known;
  for (;;) {
    const asks = all.filter((row) => row.part === part);
    const next = nextAsk(asks, routes);
    if (next.do === 'end' || next.do === 'give-up') return null;
    const dueAt = dueTime(context, asks, next);
    if (context.isForeground && routesExhausted(asks, routes)) return dueAt;
    if (dueAt > context.until.getTime() || context.signal.aborted) return dueAt;
    await waitUntil(context, dueAt);
    if (context.signal.aborted) return dueAt;
    const outcome = await (next.do === 'ask'
      ? ask(context, part, asks.length, next.route)
      : lookAfter(context, asks[next.attempt], next.do));
    if (outcome !== null && ENDS.includes(outcome)) return null;
    all = await asOrganization(context, async (tx) => await listAsks(tx, context.target.inquiryId));
  }
}

function dueTime(context: Context, asks: readonly AskRow[], next: Exclude<NextAsk, { do: 'end' | 'give-up' }>): number {
  const last = asks.at(-1);
  if (last === undefined) return 0;
  const since = last.lastLookedAt?.getTime() ?? last.endedAtMs ?? last.startedAt.getTime();
  // While the caller waits, an accepted question is looked after in the vendor's own rhythm.
  const delays = context.clearinghouses[last.route]?.pollDelaysMs ?? [];
  const quick = context.isForeground && next.do === 'fetch' ? delays[Math.min(last.looks, delays.length - 1)] : undefined;
  // A question that a process left behind as 'sent' is looked for at once.
  const pause = last.outcome === 'sent' ? 0 : (quick ?? next.afterMs);
  return since + pause;
}

async function waitUntil(context: Context, at: number): Promise<void> {
  const waitMs = at - context.clock().getTime();
  if (waitMs > 0) await sleep(waitMs, undefined, { signal: context.signal }).catch(() => undefined);
}

const asOrganization = async <T>(context: Context, work: (tx: Tx) => Promise<T>): Promise<T> =>
  await context.db.asOrganization(context.target.organizationId, work);

/** Null where nobody was asked. */
async function ask(context: Context, part: number, number: number, route: Route): Promise<AttemptOutcome | null> {
  const { askable, target } = context;
  const key: AskKey = { inquiryId: target.inquiryId, part, number };
  const mayAsk = await asOrganization(context, async (tx) => {
    const isOpen = await isCircuitOpen(tx, askable.payerId, route, context.clock());
    await insertAsk(tx, key, route, isOpen ? 'circuit-open' : 'sent', context.clock());
    return !isOpen;
  });
  const question = askable.questionFor(part, route);
  const clearinghouse = context.clearinghouses[route];
  if (!mayAsk || clearinghouse === undefined || question === null) return null;
  return await exchange(context, key, route, false, async (options) => await clearinghouse.ask(question, options));
}

async function lookAfter(context: Context, row: AskRow | undefined, how: 'fetch' | 'find'): Promise<AttemptOutcome | null> {
  const clearinghouse = row === undefined ? undefined : context.clearinghouses[row.route];
  const question = row === undefined ? null : context.askable.questionFor(row.part, row.route);
  if (row === undefined || clearinghouse === undefined || question === null) return null;
  const key: AskKey = { inquiryId: context.target.inquiryId, part: row.part, number: row.number };
  return await exchange(context, key, row.route, true, async (options) => {
    if (how === 'fetch' && row.requestId !== null) {
      const outcome = await clearinghouse.fetch(row.requestId, question, options);
      if (outcome.kind === 'gone') return 'lost';
      // The question is still there; only this look at it failed.
      const failedLook = outcome.kind === 'uncertain' || outcome.kind === 'unreachable' || outcome.kind === 'unavailable';
      return failedLook ? { kind: 'pending', requestId: row.requestId } : outcome;
    }
    const outcome = await clearinghouse.findLost(question, options);
    if (outcome.kind === 'not-found') return row.looks + 1 >= LOOKS_UNTIL_LOST ? 'lost' : { kind: 'uncertain', reason: 'not found' };
    const failedLook = outcome.kind === 'unreachable' || outcome.kind === 'unavailable';
    return failedLook ? { kind: 'uncertain', reason: outcome.reason } : outcome;
  });
}

/** One exchange and its row. What a vendor did becomes an outcome; only a failure of our own is thrown. */
async function exchange(
  context: Context,
  key: AskKey,
  route: Route,
  isLook: boolean,
  run: (options: AskOptions) => Promise<AskOutcome | 'lost'>,
): Promise<AttemptOutcome> {
  const exchanges: Exchange[] = [];
  const onExchange: AskOptions['onExchange'] = (entry) => exchanges.push({ ...entry, at: context.clock() });
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(STEP_MS)]);
  const outcome = await run({ signal, onExchange });
  const result = keep(context, key, outcome);
  const isEnd = ENDS.includes(result.outcome) && context.askable.parts.length === 1;
  const store = async (withEnd: boolean): Promise<void> =>
    await asOrganization(context, async (tx) => {
      const now = context.clock();
      await updateAsk(tx, key, result, isLook, now);
      await insertExchanges(tx, key, route, result, exchanges);
      if (['no-answer', 'unreachable', 'uncertain'].includes(result.outcome)) await noteFailure(tx, context.askable.payerId, route, now);
      if (['answered', 'rejected'].includes(result.outcome)) await noteAnswer(tx, context.askable.payerId, route);
      if (withEnd) await context.onEnded(tx);
    });
  // An answer that was paid for is kept even where settling fails over it; the failure shows when it is settled by itself.
  await store(isEnd).catch(async (error: unknown) => {
    if (!isEnd) throw error;
    await store(false);
  });
  return result.outcome;
}

function keep(context: Context, key: AskKey, outcome: AskOutcome | 'lost'): AskResult {
  if (outcome === 'lost') return { outcome: 'lost', requestId: null, reason: 'no trace of the question', answer: null };
  const seal = (answer: KeptAnswer): Buffer =>
    context.organizationKeys.encryptJson(
      { table: 'inquiry_asks', row: `${key.inquiryId}.${key.part}.${key.number}`, column: 'answer' },
      answer,
    );
  switch (outcome.kind) {
    case 'answered':
      return { outcome: 'answered', requestId: outcome.requestId, reason: null, answer: seal(outcome) };
    case 'rejected':
      // "Cannot respond now" is the payer's silence in the form of a refusal: it is asked again, and elsewhere.
      return isPayerSilent(outcome.errors)
        ? { outcome: 'no-answer', requestId: outcome.requestId, reason: 'payer does not respond', answer: null }
        : { outcome: 'rejected', requestId: outcome.requestId, reason: null, answer: seal(outcome) };
    case 'refused':
      return { outcome: 'refused', requestId: null, reason: null, answer: seal(outcome) };
    case 'pending':
      return { outcome: 'pending', requestId: outcome.requestId, reason: null, answer: null };
    case 'no-answer':
      return { outcome: 'no-answer', requestId: outcome.requestId, reason: outcome.reason, answer: null };
    case 'uncertain':
    case 'unreachable':
    case 'unavailable':
      return { outcome: outcome.kind, requestId: null, reason: outcome.reason, answer: null };
  }
}

/** The answer kept in a row of what was asked. */
export const openAnswer = (keys: OrganizationKeys, inquiryId: string, row: AskRow & { answer: Buffer }): KeptAnswer =>
  // Written by `keep` above, under authenticated encryption.
  keys.decryptJson({ table: 'inquiry_asks', row: `${inquiryId}.${row.part}.${row.number}`, column: 'answer' }, row.answer) as KeptAnswer;
