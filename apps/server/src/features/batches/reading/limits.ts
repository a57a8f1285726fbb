/** How much of a file is read (docs/product.md 19.1). */
import { CannotRead, TOO_LARGE_INSIDE, TOO_LONG } from './refusal.ts';

const MB = 1024 * 1024;

export const FILE_BYTES = 5 * MB;
const INFLATED_BYTES = 64 * MB;
/** Times its size that a part may grow, once it is no small one. An honest sheet grows ten times, a bomb a thousand. */
const GROWTH = 200;
const GROWTH_FROM = MB;
export const ROWS_AT_MOST = 10_000;
export const PASTED_ROWS_AT_MOST = 2_000;
/** Rows that hold nothing count for little, but not for nothing. */
export const BLANK_ROWS_AT_MOST = 100_000;
const WORKER_MS = 10_000;

/** Of one reading: how much of it is left. Throws where nothing is. */
export interface Budget {
  /** `from` bytes have become `to` more; both since the part began. */
  grow(bytes: number, part: { from: number; to: number }): void;
  /** A part of `from` bytes says that it becomes `to`: what is too much by its own account is not begun. */
  demandRoom(part: { from: number; to: number }): void;
  demandTime(): void;
}

export function openBudget(): Budget {
  const until = performance.now() + WORKER_MS;
  let inflated = 0;
  const demandTime = () => {
    if (performance.now() > until) throw new CannotRead(TOO_LONG);
  };
  const refuse = (all: number, { from, to }: { from: number; to: number }) => {
    if (all > INFLATED_BYTES || (to > GROWTH_FROM && to > from * GROWTH)) throw new CannotRead(TOO_LARGE_INSIDE);
  };
  return {
    grow(bytes, part) {
      inflated += bytes;
      refuse(inflated, part);
      demandTime();
    },
    demandRoom: (part) => refuse(inflated + part.to, part),
    demandTime,
  };
}
