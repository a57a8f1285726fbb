/** Who runs turns in this process, and when: leases, callers who wait, what is due in the background. Knows nothing of what a turn does. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Deps } from '#deps.ts';
import { createCompareSoon } from '#features/inquiries/changes/compare-soon.ts';
import { safeError } from '#http/log-safety.ts';
import { changeInquiry, findStatus } from '#features/inquiries/inquiries.repository.ts';
import { takeDueTurns } from './due-turns.ts';
import { findDueTurns, postponeTurn, releaseLease, renewLeases, takeBackgroundTurns, takeLease } from './leases.repository.ts';
import { pause } from './pause.ts';
import { endWait, runTurn, type TurnTarget } from './run-turn.ts';

/** What a process that died held is taken up by another after this long. */
const LEASE_MS = 15_000;
const RENEW_MS = 3_000;
/** Where a turn has failed by a fault of ours; sooner where somebody waits for it or this process ends. */
const AFTER_FAULT_MS = { usual: 60_000, urgent: 2_000 };
/** A caller looks at the row after a quarter of the time that has passed: many repeat their requests at once after a restart. */
const LOOK_MS = { soonest: 250, latest: 2_000 };

export interface AskingWorker {
  /** Names this process in leases. */
  readonly owner: string;
  leaseUntil(now: Date): Date;
  /** Resolves when what has become of the inquiry is recorded, with `until` at the latest. `isLeased`: this process holds its lease. */
  waitForEnd(target: TurnTarget, options: { until: Date; isLeased: boolean }): Promise<void>;
  /** Runs what is due, unless another process does or its turn has not come. Never rejects. */
  runDueTurn(target: TurnTarget): Promise<void>;
  /** Takes up whatever is due, of every organization, until the process stops. */
  work(): void;
  /** What was marked in that organization is compared in a moment (product.md 18.4). */
  compareSoon(organizationId: string): void;
  /** Somebody stopped the inquiry: an exchange under way is broken off. */
  stop(inquiryId: string): void;
  /** Resolves when no turn is under way, and none will be. */
  drained(): Promise<void>;
}

/** How long turns are run for, and whether somebody at a desk sent them. */
interface TurnTime {
  untilMs: number;
  isInBackground: boolean;
}

