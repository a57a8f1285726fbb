/** The product's own database, for states that no screen leads to. As its superuser, who sees every organization. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { dataFolder } from './product.ts';

/** Line of postmaster.pid that names the folder of the Unix socket. */
const SOCKET_LINE = 4;

export async function sql<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const host = readFileSync(join(dataFolder(), 'postgres/postmaster.pid'), 'utf8').split('\n')[SOCKET_LINE];
  const client = new Client({ host, port: 5432, user: 'postgres', database: 'coverlight' });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as Row[];
  } finally {
    await client.end();
  }
}
