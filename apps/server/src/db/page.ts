/** Paging and sorting of a list, as its endpoint takes them. */
import { asc, desc, type SQL } from 'drizzle-orm';

export interface Page {
  /** From 1. */
  page?: number;
  limit?: number;
}

export interface Limits {
  offset: number;
  limit: number;
}

/** `all`: rows of a list for which no page was wanted. */
export function limitsOf({ page = 1, limit }: Page, all: number): Limits {
  const rows = limit ?? all;
  return { offset: (page - 1) * rows, limit: rows };
}

/** Rows skipped from which on it pays to know first how many there are. */
const DEEP_ROWS = 1000;

/** A page deep in a long list is read from the end that is nearer: the last one costs what the first does. `count` tells all rows. */
export async function readFromNearerEnd<Row>(
  limits: Limits,
  count: () => Promise<number>,
  read: (limits: Limits, isReversed: boolean) => Promise<Row[]>,
): Promise<Row[]> {
  if (limits.offset < DEEP_ROWS) return await read(limits, false);
  const left = (await count()) - limits.offset;
  if (left > limits.offset) return await read(limits, false);
  const limit = Math.max(0, Math.min(limits.limit, left));
  return (await read({ limit, offset: Math.max(0, left - limit) }, true)).toReversed();
}

/** `sort` is a key of `columns`, or `-key` for descending. */
export function orderOf(columns: Readonly<Record<string, SQL>>, sort: string): SQL {
  const column = columns[sort.replace(/^-/, '')];
  if (column === undefined) throw new Error('This list cannot be sorted by that.');
  return sort.startsWith('-') ? desc(column) : asc(column);
}

/** A pattern for ILIKE that finds `part` anywhere, taken literally. */
export const containing = (part: string): string => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** For ILIKE: letters of ASCII alone need no language to be compared without case, which takes two thirds of the time. */
export const collationFor = (part: string): string => (/^[ -~]*$/.test(part) ? ' COLLATE "C"' : '');
