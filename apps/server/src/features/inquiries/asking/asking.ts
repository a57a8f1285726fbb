/** One process's part in asking: which inquiries it holds, for how long, and when it hands over to the background. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { safeError } from '#http/log-safety.ts';
import { askPayer, beginAsking, type AskDeps, type AskTarget, type Beginning } from './ask-payer.ts';
import type { KeptAnswer } from './kept-answer.ts';
import { findDueTurns, releaseLease, renewLeases, takeLease } from './asks.repository.ts';
import { changeInquiry } from '#features/inquiries/inquiries.repository.ts';
import { settleInquiry, settleInquiryIn, type SettleContext, type Settled } from './settle-inquiry.ts';
import { takeTurns } from './turns.ts';

/** A process that died lets go after this long. */
const LEASE_MS = 15_000;
const RENEW_MS = 3_000;
/** Never a busy loop, whatever is due. */
const SOONEST_MS = 2_000;
/** Where a turn has failed by a fault of ours. */
const AFTER_FAULT_MS = 60_000;
/** Where nothing more can be done but wait for the end of its time. */
const IDLE_MS = 900_000;

export interface HeldInquiry<T> {
  target: AskTarget;
  /** Null where there is nothing to ask. */
  beginning: Beginning | null;
  read: (tx: Tx) => Promise<T>;
}

export interface Asking {
  readonly owner: string;
  leaseUntil(now: Date): Date;
  /**
   * Asks until the inquiry has ended or the caller has waited long enough; then the background goes on. The lease must be held. Answers
   * what `read` saw in the transaction that ended it; null where it is still to be read.
   */
  askWhileHeld<T>(held: HeldInquiry<T>, until: number): Promise<T | null>;
  /** Decides how it stands when nobody waits any longer while it is asked, by whomever: what is pending becomes max-retry. */
  endWait(target: AskTarget): Promise<void>;
  /** In the transaction that stores the inquiry. */
  begin(tx: Tx, keys: OrganizationKeys, target: AskTarget): Promise<Beginning | null>;
  /** In the background: what is due for this inquiry now, unless somebody else holds it or its turn has not come. Never rejects. */
  takeTurn(target: AskTarget): Promise<void>;
  /** Takes up whatever is due, of every organization, until the process stops. */
  work(): void;
  /** Somebody stopped it: this process lets go at once. */
  letGo(inquiryId: string): void;
  /** Resolves when no exchange is under way, and none will be. */
  drained(): Promise<void>;
}

