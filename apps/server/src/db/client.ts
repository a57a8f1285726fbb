/**
 * The only door to the database. Work runs in a transaction, under a role that cannot bypass row-level security, with at most one
 * organization in sight (product.md 12). A query whose WHERE was forgotten therefore returns nothing foreign.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Pool, types, type ClientBase, type CustomTypesConfig, type PoolClient, type QueryResult, type QueryResultRow } from 'pg';
import type { PoolUse } from '#telemetry/metrics.ts';
import { inSpan } from '#telemetry/spans.ts';
import { isDatabaseAway } from './database-away.ts';

/** One transaction. Await each query before the next: it has one connection. */
export interface Tx {
  /** Null where no organization was set: tenant tables are then empty. */
  readonly organizationId: string | null;
  /** Query builder over db/tables: where the columns to change, or the conditions of a list, vary. Fixed statements are text. */
  readonly orm: NodePgDatabase;
  /**
   * Runs `text` as a prepared statement, planned once per connection: for the hottest reads. `name` stands for exactly this text.
   * Instants come as `Date`, calendar days and bigint as text.
   */
  query<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
  /** The same for a text that comes in too many shapes to prepare each. */
  queryOnce<Row extends QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
  /** Runs a statement that somebody else wrote, such as the job queue's. */
  execute(text: string, values: readonly unknown[]): Promise<QueryResult>;
  /**
   * A statement that finds a row once this transaction was kept, and none before: it is asked, as a platform admin, where the answer to COMMIT
   * gets lost on the way.
   */
  provenBy(text: string, values: readonly unknown[]): void;
}

/** Nobody knows whether the transaction was kept: its COMMIT was sent, and the answer lost. */
export class CommitLost extends Error {
  override name = 'CommitLost';
}

export interface Database {
  /** Sees and changes the rows of one organization. Commits when `work` resolves, rolls back when it throws. */
  asOrganization<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** For platform admins: reads every organization; of tenant tables it can write none, but for rows of the log. Writes global tables. */
  asAdmin<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** For platform admins: reads every organization and writes the one given, which is the object's. */
  asAdminFor<T>(organizationId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Before an organization is known: global tables and lookup functions only. */
  withoutOrganization<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One statement outside a transaction, with no organization set: a lookup in a single round trip. */
  lookup<Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]): Promise<Row[]>;
  /** Connections in use and idle, and callers that wait for one. */
  poolUse(): PoolUse;
  /** Ends when the running transactions have. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Of a user that was granted coverlight_app and coverlight_admin; its own rights are never used. */
  connectionString: string;
  /** Connections kept at most. */
  max: number;
  /** Told of connections that break while nobody uses them; the pool replaces them. */
  onError: (error: Error) => void;
}

/** How long, and how often, the database is asked what became of a transaction: it may be starting again. */
const LOOKING_MS = 5000;
const LOOK_EVERY_MS = 100;

type Role = 'coverlight_app' | 'coverlight_admin';

/** Calendar days stay text: as a `Date` they would pass through a time zone. */
const valueTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === types.builtins.DATE ? (value: string) => value : types.getTypeParser(oid, format)),
};

export function openDatabase({ connectionString, max, onError }: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString,
    max,
    types: valueTypes,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    verify: (client, done) => void prepareConnection(client).then(() => done(), done),
  });
  pool.on('error', onError);
  // Without a listener of its own, a connection that breaks while in use would end the process.
  pool.on('connect', (client) => client.on('error', onError));

  return {
    asOrganization: async (organizationId, work) => await transact(pool, 'coverlight_app', organizationId, work),
    asAdmin: async (work) => await transact(pool, 'coverlight_admin', null, work),
    asAdminFor: async (organizationId, work) => await transact(pool, 'coverlight_admin', organizationId, work),
    withoutOrganization: async (work) => await transact(pool, 'coverlight_app', null, work),
    lookup: async <Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) =>
      await pool
        .query<Row>({ name, text, values: [...values] })
        // A lookup may be repeated, and the pool has another connection.
        .catch(async (error: unknown) => {
          if (!isDatabaseAway(error)) throw error;
          return await pool.query<Row>({ name, text, values: [...values] });
        })
        .then(({ rows }) => rows),
    poolUse: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => await pool.end(),
  };
}

