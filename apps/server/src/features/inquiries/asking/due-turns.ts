/** Takes up inquiries whose next turn has come, so many at a time, until the process stops (product.md 11.4). Knows no database. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DueTurn } from './leases.repository.ts';
import { pause } from './pause.ts';

/** A turn occupies its place for as long as a clearinghouse takes to reply, never for a time to come. */
const AT_ONCE = 40;
/** Of batches and plans: the rest is for who waits at a desk, and comes first. */
const AT_ONCE_IN_BACKGROUND = 20;
/** A payer that hangs leaves room for the others. */
const AT_ONCE_OF_A_PAYER = 20;
const LOOK_MS = 1_000;
/** Where more is due than was taken, the next look comes with the next free place; but not for each of them. */
const SOON_MS = 250;
/** Of batches and plans few are taken at a time, and they look into few. */
const SOON_IN_BACKGROUND_MS = 100;

export interface DueTurnsOptions {
  /** Sent at a desk, and of no payer that is named busy. */
  findDue: (limit: number, busyPayers: readonly string[]) => Promise<DueTurn[]>;
  /** Of batches and plans: their leases are held then. */
  takeBackground: (limit: number, busyPayers: readonly string[]) => Promise<DueTurn[]>;
  /** Never rejects. */
  run: (turn: DueTurn) => Promise<void>;
  runTaken: (turn: DueTurn) => Promise<void>;
  onFailedLook: (error: unknown) => void;
  stopping: AbortSignal;
}

/** Resolves when it was stopped and the last turn has ended. */
export async function takeDueTurns(options: DueTurnsOptions): Promise<void> {
  const { findDue, takeBackground, onFailedLook, stopping } = options;
  const running = new Map<string, { payerId: string; isBackground: boolean; ended: Promise<void> }>();
  const start = (turn: DueTurn, isBackground: boolean) => {
    const run = isBackground ? options.runTaken : options.run;
    const ended = run(turn).finally(() => running.delete(turn.inquiryId));
    running.set(turn.inquiryId, { payerId: turn.payerId, isBackground, ended });
  };
  /** How soon to look again where something may be due that found no place; null where nothing may. */
  const look = async (): Promise<number | null> => {
    const free = AT_ONCE - running.size;
    if (free === 0) return SOON_MS;
    const taken = countBy([...running.values()].map(({ payerId }) => payerId));
    const isFull = (payerId: string) => (taken.get(payerId) ?? 0) >= AT_ONCE_OF_A_PAYER;
    const busyPayers = [...taken.keys()].filter(isFull);
    const due = await findDue(free, busyPayers);
    for (const turn of due) {
      if (stopping.aborted) return null;
      if (running.has(turn.inquiryId) || isFull(turn.payerId)) continue;
      taken.set(turn.payerId, (taken.get(turn.payerId) ?? 0) + 1);
      start(turn, false);
    }
    const inBackground = [...running.values()].filter(({ isBackground }) => isBackground).length;
    const room = Math.min(AT_ONCE - running.size, AT_ONCE_IN_BACKGROUND - inBackground);
    const background = room > 0 ? await takeBackground(room, [...taken.keys()].filter(isFull)) : [];
    for (const turn of background) if (!running.has(turn.inquiryId)) start(turn, true);
    if (due.length === free || busyPayers.length > 0) return SOON_MS;
    return background.length > 0 || inBackground > 0 ? SOON_IN_BACKGROUND_MS : null;
  };
  while (!stopping.aborted) {
    const soonMs = await look().catch((error: unknown) => {
      onFailedLook(error);
      return null;
    });
    const looksAgain = pause(LOOK_MS, stopping);
    const places = [...running.values()].map(async ({ ended }) => await ended);
    const hasPlace = async () => void (await Promise.all([Promise.race(places), sleep(soonMs ?? 0)]));
    await (soonMs !== null && places.length > 0 ? Promise.race([looksAgain, hasPlace()]) : looksAgain);
  }
  await Promise.all([...running.values()].map(async ({ ended }) => await ended));
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
