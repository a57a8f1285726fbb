/** One process's part in asking: which inquiries it holds, for how long, and when it hands over to the background. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { safeError } from '#http/log-safety.ts';
import { askOnJob } from './ask-on.job.ts';
import { askPayer, beginAsking, type AskDeps, type AskTarget, type Beginning, type KeptAnswer } from './ask-payer.ts';
import { findOrphanedInquiries, releaseLease, renewLease, takeLease } from './asks.repository.ts';
import { changeInquiry } from './inquiries.repository.ts';
import { settleInquiry, settleInquiryIn, type SettleContext, type Settled } from './settle-inquiry.ts';

/** A process that died lets go after this long. */
const LEASE_MS = 15_000;
const RENEW_MS = 3_000;
/** The background works through what is due within this time in one go. */
const BACKGROUND_MS = 10_000;
/** Never a busy loop, whatever is due. */
const SOONEST_SECONDS = 2;

export interface HeldInquiry<T> {
  target: AskTarget;
  /** Null where there is nothing to ask. */
  beginning: Beginning | null;
  read: (tx: Tx) => Promise<T>;
}

export interface Asking {
  readonly owner: string;
  /** Seconds after sending when the safety net looks. */
  readonly safetyNetSeconds: number;
  leaseUntil(now: Date): Date;
  /**
   * Asks until the inquiry has ended or the caller has waited long enough; then the background goes on. The lease must be held. Answers
   * what `read` saw in the transaction that ended it; null where it is still to be read.
   */
  askWhileHeld<T>(held: HeldInquiry<T>, until: number): Promise<T | null>;
  /** In the transaction that stores the inquiry. */
  begin(tx: Tx, keys: OrganizationKeys, target: AskTarget): Promise<Beginning | null>;
  /** One turn in the background; comes back by itself while something is open. */
  askOn(target: AskTarget): Promise<void>;
  sweep(): Promise<void>;
  /** Somebody stopped it: this process lets go at once. */
  letGo(inquiryId: string): void;
  /** Resolves when no exchange is under way. */
  drained(): Promise<void>;
}

