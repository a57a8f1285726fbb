import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

const opened: TestDatabase[] = [];
afterAll(() => Promise.all(opened.map((database) => database.close())));

async function open(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  opened.push(database);
  return database;
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

test('two test databases copied at the same moment are separate', async () => {
  const [first, second] = await Promise.all([open(), open()]);

  await query(first.url, 'create table only_here (id int)');

  await expect(query(second.url, 'select * from only_here')).rejects.toThrow('does not exist');
  expect(await query(first.url, 'select * from only_here')).toEqual([]);
});

test('a closed test database is gone, even with a connection still open', async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  const ended = new Promise((resolve) => client.on('error', resolve));
  await client.connect();

  await database.close();

  await ended;
  await expect(query(database.url, 'select 1')).rejects.toThrow('does not exist');
});
