/** Finds out whether something between here and the database gives one connection's session to another. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const TRIES = 3;

/**
 * Throws where a pooler hands out sessions by transaction. The server keeps its role and limits in the session, so that nothing can run with the
 * login user's own rights: with such a pooler one request could run in what another has set (docs/decisions/086-databases.md).
 */
export async function refuseTransactionPooling(connectionString: string): Promise<void> {
  const mark = randomBytes(8).toString('hex');
  const [one, other] = [new Client({ connectionString }), new Client({ connectionString })];
  // One that the pooler ends of its own accord is of no use any more, and no failure of ours.
  for (const client of [one, other]) client.on('error', () => undefined);
  try {
    await one.connect();
    await other.connect();
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      await one.query(`SELECT set_config('app.pooler_mark', $1, false)`, [mark]);
      // Holds whichever session it was given, which by such a pooler is the one just used.
      await other.query('BEGIN');
      const found = [await readMark(other), await readMark(one)];
      await other.query('ROLLBACK');
      if (found[0] === mark || found[1] !== mark) {
        throw new Error(
          'Coverlight cannot start: a pooler stands before the database and gives out sessions by transaction; let it pool by session ' +
            '(PgBouncer: pool_mode = session), or name the database itself in DATABASE_URL.',
        );
      }
    }
  } finally {
    await Promise.allSettled([one.end(), other.end()]);
  }
}

async function readMark(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(`SELECT current_setting('app.pooler_mark', true) AS mark`);
  return rows[0]?.mark ?? null;
}
