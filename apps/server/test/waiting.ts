/** Two requests in one moment, made certain: both wait for a lock that the test holds. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#db/client.ts';

/** Resolves once so many statements wait for a lock. */
export async function untilWaiting(db: Database, count: number): Promise<void> {
  for (;;) {
    const [row] = await db.lookup<{ waiting: number }>(
      'waiting-for-locks',
      `SELECT count(*)::int AS waiting FROM pg_locks l JOIN pg_database d ON true WHERE NOT l.granted AND d.datname = current_database()
         AND EXISTS (SELECT FROM pg_stat_activity a WHERE a.pid = l.pid AND a.datname = d.datname)`,
      [],
    );
    if ((row?.waiting ?? 0) >= count) return;
    await sleep(20);
  }
}
