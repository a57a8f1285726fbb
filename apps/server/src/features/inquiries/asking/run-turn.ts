/**
 * One turn of an inquiry, told in order: load what is known, decide what is due, perform it, record what came of it and when the next turn
 * is due. The waiting caller, the background and the time after a crash run the same turn (product.md 11.4).
 */
import type { StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import { isInDoubt, type Route } from '@coverlight/domain/inquiries/attempt.ts';
import { conclude, type Conclusion, type PartAnswer } from '@coverlight/domain/inquiries/conclude-inquiry.ts';
import { decide, type Decision, type TurnState } from '@coverlight/domain/inquiries/decide-turn.ts';
import { readAllowedSearch } from '@coverlight/domain/payers/allowed-search.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { countUsage } from '#features/billing/count-usage.ts';
import { rememberAnsweredName } from '#features/inquiries/inquiries.repository.ts';
import { noteSuggestedCombos } from '#features/payers/suggested-combos.repository.ts';
import { settlePerson } from '#features/inquiries/linking/link.repository.ts';
import { noteAnswer } from './circuits.repository.ts';
import { eligibilityRequest, sourceAt, submissionOf } from './eligibility-request.ts';
import { openAnswer, sealAnswer } from './kept-answers.ts';
import { noteTrouble } from './note-trouble.ts';
import type { StepResult, StepTask } from './perform-step.ts';
import { performWatched } from './perform-watched.ts';
import {
  dropAnswers,
  loadTurn,
  recordTurn,
  startAttempts,
  type AttemptChange,
  type AttemptKey,
  type StoredAttempt,
  type StoredTurn,
} from './turn.repository.ts';

export interface TurnTarget {
  organizationId: string;
  inquiryId: string;
}

/** Must be held. What a process writes that was overtaken changes neither a question in doubt nor the next turn. */
export interface TurnLease {
  owner: string;
  /** Aborted when the lease is lost, the inquiry is stopped, or the process is. */
  signal: AbortSignal;
  /** Of a list or plan: nobody waits for it. */
  isInBackground: boolean;
}

export interface TurnEnd {
  status: StoredInquiryStatus;
  /** Null where nothing is left for who ran the turn: the inquiry is over, or another process goes on. */
  nextTurnAt: Date | null;
}

interface Context {
  deps: Deps;
  target: TurnTarget;
  keys: OrganizationKeys;
  isInBackground: boolean;
}
type Task = StepTask & { key: AttemptKey; route: Route };

export async function runTurn(deps: Deps, target: TurnTarget, { owner, signal, isInBackground }: TurnLease): Promise<TurnEnd> {
  const context = { deps, target, keys: await deps.keys.keysOf(target.organizationId), isInBackground };
  const begun = await inTransaction(context, async (tx) => await begin(context, tx, owner));
  let { end } = begun;
  let open = begun.tasks.length;
  let before: Promise<void> = Promise.resolve();
  const performed = begun.tasks.map(async (task) => {
    const result = await performWatched(deps, target, task, signal);
    open -= 1;
    const isLast = open === 0;
    // One after the other, as they come: each decides from what those before it have recorded.
    const recorded = before.then(async () => {
      end = await record(context, task, result, { owner, isLast });
    });
    // Its failure is told once all are recorded, and keeps none of them from that.
    before = recorded.then(
      () => undefined,
      () => undefined,
    );
    await recorded;
  });
  const failed = (await Promise.allSettled(performed)).find((each) => each.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return end;
}

/** What becomes of it when the sender waits no longer, while it is asked on, by whomever. */
export async function endWait(deps: Deps, target: TurnTarget): Promise<void> {
  const context = { deps, target, keys: await deps.keys.keysOf(target.organizationId), isInBackground: false };
  await inTransaction(context, async (tx) => {
    const turn = await loadTurn(tx, target.inquiryId, configured(deps));
    if (turn === null) return;
    const now = deps.clock();
    const decision = decide({ ...stateOf(deps, turn), waitsUntilMs: now.getTime() }, now.getTime());
    if (decision.status === turn.status) return;
    const isComplete = await write(context, tx, turn, { decision, now, nextTurnAt: null });
    if (isComplete) await countUsage(tx, deps.queue, { ...target, at: now });
  });
}

const configured = ({ clearinghouses }: Deps): string[] => Object.keys(clearinghouses);
const inTransaction = async <T>(context: Context, work: (tx: Tx) => Promise<T>): Promise<T> =>
  await context.deps.people.run(context, async () => await context.deps.db.asOrganization(context.target.organizationId, work));

/** Loads and decides; what is asked now is stored as sent. */
async function begin(context: Context, tx: Tx, owner: string): Promise<{ end: TurnEnd; tasks: Task[] }> {
  const { deps, target } = context;
  const turn = await loadTurn(tx, target.inquiryId, configured(deps));
  if (turn === null || turn.lease_owner !== owner) return { end: { status: turn?.status ?? 'draft', nextTurnAt: null }, tasks: [] };
  const now = deps.clock();
  const decision = decide(stateOf(deps, turn), now.getTime());
  const tasks = decision.steps.map((step) => taskOf(context, turn, step));
  const asked = tasks.filter(({ attempt }) => attempt === null).map(({ key, route }) => ({ ...key, route }));
  if (asked.length > 0) await startAttempts(tx, target.inquiryId, asked, now);
  const nextTurnAt = tasks.length > 0 || decision.nextTurnMs === null ? null : new Date(decision.nextTurnMs);
  const isNews = tasks.length === 0 || decision.status !== turn.status;
  const isComplete = isNews && (await write(context, tx, turn, { decision, now, nextTurnAt }));
  if (isComplete) await countUsage(tx, deps.queue, { ...target, at: now });
  return { end: { status: decision.status, nextTurnAt }, tasks };
}

function stateOf({ clearinghouses }: Deps, turn: StoredTurn, attempts: readonly StoredAttempt[] = turn.attempts): TurnState {
  return {
    status: turn.status,
    isOver: turn.next_turn_at === null,
    waitsUntilMs: turn.waits_until?.getTime() ?? 0,
    deadlineMs: turn.deadline_at?.getTime() ?? Number.POSITIVE_INFINITY,
    parts: turn.ask_plan.map(({ routes }, part) => ({
      isPlanned: routes.length > 0,
      routes: routes.flatMap((route) => {
        const lookAfterMs = clearinghouses[route]?.lookAfterMs;
        // Since it was sent the payer may have lost its code there, or we our account.
        if (lookAfterMs === undefined || sourceAt(turn, route) === undefined) return [];
        return [{ route, lookAfterMs, circuitOpenUntilMs: turn.circuits[route] ?? null }];
      }),
      attempts: attempts.filter((attempt) => attempt.part === part),
    })),
  };
}

function taskOf({ deps, target, keys }: Context, turn: StoredTurn, step: Decision['steps'][number]): Task {
  const earlier = turn.attempts.filter(({ part }) => part === step.part);
  const attempt = step.do === 'look' ? (earlier[step.attempt] ?? null) : null;
  const route = step.do === 'ask' ? step.route : attempt?.route;
  const clearinghouse = route === undefined ? undefined : deps.clearinghouses[route];
  const source = route === undefined ? undefined : sourceAt(turn, route);
  if (route === undefined || clearinghouse === undefined || source === undefined)
    throw new Error('a step was decided that nobody can perform');
  const question = eligibilityRequest(turn, keys, {
    inquiryId: target.inquiryId,
    source,
    serviceTypes: turn.ask_plan[step.part]?.service_types ?? [],
    platform: deps.config.platformProvider,
  });
  return { step, clearinghouse, question, attempt, route, key: { part: step.part, number: attempt?.number ?? earlier.length } };
}

/** In one transaction. An answer that was paid for is kept even where what it means cannot be stored; a later turn tries that again. */
async function record(context: Context, task: Task, result: StepResult, by: { owner: string; isLast: boolean }): Promise<TurnEnd> {
  return await inTransaction(context, async (tx) => await recordIn(context, tx, task, result, by)).catch(async (error: unknown) => {
    if (result.came !== null) await inTransaction(context, async (tx) => await keepAnswer(context, tx, task, result));
    throw error;
  });
}

async function recordIn(
  context: Context,
  tx: Tx,
  task: Task,
  told: StepResult,
  { owner, isLast }: { owner: string; isLast: boolean },
): Promise<TurnEnd> {
  const { deps, target } = context;
  const { route, key, attempt, clearinghouse } = task;
  const now = deps.clock();
  // What it tells at once it may have told an earlier inquiry.
  const mayBeStale = clearinghouse.keepsAnswers && attempt === null && told.came !== null && told.requestId !== null;
  const turn = await loadTurn(tx, target.inquiryId, configured(deps), mayBeStale ? { route, requestId: told.requestId ?? '' } : undefined);
  if (turn === null) throw new Error('an inquiry that was asked is not there');
  const isRenewed = turn.attempts.some(({ part, outcome }) => part === key.part && outcome === 'stale');
  const result: StepResult = turn.is_stale && !isRenewed ? { ...told, outcome: 'stale', came: null } : told;
  const stored = turn.attempts.find(({ part, number }) => part === key.part && number === key.number);
  const isMine = turn.lease_owner === owner;
  if (stored === undefined || !isInDoubt(stored) || (!isMine && result.came === null)) return { status: turn.status, nextTurnAt: null };

  const changed: StoredAttempt = {
    ...stored,
    outcome: result.outcome,
    requestId: result.requestId ?? stored.requestId,
    changedAtMs: now.getTime(),
    looks: stored.looks + (attempt === null ? 0 : 1),
    misses: result.misses,
    notBeforeMs: result.retryAfterSeconds === null ? null : now.getTime() + result.retryAfterSeconds * 1000,
  };
  const attempts = turn.attempts.map((each) => (each === stored ? changed : each));
  const decision = decide(stateOf(deps, turn, attempts), now.getTime());
  const nextTurnAt = isMine && isLast && decision.nextTurnMs !== null ? new Date(decision.nextTurnMs) : null;
  const change = changeOf(task, result);
  const isComplete = await write(context, tx, { ...turn, attempts }, { decision, now, nextTurnAt, change, came: result.came });
  if (!result.isBrokenOff) await noteTrouble(deps, tx, { payerId: turn.payer_id, route, outcome: result.outcome, now });
  if (route in turn.circuits && (result.outcome === 'answered' || result.outcome === 'rejected'))
    await noteAnswer(tx, turn.payer_id, route);
  const combos = result.allowedSearch === null ? null : readAllowedSearch(result.allowedSearch);
  if (combos !== null) await noteSuggestedCombos(tx, turn.payer_id, combos, now);
  if (isComplete) await countUsage(tx, deps.queue, { ...target, at: now });
  return { status: decision.status, nextTurnAt };
}

const changeOf = ({ key, route, attempt }: Task, told: StepResult): AttemptChange => ({ ...key, route, isLook: attempt !== null, ...told });

async function keepAnswer(context: Context, tx: Tx, task: Task, result: StepResult): Promise<void> {
  const { deps, target, keys } = context;
  const turn = await loadTurn(tx, target.inquiryId, configured(deps));
  if (turn === null || turn.next_turn_at === null || result.came === null) return;
  await recordTurn(tx, keys, {
    inquiryId: target.inquiryId,
    now: deps.clock(),
    status: turn.status,
    isOver: false,
    nextTurnAt: null,
    conclusion: null,
    attempt: changeOf(task, result),
    answer: sealAnswer(keys, target.inquiryId, task.key, result.came),
  });
}

interface Outcome {
  decision: Decision;
  now: Date;
  nextTurnAt: Date | null;
  change?: AttemptChange;
  came?: PartAnswer | null;
}

/**
 * What was decided, in the transaction it was decided in. True where the inquiry became complete by it, and so is to be counted: last of all, since
 * every answer of the practice queues at its count until the transaction ends.
 */
async function write(
  context: Context,
  tx: Tx,
  turn: StoredTurn,
  { decision, now, nextTurnAt, change, came = null }: Outcome,
): Promise<boolean> {
  const { deps, target, keys } = context;
  const wasOver = turn.next_turn_at === null;
  const isOver = decision.nextTurnMs === null;
  const isNews = !wasOver && (decision.status !== turn.status || came !== null || isOver);
  const { status, conclusion } = isNews
    ? concludeInTime(context, turn, { decision, now, change, came })
    : { ...decision, conclusion: null };
  await recordTurn(tx, keys, {
    inquiryId: target.inquiryId,
    now,
    status,
    isOver,
    nextTurnAt,
    conclusion,
    attempt: change ?? null,
    answer: came === null || change === undefined || isOver ? null : sealAnswer(keys, target.inquiryId, change, came),
  });
  if (wasOver && came !== null) deps.log.info({ inquiryId: target.inquiryId }, 'an answer came after the end and was dropped');
  if (isOver && turn.attempts.some(({ answer }) => answer !== null)) await dropAnswers(tx, target.inquiryId);
  const name = conclusion?.payer_name_override ?? null;
  if (name !== null) await rememberAnsweredName(tx, target.organizationId, name);
  const coverage = conclusion?.coverage ?? null;
  if (coverage !== null) {
    const submission = submissionOf(turn, keys, target.inquiryId);
    await settlePerson(tx, keys, { inquiryId: target.inquiryId, newMoveId: deps.newId(), submission, coverage, now });
  }
  return status === 'complete' && turn.status !== 'complete';
}

/** An answer over which reading fails is tried again, by a mended server perhaps, but not for ever. */
function concludeInTime(
  { keys, target }: Context,
  turn: StoredTurn,
  { decision, now, change, came }: Pick<Outcome, 'decision' | 'now' | 'change' | 'came'>,
): { status: StoredInquiryStatus; conclusion: Conclusion | null } {
  const { status } = decision;
  if (status !== 'complete' && status !== 'error') return { status, conclusion: null };
  const parts = turn.ask_plan.map(({ service_types: serviceTypes }, part) => {
    const last = turn.attempts.findLast((attempt) => attempt.part === part);
    const kept = last?.answer == null ? null : openAnswer(keys, target.inquiryId, last, last.answer);
    return { serviceTypes, route: last?.route ?? null, came: (change?.part === part ? came : null) ?? kept };
  });
  try {
    const submission = submissionOf(turn, keys, target.inquiryId);
    return { status, conclusion: conclude(parts, { payerName: turn.chosen_name, askedDay: askedDay(turn), submission }) };
  } catch (error) {
    if (turn.deadline_at === null || turn.deadline_at > now) throw error;
    return { status: turn.status === 'complete' ? 'complete' : 'unknown', conclusion: null };
  }
}
