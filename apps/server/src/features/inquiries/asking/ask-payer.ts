/**
 * Asks the payer for one inquiry until it has ended, its time is over, or nothing is due yet. The same loop serves the waiting
 * caller, the background and the time after a crash: what to do is read from the rows of what was asked (product.md 11.4).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { nextAsk, routesExhausted, type AttemptOutcome, type NextAsk, type Route } from '@coverlight/domain/inquiries/next-ask.ts';
import { readAllowedSearch } from '@coverlight/domain/payers/allowed-search.ts';
import type { Database, Tx } from '#db/client.ts';
import { noteSuggestedCombos } from '#features/payers/suggested-combos.repository.ts';
import type { KeyRing, OrganizationKeys } from '#crypto/organization-keys.ts';
import type { JobQueue } from '#jobs/queue.ts';
import type { AskOptions, Clearinghouses } from '#ports/clearinghouse.ts';
import {
  insertAsk,
  insertExchanges,
  isOnlyKept,
  listAsks,
  updateAsk,
  type AskKey,
  type AskRow,
  type Begun,
  type Exchange,
} from './asks.repository.ts';
import { keep, type Came, type KeptAnswer } from './kept-answer.ts';
import { askAfresh } from './ask-afresh.ts';
import { noteAnswer, noteFailure } from './circuits.repository.ts';
import { loadAskable, openRoutes, type Askable } from './askable.ts';

export interface AskDeps {
  db: Database;
  keys: KeyRing;
  clock: () => Date;
  queue: JobQueue;
  clearinghouses: Clearinghouses;
  platformProvider: { name: string; npi: string; taxId: string } | null;
}

export interface AskTarget {
  organizationId: string;
  inquiryId: string;
}

/** One exchange may take this long; a slow payer is waited for by looking again, not by holding a connection. */
const STEP_MS = 25_000;
/** Nothing is asked after these. */
const ENDS: readonly AttemptOutcome[] = ['answered', 'rejected', 'refused', 'lost'];
const isEnd = (outcome: AttemptOutcome): boolean => ENDS.includes(outcome);

/** An inquiry about to be asked: what it is, what was asked already, and the questions whose rows were just written. */
export interface Beginning {
  askable: Askable;
  asks: readonly AskRow[];
  begun: readonly (BegunAsk | null)[];
}

type BeginDeps = Pick<AskDeps, 'clock' | 'platformProvider' | 'clearinghouses'>;

/** Null where the inquiry is not being asked (any more). Of a fresh one every part's first question is begun: send them once this is committed. */
export async function beginAsking(tx: Tx, keys: OrganizationKeys, deps: BeginDeps, target: AskTarget): Promise<Beginning | null> {
  const askable = await loadAskable(tx, keys, target.inquiryId, deps);
  if (askable === null) return null;
  const asks = await listAsks(tx, target.inquiryId);
  return { askable, asks, begun: asks.length === 0 ? await beginAll(tx, askable, target, deps) : [] };
}

interface AskPayerOptions {
  /** Where the caller has begun it. */
  beginning?: Beginning;
  /** How long the caller who waits is held; null in the background, which does what is due and waits for nothing. */
  until: Date | null;
  signal: AbortSignal;
  /**
   * Called in the transaction that stores how the only part ended: what becomes of the inquiry is written with it. False where that was
   * not done; then the answer is kept until it is.
   */
  onEnded: (tx: Tx, kept: KeptAnswer) => Promise<boolean>;
}

/** When something is due next, in ms since the epoch; null when every part has ended or nothing more can be done. */
export async function askPayer(deps: AskDeps, target: AskTarget, options: AskPayerOptions): Promise<{ nextDue: number | null }> {
  const keys = await deps.keys.keysOf(target.organizationId);
  const beginning =
    options.beginning ?? (await deps.db.asOrganization(target.organizationId, async (tx) => await beginAsking(tx, keys, deps, target)));
  if (beginning === null) return { nextDue: null };
  const { askable, asks, begun } = beginning;
  const context: Context = { ...deps, ...options, target, askable, organizationKeys: keys };
  const due = await Promise.all(askable.parts.map(async (_, part) => await askPart(context, part, asks, begun[part] ?? null)));
  const waiting = due.filter((at) => at !== null);
  return { nextDue: waiting.length > 0 ? Math.min(...waiting) : null };
}

