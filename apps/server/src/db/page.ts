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

/** A page that is not full tells the total by itself; null where it does not. */
export function totalOfPage(rows: number, { offset, limit }: Limits): number | null {
  return rows < limit && (rows > 0 || offset === 0) ? offset + rows : null;
}

/** `sort` is a key of `columns`, or `-key` for descending. */
export function orderOf(columns: Readonly<Record<string, SQL>>, sort: string): SQL {
  const column = columns[sort.replace(/^-/, '')];
  if (column === undefined) throw new Error('This list cannot be sorted by that.');
  return sort.startsWith('-') ? desc(column) : asc(column);
}

/** A pattern for ILIKE that finds `part` anywhere, taken literally. */
export const containing = (part: string): string => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