export function createAsking(deps: Deps): Asking {
  const owner = deps.newId();
  const held = new Map<string, { controller: AbortController; done: Promise<void> }>();
  /** Whose lease is just being taken here: two jobs for one inquiry come in one batch, and the lease knows processes only. */
  const taking = new Set<string>();
  const askDeps: AskDeps = { ...deps, platformProvider: deps.config.platformProvider };
  const leaseUntil = (now: Date) => new Date(now.getTime() + LEASE_MS);

  /** Asks while the lease lasts; the caller decides how long it waits for that. */
  const hold = (
    target: AskTarget,
    until: number,
    foreground: { beginning: Beginning | undefined; onSettled: (tx: Tx) => Promise<void> } | null,
  ): { finished: Promise<void>; settled: Promise<Settled | null> } => {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, deps.stopping]);
    const run = async (): Promise<Settled | null> => {
      const renewing = keepLease(deps, target, owner, controller);
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
          until: new Date(until),
          isForeground: foreground !== null,
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
        clearInterval(renewing);
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
        if (foreground === null) return;
        await leaveToBackground(deps, target, owner).catch((failure: unknown) =>
          deps.log.warn(
            { inquiryId: target.inquiryId, err: safeError(failure) },
            'not handed over; it is taken up when its lease has run out',
          ),
        );
      },
    );
    held.set(target.inquiryId, { controller, done });
    return { finished: done, settled };
  };

  /** One transaction: nobody sees an inquiry that has ended and is still held, or one that is open and that nobody will ask for. */
  const settleAndHandOver = async (tx: Tx, target: AskTarget, context: SettleContext, nextDue: number | null): Promise<Settled> => {
    const settled = await settleInquiryIn(tx, target, context);
    await releaseLease(tx, target.inquiryId, owner);
    if (!settled.isOpen) return settled;
    const waitSeconds = nextDue === null ? 900 : Math.ceil((nextDue - deps.clock().getTime()) / 1000);
    await deps.queue.enqueue(
      tx,
      askOnJob,
      { organizationId: target.organizationId, inquiryId: target.inquiryId },
      { key: target.inquiryId, startAfterSeconds: Math.max(SOONEST_SECONDS, waitSeconds) },
    );
    return settled;
  };

  return {
    owner,
    safetyNetSeconds: Math.ceil(LEASE_MS / 1000) + 2,
    leaseUntil,
    begin: async (tx, keys, target) => await beginAsking(tx, keys, askDeps, target),
    async askWhileHeld<T>({ target, beginning, read }: HeldInquiry<T>, until: number) {
      const seen: T[] = [];
      const { finished, settled } = hold(target, until, {
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
        await settleInquiry(askDeps, target).catch(async (error: unknown) => {
          deps.log.error({ inquiryId: target.inquiryId, err: safeError(error) }, 'settling failed while asking goes on');
          const keys = await deps.keys.keysOf(target.organizationId);
          await deps.db.asOrganization(target.organizationId, async (tx) => await markSlow(deps, tx, keys, target));
        });
        return null;
      }
      // Where asking has failed the caller reads what handing it over has made of it.
      const isWritten = (await settled.catch(async () => await finished.then(() => null))) !== null;
      return isWritten ? (seen[0] ?? null) : null;
    },
    async askOn(target) {
      if (held.has(target.inquiryId) || taking.has(target.inquiryId)) return await comeBack(deps, target, RENEW_MS / 1000);
      const now = deps.clock();
      taking.add(target.inquiryId);
      const isMine = await deps.db
        .asOrganization(target.organizationId, async (tx) => await takeLease(tx, target.inquiryId, owner, now, leaseUntil(now)))
        .finally(() => taking.delete(target.inquiryId));
      if (!isMine) return await comeBack(deps, target, LEASE_MS / 1000);
      await hold(target, now.getTime() + BACKGROUND_MS, null).settled;
    },
    async sweep() {
      const orphans = await deps.db.withoutOrganization(async (tx) => await findOrphanedInquiries(tx, deps.clock(), 500));
      for (const { organization_id: organizationId, inquiry_id: inquiryId } of orphans)
        await comeBack(deps, { organizationId, inquiryId }, 0);
    },
    letGo(inquiryId) {
      held.get(inquiryId)?.controller.abort();
    },
    async drained() {
      await Promise.all([...held.values()].map(async (one) => await one.done));
    },
  };
}

/** Renews until cleared. A lease that is lost, by another asker or by an end of the inquiry, stops this one. */
function keepLease(deps: Deps, target: AskTarget, owner: string, controller: AbortController): NodeJS.Timeout {
  return setInterval(() => {
    const until = new Date(deps.clock().getTime() + LEASE_MS);
    deps.db
      .asOrganization(target.organizationId, async (tx) => await renewLease(tx, target.inquiryId, owner, until))
      .then(
        (isStillMine) => {
          if (!isStillMine) controller.abort();
        },
        (error: unknown) => deps.log.warn({ inquiryId: target.inquiryId, err: safeError(error) }, 'lease not renewed'),
      );
  }, RENEW_MS);
}

/** Where something of our own failed: whoever waits hears that it takes long. What has ended meanwhile stays. */
const markSlow = async (deps: Deps, tx: Tx, keys: OrganizationKeys, target: AskTarget): Promise<boolean> =>
  await changeInquiry(tx, keys, { id: target.inquiryId, now: deps.clock(), change: { status: 'max-retry' } });

/** Where asking itself failed so: the background need not wait for the lease. */
async function leaveToBackground(deps: Deps, target: AskTarget, owner: string): Promise<void> {
  const keys = await deps.keys.keysOf(target.organizationId);
  await deps.db.asOrganization(target.organizationId, async (tx) => {
    await markSlow(deps, tx, keys, target);
    await releaseLease(tx, target.inquiryId, owner);
    await deps.queue.enqueue(tx, askOnJob, { ...target }, { key: target.inquiryId, startAfterSeconds: SOONEST_SECONDS });
  });
}

const comeBack = async (deps: Deps, target: AskTarget, seconds: number): Promise<void> =>
  await deps.db.asOrganization(
    target.organizationId,
    async (tx) => await deps.queue.enqueue(tx, askOnJob, { ...target }, { key: target.inquiryId, startAfterSeconds: Math.ceil(seconds) }),
  );
