/** What of the changes comes to the inbox (product.md 18.5). */
import type { ChangeCode, Gravity } from '@coverlight/contract/persons/changes.schema.ts';
import { compareCodes, gravest, gravityOf } from '../changes/change-codes.ts';

/** A code of an item and all others: urgent ones and those to look at that nobody muted, once each and the gravest first. */
export function inboxCodes(codes: Iterable<ChangeCode>, muted: readonly ChangeCode[]): ChangeCode[] {
  return [...new Set(codes)].filter((code) => gravityOf(code) !== 'info' && !muted.includes(code)).toSorted(compareCodes);
}

/** Of an item, which has at least one code. */
export const gravityOfItem = (codes: readonly ChangeCode[]): Gravity => gravest(codes) ?? 'look';
