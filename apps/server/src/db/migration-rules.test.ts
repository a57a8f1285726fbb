import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findMigrationFaults } from '../../test/migration-rules.ts';

const MIGRATIONS = new URL('migrations/', import.meta.url);
const BASELINE = '0200_baseline.sql';

const files = readdirSync(MIGRATIONS)
  .toSorted()
  .map((name) => ({ name, sql: readFileSync(new URL(name, MIGRATIONS), 'utf8') }));

test('every migration since the baseline can run beside servers of the version before', () => {
  const faults = files
    .filter(({ name }) => name > BASELINE)
    .flatMap(({ name, sql }) => {
      const before = files.filter((file) => file.name < name).map((file) => file.sql);
      return findMigrationFaults(sql, before.join('\n')).map((fault) => `${name}: ${fault}`);
    });

  expect(faults).toEqual([]);
});

test('numbers of migrations are of four digits, none is used twice, and the baseline is the first', () => {
  const numbers = files.map(({ name }) => /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);

  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(files.length);
  expect(files[0]?.name).toBe(BASELINE);
});

test('the text of a function that runs with other rights stands in db/functions, in no migration', () => {
  const holding = files.filter(({ sql }) => sql.includes('SECURITY DEFINER')).map(({ name }) => name);

  expect(holding).toEqual([]);
});

const REFUSED = [
  'ALTER TABLE plans DROP COLUMN tier',
  'DROP TABLE plans',
  'DROP FUNCTION find_session',
  'ALTER TABLE plans RENAME COLUMN tier TO step',
  'ALTER TABLE plans RENAME TO offers',
  'REVOKE SELECT ON plans FROM coverlight_app',
  'ALTER TABLE plans ALTER COLUMN tier TYPE bigint',
  'ALTER TABLE plans ALTER COLUMN tier SET DATA TYPE bigint',
  'ALTER TABLE plans ADD COLUMN note text NOT NULL',
  'ALTER TABLE plans ADD COLUMN note text, ADD COLUMN mark text NOT NULL',
  'ALTER TABLE plans ADD CONSTRAINT some CHECK (tier > 0)',
  'ALTER TABLE plans ADD CONSTRAINT some FOREIGN KEY (payer_id) REFERENCES payers (id)',
  'ALTER TABLE plans ADD UNIQUE (name)',
  'ALTER TABLE plans ALTER COLUMN tier SET NOT NULL',
  'CREATE INDEX plans_by_tier ON plans (tier)',
  'CREATE INDEX CONCURRENTLY plans_by_tier ON plans (tier)',
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS plans_by_tier ON plans (tier); ALTER TABLE plans ADD COLUMN note text',
  'UPDATE plans SET tier = 1',
  'DELETE FROM plans',
  'LOCK TABLE plans',
  'ALTER TABLE plans ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY',
  'ALTER TABLE plans ADD COLUMN number bigserial',
  'ALTER TABLE plans ADD COLUMN twice integer GENERATED ALWAYS AS (tier * 2) STORED',
  'ALTER TABLE plans ADD COLUMN mark uuid NOT NULL DEFAULT gen_random_uuid()',
  'ALTER TABLE plans ADD COLUMN steps integer CHECK (steps > 0)',
  'ALTER TABLE plans ADD CONSTRAINT apart EXCLUDE USING gist (span WITH &&)',
  'ALTER TABLE plans ALTER COLUMN tier DROP DEFAULT',
  'DROP INDEX plans_by_tier',
  'DROP TRIGGER plans_change ON plans',
  'WITH old AS (DELETE FROM plans RETURNING id) SELECT 1',
  'MERGE INTO plans USING offers ON offers.id = plans.id WHEN MATCHED THEN UPDATE SET tier = 1',
  'REINDEX TABLE plans',
  "DO $$ BEGIN EXECUTE 'UPDATE plans SET tier = 1'; END $$",
];

test.each(REFUSED)('refused: %s', (sql) => {
  expect(findMigrationFaults(`-- Why.\n${sql};`, '')).toHaveLength(1);
});

test('a column of a domain with a check is refused, since PostgreSQL rewrites the table for it', () => {
  const before = 'CREATE DOMAIN ulid AS text COLLATE "C" CHECK (VALUE ~ \'^[0-9A-Z]{26}$\');';

  expect(findMigrationFaults('ALTER TABLE plans ADD COLUMN payer_id ulid;', before)).toHaveLength(1);
  expect(findMigrationFaults('ALTER TABLE plans ADD COLUMN payer_id text COLLATE "C";', before)).toEqual([]);
  expect(findMigrationFaults('CREATE TABLE offers (id ulid PRIMARY KEY);', before)).toEqual([]);
});

const ALLOWED = [
  'ALTER TABLE plans ADD COLUMN note text',
  "ALTER TABLE plans ADD COLUMN note text NOT NULL DEFAULT ''",
  'ALTER TABLE plans ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now()',
  'ALTER TABLE plans ADD CONSTRAINT some CHECK (tier > 0) NOT VALID',
  'ALTER TABLE plans VALIDATE CONSTRAINT some',
  'CREATE INDEX CONCURRENTLY IF NOT EXISTS plans_by_tier ON plans (tier)',
  'ALTER TABLE plans ADD CONSTRAINT plans_name UNIQUE USING INDEX plans_by_name',
  'CREATE TABLE offers (id ulid PRIMARY KEY); CREATE INDEX offers_by_id ON offers (id); GRANT SELECT ON offers TO coverlight_app',
  "CREATE FUNCTION note() RETURNS void LANGUAGE sql AS $$ UPDATE plans SET name = 'x'; $$; REVOKE ALL ON FUNCTION note FROM PUBLIC",
  '-- unused since: 8539b71\nALTER TABLE plans DROP COLUMN tier',
];

test.each(ALLOWED)('allowed: %s', (sql) => {
  expect(findMigrationFaults(`${sql};`, '')).toEqual([]);
});

test('a column is made NOT NULL after a check that says so was added and validated in earlier files', () => {
  const added = 'ALTER TABLE plans ADD CONSTRAINT has_note CHECK (note IS NOT NULL) NOT VALID;';
  const proven = 'ALTER TABLE plans ALTER COLUMN note SET NOT NULL;';

  expect(findMigrationFaults(proven, added)).toHaveLength(1);
  expect(findMigrationFaults(proven, `${added}\nALTER TABLE plans VALIDATE CONSTRAINT has_note;`)).toEqual([]);
});
