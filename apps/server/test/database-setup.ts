/** Runs once before the api project: one PostgreSQL for the run, with one migrated database that test files copy. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts';
import { migrate } from '../src/db/migrate.ts';
import { setUpJobs } from '../src/jobs/queue.ts';
import { ALL_JOBS } from '../src/workers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the migrated database; its user may create databases. */
    templateUrl: string;
    /** Tables whose rows belong to an organization; its own row, which goes by its id, is none. */
    tenantTables: string[];
  }
}

const quiet = { info: () => undefined, warn: () => undefined };

/**
 * Uses TEST_DATABASE_URL or DATABASE_URL (a user that may create databases and roles) when given; otherwise a throw-away embedded server, of the
 * package in the folder TEST_POSTGRES where that is given (tools/test-postgres.mjs).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
  const server = external
    ? undefined
    : await startEmbeddedPostgres({ dataDir: '', log: quiet, ephemeral: true, packageDir: process.env.TEST_POSTGRES });
  const serverUrl = external ?? server?.connectionString ?? '';
  // Its own name for every run: an external server may serve several at once.
  const template = `coverlight_test_${randomBytes(4).toString('hex')}`;
  try {
    await execute(serverUrl, `create database ${template}`);
    const templateUrl = new URL(serverUrl);
    templateUrl.pathname = `/${template}`;
    await migrate(templateUrl.href);
    await setUpJobs(templateUrl.href, ALL_JOBS);
    project.provide('tenantTables', await readTenantTables(templateUrl.href));
    project.provide('templateUrl', templateUrl.href);
  } catch (error) {
    await server?.stop();
    throw error;
  }
  return async () => {
    if (server) await server.stop();
    else await dropAll(serverUrl, template);
  };
}

/** Read here: later nobody may be connected to the template. */
async function readTenantTables(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'organization_id' and table_name <> 'organizations'`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

/** Also what a killed test file left behind: copies carry the template's name. */
async function dropAll(serverUrl: string, template: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [template]);
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  await client.end();
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
