/** A database of its own for each test file: no truncation, no order between files. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  /** Of the server's administrator; make other roles' URLs from it with `new URL`. */
  url: string;
  /** Ends whatever is still connected and removes the database. */
  close(): Promise<void>;
}

const OBJECT_IN_USE = '55006';
const COPY_ATTEMPTS = 50;

/** Copies the migrated template; about 20 ms. Call it in beforeAll and close in afterAll. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl');
  const template = new URL(templateUrl).pathname.slice(1);
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  const serverUrl = withDatabase(templateUrl, 'postgres');
  await execute(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  return { url: withDatabase(templateUrl, name), close: () => execute(serverUrl, `drop database if exists ${name} with (force)`) };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await retryWhileInUse(() => client.query(statement));
  } finally {
    await client.end();
  }
}

/** A template may be copied by one at a time: another test file's copy makes ours fail for a moment. */
async function retryWhileInUse(run: () => Promise<unknown>, attempt = 1): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== OBJECT_IN_USE || attempt === COPY_ATTEMPTS) throw error;
    await sleep(20 + Math.random() * 30);
    await retryWhileInUse(run, attempt + 1);
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
