/** The table definitions say what the migrations made. Tables that plain SQL alone uses have none. */
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { useTestStore } from '../../test/test-store.ts';
import * as audit from './tables/audit.ts';
import * as billing from './tables/billing.ts';
import * as inquiries from './tables/inquiries.ts';
import * as organizations from './tables/organizations.ts';
import * as payers from './tables/payers.ts';
import * as providers from './tables/providers.ts';
import * as users from './tables/users.ts';

const TYPES: Readonly<Record<string, string>> = { ulid: 'text', 'timestamp with time zone': 'timestamptz' };
const tables = [audit, billing, inquiries, organizations, payers, providers, users].flatMap((module): PgTable[] =>
  Object.values(module).filter((value) => value instanceof PgTable),
);

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

const store = useTestStore();

/** Type without precision, as both sides spell it. */
const plainType = (type: string) => {
  const plain = type.replace(/\(.*\)/, '');
  return TYPES[plain] ?? plain;
};

test.each(tables.map((table) => ({ table, name: getTableConfig(table).name })))(
  '$name is defined as it is stored',
  async ({ table, name }) => {
    const stored = await store.database.asAdmin(
      async (tx) =>
        await tx.queryOnce<{ name: string; type: string; required: boolean; filled: boolean }>(
          `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS required,
           atthasdef OR attidentity <> '' AS filled
         FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
          [name],
        ),
    );

    const defined = getTableConfig(table).columns.map((column) => ({
      name: column.name,
      type: plainType(column.getSQLType()),
      required: column.notNull,
      filled: column.hasDefault || column.generated !== undefined || column.generatedIdentity !== undefined,
    }));

    // Columns that a later migration added and only plain SQL uses need no definition.
    const known = stored.filter((column) => defined.some((other) => other.name === column.name));
    expect(known.map((column) => ({ ...column, type: plainType(column.type) })).toSorted(byName)).toEqual(defined.toSorted(byName));
    const left = stored.filter((column) => !known.includes(column) && column.required && !column.filled);
    expect(left).toEqual([]);
  },
);