interface Context extends AskDeps, AskPayerOptions {
  target: AskTarget;
  askable: Askable;
  organizationKeys: OrganizationKeys;
}

interface BegunAsk extends Begun {
  key: AskKey;
  route: Route;
}

/** The first question of every part, in the transaction that loaded them. */
async function beginAll(tx: Tx, askable: Askable, target: AskTarget, deps: BeginDeps): Promise<(BegunAsk | null)[]> {
  const begun: (BegunAsk | null)[] = [];
  for (const part of askable.parts.keys()) {
    const [route] = openRoutes(askable, part, deps.clearinghouses);
    const key = { inquiryId: target.inquiryId, part, number: 0 };
    begun.push(route === undefined ? null : await begin(tx, askable, key, route, deps.clock()));
  }
  return begun;
}

const begin = async (tx: Tx, askable: Askable, key: AskKey, route: Route, now: Date): Promise<BegunAsk> => ({
  ...(await insertAsk(tx, key, { payerId: askable.payerId, route }, now)),
  key,
  route,
});

async function askPart(context: Context, part: number, known: readonly AskRow[], begun: BegunAsk | null): Promise<number | null> {
  const routes = openRoutes(context.askable, part, context.clearinghouses);
  const list = async () => await asOrganization(context, async (tx) => await listAsks(tx, context.target.inquiryId));
  let all = known;
  if (begun !== null) {
    if (isEnd(await send(context, begun))) return null;
    all = await list();
  }
  for (;;) {
    const asks = all.filter((row) => row.part === part);
    const next = nextAsk(asks, routes);
    if (next.do === 'end' || next.do === 'give-up') return null;
    const dueAt = dueTime(context, asks, next);
    if (context.until !== null && routesExhausted(asks, routes)) return dueAt;
    if (dueAt > (context.until ?? context.clock()).getTime() || context.signal.aborted) return dueAt;
    await waitUntil(context, dueAt);
    if (context.signal.aborted) return dueAt;
    const outcome = await (next.do === 'ask' ? ask(context, part, asks.length, next.route) : lookAfter(context, asks[next.attempt]));
    // Nobody is there to be asked: the end of its time is waited for, or that somebody is.
    if (outcome === null || isEnd(outcome)) return null;
    all = await list();
  }
}

function dueTime(context: Context, asks: readonly AskRow[], next: Exclude<NextAsk, { do: 'end' | 'give-up' }>): number {
  const last = asks.at(-1);
  if (last === undefined) return 0;
  const since = last.lastLookedAt?.getTime() ?? last.endedAtMs ?? last.startedAt.getTime();
  // While the caller waits, an accepted question is looked after in the vendor's own rhythm.
  const delays = context.clearinghouses[last.route]?.pollDelaysMs ?? [];
  const quick =
    context.until !== null && last.outcome === 'pending' && last.misses === 0 ? delays[Math.min(last.looks, delays.length - 1)] : undefined;
  // A question that a process left behind as 'sent' is looked for at once.
  const pause = last.outcome === 'sent' ? 0 : (quick ?? next.afterMs);
  return Math.max(since + pause, last.notBeforeMs ?? 0);
}

async function waitUntil(context: Context, at: number): Promise<void> {
  const waitMs = at - context.clock().getTime();
  if (waitMs > 0) await sleep(waitMs, undefined, { signal: context.signal }).catch(() => undefined);
}

const asOrganization = async <T>(context: Context, work: (tx: Tx) => Promise<T>): Promise<T> =>
  await context.db.asOrganization(context.target.organizationId, work);

async function ask(context: Context, part: number, number: number, route: Route): Promise<AttemptOutcome> {
  const key: AskKey = { inquiryId: context.target.inquiryId, part, number };
  return await send(context, await asOrganization(context, async (tx) => await begin(tx, context.askable, key, route, context.clock())));
}

async function send(context: Context, { key, route, outcome, hasFailures }: BegunAsk): Promise<AttemptOutcome> {
  const question = context.askable.questionFor(key.part, route);
  const clearinghouse = context.clearinghouses[route];
  if (outcome === 'circuit-open') return outcome;
  if (clearinghouse === undefined || question === null) throw new Error('a question was begun that nobody can be asked');
  const how = { route, isLook: false, hasFailures };
  return await exchange(context, key, how, async (options) => {
    const { inquiryId } = context.target;
    const isKept = async (id: string) => await asOrganization(context, async (tx) => await isOnlyKept(tx, route, id, inquiryId));
    return await askAfresh(clearinghouse, question, options, isKept);
  });
}