export function createAskingWorker(deps: Deps): AskingWorker {
  const owner = deps.newId();
  const comparing = createCompareSoon(deps);
  const running = new Map<string, { organizationId: string; lost: AbortController; ended: Promise<unknown> }>();
  let isRenewing = false;
  let working = Promise.resolve();
  const nowMs = () => deps.clock().getTime();
  const leaseUntil = (now: Date) => new Date(now.getTime() + LEASE_MS);

  /** While turns run. A lease that is lost, to another process or by an end of the inquiry, stops its turn. */
  const renew = async (): Promise<void> => {
    if (isRenewing) return;
    isRenewing = true;
    while (running.size > 0) {
      await sleep(RENEW_MS, undefined, { ref: false });
      for (const organizationId of new Set([...running.values()].map((each) => each.organizationId))) {
        const ids = [...running].flatMap(([id, each]) => (each.organizationId === organizationId ? [id] : []));
        await deps.db
          .asOrganization(organizationId, async (tx) => await renewLeases(tx, ids, owner, leaseUntil(deps.clock())))
          .then(
            (mine) => {
              for (const id of ids) if (!mine.includes(id)) running.get(id)?.lost.abort();
            },
            (error: unknown) => deps.log.warn({ organizationId, err: safeError(error) }, 'leases not renewed'),
          );
      }
    }
    isRenewing = false;
  };

  /** Runs turns as they come due until then, under the lease that this process holds, and lets go of it. Null after a failure. */
  const runLeased = async (target: TurnTarget, { untilMs, isInBackground }: TurnTime): Promise<StoredInquiryStatus | null> => {
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, deps.stopping]);
    const ended = runTurns(target, { untilMs, isInBackground }, signal)
      .catch(async (error: unknown) => await afterFailure(target, error, untilMs > 0))
      .finally(() => running.delete(target.inquiryId));
    running.set(target.inquiryId, { organizationId: target.organizationId, lost, ended });
    void renew();
    return await ended;
  };

  /** A timer may fire a little early by the clock. */
  const sleepUntil = async (atMs: number, signal: AbortSignal): Promise<void> => {
    while (nowMs() < atMs && !signal.aborted) await pause(atMs - nowMs(), signal);
  };

  const runTurns = async (target: TurnTarget, { untilMs, isInBackground }: TurnTime, signal: AbortSignal): Promise<StoredInquiryStatus> => {
    // A process that ends begins nothing more: what it would break off might have been asked.
    let status: StoredInquiryStatus = 'pending';
    while (!signal.aborted) {
      const turn = await runTurn(deps, target, { owner, signal, isInBackground });
      status = turn.status;
      if (status === 'complete') comparing.look(target.organizationId);
      if (turn.nextTurnAt === null) return status;
      if (turn.nextTurnAt.getTime() > Math.max(untilMs, nowMs())) break;
      await sleepUntil(turn.nextTurnAt.getTime(), signal);
    }
    await deps.db.asOrganization(target.organizationId, async (tx) => await releaseLease(tx, target.inquiryId, owner));
    return status;
  };

  const afterFailure = async (target: TurnTarget, error: unknown, isWaitedFor: boolean): Promise<null> => {
    const { inquiryId, organizationId } = target;
    // What the end of this process breaks off is no fault; the next one takes it up.
    const level = deps.stopping.aborted ? 'warn' : 'error';
    deps.log[level]({ inquiryId, err: safeError(error) }, 'a turn failed; the background goes on');
    const pauseMs = isWaitedFor || deps.stopping.aborted ? AFTER_FAULT_MS.urgent : AFTER_FAULT_MS.usual;
    await deps.db
      .asOrganization(organizationId, async (tx) => await postponeTurn(tx, inquiryId, owner, new Date(nowMs() + pauseMs)))
      .catch((failure: unknown) =>
        deps.log.warn({ inquiryId, err: safeError(failure) }, 'not postponed; it is taken up when its lease has run out'),
      );
    return null;
  };

  const runDueTurn = async (target: TurnTarget): Promise<void> => {
    // A lease that could not be renewed, as while the database was away.
    if (running.has(target.inquiryId)) return;
    const now = deps.clock();
    const isMine = await deps.db
      .asOrganization(target.organizationId, async (tx) => await takeLease(tx, target.inquiryId, owner, now, leaseUntil(now)))
      .catch((error: unknown) => {
        deps.log.warn({ inquiryId: target.inquiryId, err: safeError(error) }, 'a turn could not be taken');
        return false;
      });
    if (isMine) await runLeased(target, { untilMs: 0, isInBackground: false });
  };

  const runTaken = async (target: TurnTarget): Promise<void> => {
    if (!running.has(target.inquiryId)) await runLeased(target, { untilMs: 0, isInBackground: true });
  };

  const readStatus = async ({ organizationId, inquiryId }: TurnTarget): Promise<StoredInquiryStatus | null> =>
    await deps.db.asOrganization(
      organizationId,
      async (tx) => await findStatus(tx, { organizationId, userId: '', restricted: false }, inquiryId),
    );

  return {
    owner,
    leaseUntil,
    runDueTurn,
    async waitForEnd(target, { until, isLeased }) {
      const startedMs = nowMs();
      // Of its own, since a signal warns of more than ten listeners, and many wait at once.
      const stopping = AbortSignal.any([deps.stopping]);
      const over = new AbortController();
      const signal = AbortSignal.any([over.signal, stopping]);
      const timeIsUp = async () => await pause(Math.max(0, until.getTime() - startedMs), signal).then(() => 'pending' as const);
      let status = await (isLeased
        ? Promise.race([runLeased(target, { untilMs: until.getTime(), isInBackground: false }), timeIsUp()])
        : readStatus(target));
      over.abort();
      // Whoever has it otherwise: another process, or the first of two equal requests.
      while (status === 'pending' && nowMs() < until.getTime() && !stopping.aborted) {
        const pauseMs = Math.min(Math.max(LOOK_MS.soonest, (nowMs() - startedMs) / 4), LOOK_MS.latest, until.getTime() - nowMs());
        await pause(pauseMs, stopping);
        status = await readStatus(target);
      }
      if (status !== 'pending') return;
      await endWait(deps, target).catch(async (error: unknown) => {
        deps.log.error({ inquiryId: target.inquiryId, err: safeError(error) }, 'the end of a wait was not recorded');
        await markMaxRetry(deps, target);
      });
    },
    work() {
      working = takeDueTurns({
        findDue: async (limit, payers) =>
          await deps.db.withoutOrganization(
            async (tx) => await findDueTurns(tx, deps.clock(), limit, { payers, held: [...running.keys()] }),
          ),
        takeBackground: async (limit, payers) =>
          await deps.db.withoutOrganization(async (tx) => {
            const now = deps.clock();
            const lease = { owner, now, until: leaseUntil(now) };
            return await takeBackgroundTurns(tx, lease, limit, { payers, held: [...running.keys()] });
          }),
        run: runDueTurn,
        runTaken,
        onFailedLook: (error) => deps.log.warn({ err: safeError(error) }, 'what is due could not be looked for'),
        stopping: deps.stopping,
      });
    },
    compareSoon: (organizationId) => comparing.look(organizationId),
    stop: (inquiryId) => running.get(inquiryId)?.lost.abort(),
    async drained() {
      await working;
      await Promise.all([...running.values()].map(async ({ ended }) => await ended));
      await comparing.drained();
    },
  };
}

async function markMaxRetry(deps: Deps, { organizationId, inquiryId: id }: TurnTarget): Promise<void> {
  const keys = await deps.keys.keysOf(organizationId);
  await deps.db.asOrganization(
    organizationId,
    async (tx) => await changeInquiry(tx, keys, { id, now: deps.clock(), change: { status: 'max-retry' } }),
  );
}