export function createAsking(deps: Deps): Asking {
  const owner = deps.newId();
  const held = new Map<string, { organizationId: string; controller: AbortController; done: Promise<void> }>();
  let isRenewing = false;
  let working = Promise.resolve();
  const askDeps: AskDeps = { ...deps, platformProvider: deps.config.platformProvider };
  const leaseUntil = (now: Date) => new Date(now.getTime() + LEASE_MS);

  /** While anything is held. A lease that is lost, to another asker or by an end of the inquiry, stops its asker. */
  const keepLeases = async (): Promise<void> => {
    if (isRenewing) return;
    isRenewing = true;
    while (held.size > 0) {
      await sleep(RENEW_MS, undefined, { ref: false });
      for (const [organizationId, ids] of heldByOrganization()) {
        const until = leaseUntil(deps.clock());
        await deps.db
          .asOrganization(organizationId, async (tx) => await renewLeases(tx, ids, owner, until))
          .then(
            (mine) => {
              for (const id of ids) if (!mine.includes(id)) held.get(id)?.controller.abort();
            },
            (error: unknown) => deps.log.warn({ organizationId, err: safeError(error) }, 'leases not renewed'),
          );
      }
    }
    isRenewing = false;
  };
  const heldByOrganization = (): Map<string, string[]> => {
    const ids = new Map<string, string[]>();
    for (const [id, { organizationId }] of held) ids.set(organizationId, [...(ids.get(organizationId) ?? []), id]);
    return ids;
  };

  /** Asks while the lease lasts; the caller decides how long it waits for that. */
  const hold = (
    target: AskTarget,
    foreground: { until: number; beginning: Beginning | undefined; onSettled: (tx: Tx) => Promise<void> } | null,
  ): { finished: Promise<void>; settled: Promise<Settled | null> } => {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, deps.stopping]);
    const run = async (): Promise<Settled | null> => {
      try {
        const keys = await deps.keys.keysOf(target.organizationId);
        const ended: Settled[] = [];
        const onEnded = async (tx: Tx, justKept: KeptAnswer) => {
          if (controller.signal.aborted) return false;
          ended.push(await settleAndHandOver(tx, target, { keys, clock: deps.clock, queue: deps.queue, justKept }, null));
          await foreground?.onSettled(tx);
          return true;
        };
        const { nextDue } = await askPayer(askDeps, target, {
          until: foreground === null ? null : new Date(foreground.until),
          signal,
          onEnded,
          beginning: foreground?.beginning,
        });
        const [settled] = ended;
        if (settled !== undefined) return settled;
        if (controller.signal.aborted) return null;
        return await deps.db.asOrganization(
          target.organizationId,
          async (tx) => await settleAndHandOver(tx, target, { keys, clock: deps.clock, queue: deps.queue }, nextDue),
        );
      } finally {
        held.delete(target.inquiryId);
      }
    };
    const settled = run();
    const done = settled.then(
      () => undefined,
      async (error: unknown) => {
        // What the end of this process breaks off is no fault; the next one takes it up.
        const level = deps.stopping.aborted ? 'warn' : 'error';
        deps.log[level]({ inquiryId: target.inquiryId, err: safeError(error) }, 'asking failed; the background goes on');
        await leaveToBackground(deps, target, owner, foreground !== null).catch((failure: unknown) =>
          deps.log.warn(
            { inquiryId: target.inquiryId, err: safeError(failure) },
            'not handed over; it is taken up when its lease has run out',
          ),
        );
      },
    );
    held.set(target.inquiryId, { organizationId: target.organizationId, controller, done });
    void keepLeases();
    return { finished: done, settled };
  };

  /** One transaction: nobody sees an inquiry that has ended and is still held, or one that is open and that nobody will ask for. */
  const settleAndHandOver = async (tx: Tx, target: AskTarget, context: SettleContext, nextDue: number | null): Promise<Settled> => {
    const settled = await settleInquiryIn(tx, target, context);
    const now = deps.clock().getTime();
    const nextTurnAt = nextDue === null ? now + IDLE_MS : Math.max(now + SOONEST_MS, nextDue);
    if (!settled.isLetGo) await releaseLease(tx, target.inquiryId, owner, settled.isOpen ? new Date(nextTurnAt) : null);
    return settled;
  };

  const endWait = async (target: AskTarget): Promise<void> => {
    await settleInquiry(askDeps, target).catch(async (error: unknown) => {
      deps.log.error({ inquiryId: target.inquiryId, err: safeError(error) }, 'settling failed while asking goes on');
      const keys = await deps.keys.keysOf(target.organizationId);
      await deps.db.asOrganization(target.organizationId, async (tx) => await markSlow(deps, tx, keys, target));
    });
  };

  const takeTurn = async (target: AskTarget): Promise<void> => {
    // A hold that could not be renewed, as while the database was away.
    if (held.has(target.inquiryId)) return;
    const now = deps.clock();
    const isMine = await deps.db
      .asOrganization(target.organizationId, async (tx) => await takeLease(tx, target.inquiryId, owner, now, leaseUntil(now)))
      .catch((error: unknown) => {
        deps.log.warn({ inquiryId: target.inquiryId, err: safeError(error) }, 'a turn could not be taken');
        return false;
      });
    if (isMine) await hold(target, null).finished;
  };

  return {
    owner,
    leaseUntil,
    begin: async (tx, keys, target) => await beginAsking(tx, keys, askDeps, target),
    async askWhileHeld<T>({ target, beginning, read }: HeldInquiry<T>, until: number) {
      const seen: T[] = [];
      const { finished, settled } = hold(target, {
        until,
        beginning: beginning ?? undefined,
        onSettled: async (tx) => void seen.push(await read(tx)),
      });
      const waitMs = Math.max(0, until - deps.clock().getTime());
      const waited = new AbortController();
      await Promise.race([
        finished,
        sleep(waitMs, undefined, { signal: AbortSignal.any([waited.signal, deps.stopping]) }).catch(() => undefined),
      ]);
      waited.abort();
      // The exchange under way goes on; what the caller reads now is decided as it stands.
      if (held.has(target.inquiryId)) {
        await endWait(target);
        return null;
      }
      // Where asking has failed the caller reads what handing it over has made of it.
      const isWritten = (await settled.catch(async () => await finished.then(() => null))) !== null;
      return isWritten ? (seen[0] ?? null) : null;
    },
    endWait,
    takeTurn,
    work() {
      working = takeTurns({
        findDue: async (limit, payers) =>
          await deps.db.withoutOrganization(async (tx) => await findDueTurns(tx, deps.clock(), limit, { payers, held: [...held.keys()] })),
        take: takeTurn,
        onFailedLook: (error) => deps.log.warn({ err: safeError(error) }, 'what is due could not be looked for'),
        stopping: deps.stopping,
      });
    },
    letGo(inquiryId) {
      held.get(inquiryId)?.controller.abort();
    },
    async drained() {
      await working;
      await Promise.all([...held.values()].map(async (one) => await one.done));
    },
  };
}

/** Where something of our own failed: whoever waits hears that it takes long. What has ended meanwhile stays. */
const markSlow = async (deps: Deps, tx: Tx, keys: OrganizationKeys, target: AskTarget): Promise<boolean> =>
  await changeInquiry(tx, keys, { id: target.inquiryId, now: deps.clock(), change: { status: 'max-retry' } });

/** Where asking itself failed, so that nobody need wait for the lease to run out. */
async function leaveToBackground(deps: Deps, target: AskTarget, owner: string, isForeground: boolean): Promise<void> {
  const keys = await deps.keys.keysOf(target.organizationId);
  await deps.db.asOrganization(target.organizationId, async (tx) => {
    if (isForeground) await markSlow(deps, tx, keys, target);
    const pauseMs = isForeground || deps.stopping.aborted ? SOONEST_MS : AFTER_FAULT_MS;
    await releaseLease(tx, target.inquiryId, owner, new Date(deps.clock().getTime() + pauseMs));
  });
}