/** Gives up the login user's own rights for good: whatever is run later, even outside a transaction, runs as the app's role. */
async function prepareConnection(client: ClientBase): Promise<void> {
  await client.query(
    `SET ROLE coverlight_app; SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '60s'; SET timezone = 'UTC'`,
  );
}

async function transact<T>(pool: Pool, role: Role, organizationId: string | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  const attributes =
    organizationId === null ? { 'coverlight.role': role } : { 'coverlight.role': role, 'coverlight.organization_id': organizationId };
  return await inSpan('transaction', attributes, async () => await transactIn(pool, role, organizationId, work));
}

async function transactIn<T>(pool: Pool, role: Role, organizationId: string | null, work: (tx: Tx) => Promise<T>): Promise<T> {
  const begin = beginStatement(role, organizationId);
  const client = await pool.connect();
  let broken: Error | undefined;
  let proof: Statement | null = null;
  let done: { result: T } | null = null;
  let lost: unknown;
  try {
    await client.query(begin);
    const tx = openTx(client, role, organizationId, (statement) => {
      proof = statement;
    });
    done = { result: await work(tx) };
    const { command } = await client.query('COMMIT');
    // PostgreSQL answers so, without an error, when a statement had failed and `work` went on as if nothing had happened.
    if (command !== 'COMMIT') throw new Error('A failed statement was ignored; the transaction was rolled back.');
    return done.result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: unknown) => {
      // Such a connection may still be inside the transaction, with its organization set: it is thrown away.
      broken = rollbackError instanceof Error ? rollbackError : new Error('rollback failed');
    });
    if (done === null || proof === null || !isDatabaseAway(error)) throw error;
    lost = error;
  } finally {
    client.release(broken);
  }
  const fate = await fateOf(pool, Reflect.get(client, 'processID'), proof);
  if (fate === 'kept') return done.result;
  throw fate === 'dropped' ? lost : new CommitLost('COMMIT was not answered', { cause: lost });
}

interface Statement {
  text: string;
  values: readonly unknown[];
}

/** What became of a transaction whose COMMIT was not answered. `pid`: of the process of the database that had it. */
async function fateOf(pool: Pool, pid: unknown, proof: Statement): Promise<'kept' | 'dropped' | 'unknown'> {
  const until = Date.now() + LOOKING_MS;
  for (;;) {
    try {
      // Asked first, since a process that has ended keeps nothing any more.
      const { rowCount } = await pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
      const rows = await transact(pool, 'coverlight_admin', null, async (tx) => await tx.queryOnce(proof.text, proof.values));
      if (rows.length > 0) return 'kept';
      if (rowCount === 0) return 'dropped';
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
    if (Date.now() > until) return 'unknown';
    await sleep(LOOK_EVERY_MS);
  }
}

/** One round trip instead of three. The settings are local to the transaction, so none leaks to the next user of the connection. */
function beginStatement(role: Role, organizationId: string | null): string {
  // The id becomes part of a statement, so its form is checked here whatever the caller did.
  if (organizationId !== null && !/^[0-9A-Z]{26}$/.test(organizationId)) throw new Error('not an organization id');
  const setRole = role === 'coverlight_app' ? '' : `SET LOCAL ROLE ${role};`;
  const setOrganization = organizationId === null ? '' : `SET LOCAL app.organization_id = '${organizationId}'`;
  return `BEGIN;${setRole}${setOrganization}`;
}

function openTx(client: PoolClient, role: Role, organizationId: string | null, prove: (statement: Statement) => void): Tx {
  let orm: NodePgDatabase | undefined;
  return {
    organizationId,
    get orm() {
      orm ??= drizzle(client);
      return orm;
    },
    // A plan made under one role's policies is thrown away under another's, hence a statement for each.
    query: async <Row extends QueryResultRow>(name: string, text: string, values: readonly unknown[]) =>
      (await client.query<Row>({ name: `${role}:${name}`, text, values: [...values] })).rows,
    queryOnce: async <Row extends QueryResultRow>(text: string, values: readonly unknown[]) =>
      (await client.query<Row>(text, [...values])).rows,
    execute: async (text, values) => await client.query(text, [...values]),
    provenBy: (text, values) => prove({ text, values }),
  };
}
