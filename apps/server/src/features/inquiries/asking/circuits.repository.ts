/** After three failures of communication within any five minutes a payer is left alone at that clearinghouse for a while (product.md 11.5). */
import type { Route } from '@coverlight/domain/inquiries/attempt.ts';
import type { Tx } from '#db/client.ts';

const FAILURES_TO_OPEN = 3;
const WINDOW_MINUTES = 5;
const OPEN_MINUTES = 2;

/** True where the payer is left alone there now. */
export async function noteFailure(tx: Tx, payerId: string, route: Route, now: Date): Promise<boolean> {
  const [row] = await tx.query<{ is_open: boolean }>(
    'circuit-failure',
    `INSERT INTO clearinghouse_circuits AS c (payer_id, route, recent_failures, last_failure_at) VALUES ($1, $2, ARRAY[$3::timestamptz], $3)
     ON CONFLICT (payer_id, route) DO UPDATE SET
       recent_failures = ARRAY(
         SELECT failed FROM unnest(c.recent_failures) failed WHERE failed > $3::timestamptz - make_interval(mins => $4) ORDER BY failed DESC LIMIT $5
       ) || $3::timestamptz,
       last_failure_at = $3,
       open_until = CASE
         WHEN (SELECT count(*) FROM unnest(c.recent_failures) failed WHERE failed > $3::timestamptz - make_interval(mins => $4)) >= $5
         THEN $3::timestamptz + make_interval(mins => $6) ELSE c.open_until END
     RETURNING coalesce(c.open_until > $3, false) AS is_open`,
    [payerId, route, now, WINDOW_MINUTES, FAILURES_TO_OPEN - 1, OPEN_MINUTES],
  );
  return row?.is_open ?? false;
}

/** An answer closes the circuit. */
export async function noteAnswer(tx: Tx, payerId: string, route: Route): Promise<void> {
  await tx.query('circuit-answer', 'DELETE FROM clearinghouse_circuits WHERE payer_id = $1 AND route = $2', [payerId, route]);
}
