/** Takes up inquiries whose next turn has come, so many at a time, until the process stops (product.md 11.4). Knows no database. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DueTurn } from './leases.repository.ts';
import { pause } from './pause.ts';

/** A turn occupies its place for as long as a clearinghouse takes to reply, never for a time to come. */
const AT_ONCE = 40;
/** A payer that hangs leaves room for the others. */
const AT_ONCE_OF_A_PAYER = 20;
const LOOK_MS = 1_000;
/** Where more is due than was taken, the next look comes with the next free place; but not for each of them. */
const SOON_MS = 250;

export interface DueTurnsOptions {
  /** Of no payer that is named busy. */
  findDue: (limit: number, busyPayers: readonly string[]) => Promise<DueTurn[]>;
  /** Never rejects. */
  run: (turn: DueTurn) => Promise<void>;
  onFailedLook: (error: unknown) => void;
  stopping: AbortSignal;
}

/** Resolves when it was stopped and the last turn has ended. */
export async function takeDueTurns({ findDue, run, onFailedLook, stopping }: DueTurnsOptions): Promise<void> {
  const running = new Map<string, { payerId: string; ended: Promise<void> }>();
  /** True where something may be due that found no place. */
  const look = async (): Promise<boolean> => {
    const free = AT_ONCE - running.size;
    if (free === 0) return true;
    const taken = countBy([...running.values()].map(({ payerId }) => payerId));
    const isFull = (payerId: string) => (taken.get(payerId) ?? 0) >= AT_ONCE_OF_A_PAYER;
    const busyPayers = [...taken.keys()].filter(isFull);
    const due = await findDue(free, busyPayers);
    for (const turn of due) {
      if (stopping.aborted) return false;
      if (running.has(turn.inquiryId) || isFull(turn.payerId)) continue;
      taken.set(turn.payerId, (taken.get(turn.payerId) ?? 0) + 1);
      const ended = run(turn).finally(() => running.delete(turn.inquiryId));
      running.set(turn.inquiryId, { payerId: turn.payerId, ended });
    }
    return due.length === free || busyPayers.length > 0;
  };
  while (!stopping.aborted) {
    const mayBeMore = await look().catch((error: unknown) => {
      onFailedLook(error);
      return false;
    });
    const looksAgain = pause(LOOK_MS, stopping);
    const places = [...running.values()].map(async ({ ended }) => await ended);
    const hasPlace = async () => void (await Promise.all([Promise.race(places), sleep(SOON_MS)]));
    await (mayBeMore && places.length > 0 ? Promise.race([looksAgain, hasPlace()]) : looksAgain);
  }
  await Promise.all([...running.values()].map(async ({ ended }) => await ended));
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
