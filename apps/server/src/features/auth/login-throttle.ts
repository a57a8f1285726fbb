/**
 * Guessing is slowed by counters: an account with one known device, an account from unknown devices, an address. A stranger
 * fills only the second and third, so nobody can lock a person out of their own browser (product.md 13.4).
 */
import { createHmac } from 'node:crypto';
import type { LoginLimits } from '#login-limits.ts';
import type { Tx } from '#db/client.ts';

export type CounterKind = 'device' | 'account' | 'address';

/** Keyed, since what is counted is somebody's email or address. */
export const counterKey = (secret: Buffer, kind: CounterKind, ...parts: string[]): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['login', kind, ...parts]))
    .digest();

export interface CountedAttempt {
  /** Null where it may be made. */
  waitSeconds: number | null;
  /** It is the last one before a wait. */
  isLast: boolean;
}

/** Counts an attempt as failed before it is checked, so that parallel guesses cannot slip through; a success takes it back. */
export async function countAttempt(tx: Tx, counter: Buffer, kind: CounterKind, limits: LoginLimits, now: Date): Promise<CountedAttempt> {
  const failures = kind === 'address' ? limits.perAddress : limits.failures;
  const inARow = kind === 'account' ? limits.failuresInARow : 1_000_000;
  const [counted] = await tx.query<{ is_last: boolean }>(
    'count-login-attempt',
    `INSERT INTO login_counters AS c (counter, failures, window_started_at, streak, last_failure_at, blocked_until)
     VALUES ($1, 1, $2, 1, $2, CASE WHEN $4 <= 1 THEN $2::timestamptz + make_interval(secs => $5) END)
     ON CONFLICT (counter) DO UPDATE SET
       failures = CASE WHEN c.window_started_at + make_interval(mins => $3) <= $2 THEN 1 ELSE c.failures + 1 END,
       window_started_at = CASE WHEN c.window_started_at + make_interval(mins => $3) <= $2 THEN $2 ELSE c.window_started_at END,
       streak = c.streak + 1,
       last_failure_at = $2,
       blocked_until = CASE
         WHEN (CASE WHEN c.window_started_at + make_interval(mins => $3) <= $2 THEN 1 ELSE c.failures + 1 END) >= $4
         THEN $2::timestamptz + make_interval(secs => least($6, $5 * power(2, least(c.streak + 1 - $4, 20)))) END
     WHERE (c.blocked_until IS NULL OR c.blocked_until <= $2) AND c.streak < $7
     RETURNING blocked_until IS NOT NULL OR c.streak >= $7 AS is_last`,
    [counter, now, limits.windowMinutes, failures, limits.waitSecondsMin, limits.waitSecondsMax, inARow],
  );
  if (counted !== undefined) return { waitSeconds: null, isLast: counted.is_last };
  const [blocked] = await tx.query<{ blocked_until: Date | null }>(
    'blocked-until',
    'SELECT blocked_until FROM login_counters WHERE counter = $1',
    [counter],
  );
  const waitMs = (blocked?.blocked_until?.getTime() ?? 0) - now.getTime();
  // Not blocked by time means too many in a row: only the owner's known device or a reset opens it again.
  return { waitSeconds: waitMs > 0 ? Math.ceil(waitMs / 1000) : limits.waitSecondsMax, isLast: false };
}

/** After a success: an account's counter starts anew; of an address only this attempt is taken back, lest one good account resets it. */
export async function forgiveAttempt(tx: Tx, counter: Buffer, kind: CounterKind): Promise<void> {
  await (kind === 'address'
    ? tx.query(
        'forgive-address',
        'UPDATE login_counters SET failures = greatest(failures - 1, 0), streak = greatest(streak - 1, 0), blocked_until = NULL WHERE counter = $1',
        [counter],
      )
    : tx.query('forgive-account', 'DELETE FROM login_counters WHERE counter = $1', [counter]));
}
