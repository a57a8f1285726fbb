import { getTableColumns, type Table } from 'drizzle-orm';

/**
 * The columns of a table for a prepared statement. One that takes `*` fails on every connection that had prepared it, from the moment the
 * version after adds a column (docs/decisions/091-no-downtime.md).
 */
export function namedColumns(table: Table, alias: string): string {
  return Object.values(getTableColumns(table))
    .map(({ name }) => `${alias}.${name}`)
    .join(', ');
}