/** Null where the clearinghouse that has the question cannot be asked (any more). */
async function lookAfter(context: Context, row: AskRow | undefined): Promise<AttemptOutcome | null> {
  const clearinghouse = row === undefined ? undefined : context.clearinghouses[row.route];
  const question = row === undefined ? null : context.askable.questionFor(row.part, row.route);
  if (row === undefined || clearinghouse === undefined || question === null) return null;
  const key: AskKey = { inquiryId: context.target.inquiryId, part: row.part, number: row.number };
  return await exchange(context, key, { route: row.route, isLook: true, hasFailures: true }, async (options) => {
    const known = row.requestId === null ? null : await clearinghouse.fetch(row.requestId, question, options);
    const outcome = known === null || known.kind === 'gone' ? await clearinghouse.findLost(question, options) : known;
    if (outcome.kind === 'not-found') return { kind: 'missed', misses: row.misses + 1 };
    // The question is where it was; only this look at it failed.
    const isFailed = outcome.kind === 'uncertain' || outcome.kind === 'unreachable' || outcome.kind === 'unavailable';
    return isFailed ? { ...outcome, kind: 'failed-look', row } : outcome;
  });
}

interface ExchangeKind {
  route: Route;
  isLook: boolean;
  /** False spares looking for a circuit to close. */
  hasFailures: boolean;
}

/** What a refusal says the payer takes instead, for admins. */
function suggestedBy(outcome: Came): string[][] | null {
  return outcome.kind === 'refused' && outcome.allowedSearch !== undefined ? readAllowedSearch(outcome.allowedSearch) : null;
}

/** One exchange and its row. What a vendor did becomes an outcome; only a failure of our own is thrown. */
async function exchange(
  context: Context,
  key: AskKey,
  { route, isLook, hasFailures }: ExchangeKind,
  run: (options: AskOptions) => Promise<Came>,
): Promise<AttemptOutcome> {
  const exchanges: Exchange[] = [];
  const onExchange: AskOptions['onExchange'] = (entry) => exchanges.push({ ...entry, at: context.clock() });
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(STEP_MS)]);
  const outcome = await run({ signal, onExchange });
  const { kept, ...result } = keep(outcome);
  const suggested = suggestedBy(outcome);
  const { payerId, parts } = context.askable;
  const store = async (settleWith: KeptAnswer | null): Promise<void> =>
    await asOrganization(context, async (tx) => {
      const now = context.clock();
      const update = async (answer: KeptAnswer | null) =>
        await updateAsk(tx, key, { ...result, answer: answer === null ? null : sealAnswer(context, key, answer) }, isLook, now);
      await update(settleWith === null ? kept : null);
      await insertExchanges(tx, key, route, result, exchanges);
      // What was broken off by us, by somebody stopping it or by the end of the process, says nothing about the payer.
      if (!context.signal.aborted && ['no-answer', 'unreachable', 'uncertain'].includes(result.outcome))
        await noteFailure(tx, payerId, route, now);
      if (suggested !== null) await noteSuggestedCombos(tx, payerId, suggested, now);
      if (hasFailures && ['answered', 'rejected'].includes(result.outcome)) await noteAnswer(tx, payerId, route);
      if (settleWith !== null && !(await context.onEnded(tx, settleWith))) await update(settleWith);
    });
  const settleWith = parts.length === 1 ? kept : null;
  // An answer that was paid for is kept even where settling fails over it; the background tries that again.
  await store(settleWith).catch(async (error: unknown) => {
    if (settleWith !== null) await store(null);
    throw error;
  });
  return result.outcome;
}

/** Under authenticated encryption, until the inquiry has ended. */
const sealAnswer = (context: Context, key: AskKey, answer: KeptAnswer): Buffer =>
  context.organizationKeys.encryptJson(
    { table: 'inquiry_asks', row: `${key.inquiryId}.${key.part}.${key.number}`, column: 'answer' },
    answer,
  );
