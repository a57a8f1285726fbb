/** After three failures of communication in five minutes a payer is left alone at that clearinghouse for a while (product.md 11.5). */
import type { Route } from '@coverlight/domain/inquiries/next-ask.ts';
import type { Tx } from '#db/client.ts';

const FAILURES_TO_OPEN = 3;
const WINDOW_MINUTES = 5;
const OPEN_MINUTES = 2;

export async function noteFailure(tx: Tx, payerId: string, route: Route, now: Date): Promise<void> {
  await tx.query(
    'circuit-failure',
    `INSERT INTO clearinghouse_circuits AS c (payer_id, route, failures, window_started_at, last_failure_at) VALUES ($1, $2, 1, $3, $3)
     ON CONFLICT (payer_id, route) DO UPDATE SET
       failures = CASE WHEN c.window_started_at < $3::timestamptz - make_interval(mins => $4) THEN 1 ELSE c.failures + 1 END,
       window_started_at = CASE WHEN c.window_started_at < $3::timestamptz - make_interval(mins => $4) THEN $3 ELSE c.window_started_at END,
       last_failure_at = $3,
       open_until = CASE
         WHEN c.window_started_at >= $3::timestamptz - make_interval(mins => $4) AND c.failures + 1 >= $5
         THEN $3::timestamptz + make_interval(mins => $6) ELSE c.open_until END`,
    [payerId, route, now, WINDOW_MINUTES, FAILURES_TO_OPEN, OPEN_MINUTES],
  );
}

/** An answer closes the circuit. */
export async function noteAnswer(tx: Tx, payerId: string, route: Route): Promise<void> {
  await tx.query('circuit-answer', 'DELETE FROM clearinghouse_circuits WHERE payer_id = $1 AND route = $2', [payerId, route]);
}
