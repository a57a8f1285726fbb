/** How payers answered lately, from the rows of what was asked of them. No patient data. */
import type { HealthRow } from '@coverlight/contract/admin/admin-payer.schema.ts';
import type { Tx } from '#db/client.ts';

/** Of one payer and clearinghouse; without the state of the circuit, which is of the moment. */
export type PayerRecord = Omit<HealthRow, 'circuit' | 'source_name'>;

interface Stored extends Record<string, unknown> {
  payer_id: string;
  payer_name: string;
  route: string;
  asked: number;
  answered: number;
  median_seconds: number | null;
  p95_seconds: number | null;
  last_failure_at: Date | null;
}

/** Every payer that was asked since then, in no order. */
export async function listPayerRecords(tx: Tx, since: Date): Promise<PayerRecord[]> {
  const rows = await tx.query<Stored>(
    'payer-records',
    `SELECT y.id AS payer_id, y.name AS payer_name, h.*
     FROM (
       SELECT i.payer_id, a.route, count(*)::int AS asked,
         count(*) FILTER (WHERE a.outcome IN ('answered', 'rejected'))::int AS answered,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM a.ended_at - a.started_at)) FILTER (WHERE a.outcome IN ('answered', 'rejected')) AS median_seconds,
         percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM a.ended_at - a.started_at)) FILTER (WHERE a.outcome IN ('answered', 'rejected')) AS p95_seconds,
         max(a.started_at) FILTER (WHERE a.outcome IN ('no-answer', 'unreachable', 'unavailable', 'uncertain', 'lost')) AS last_failure_at
       FROM inquiry_asks a
       JOIN inquiries i ON i.organization_id = a.organization_id AND i.id = a.inquiry_id
       WHERE a.started_at >= $1
       GROUP BY i.payer_id, a.route) h
     JOIN payers y ON y.id = h.payer_id`,
    [since],
  );
  const rounded = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 10) / 10);
  return rows.map((row) => ({
    payer: { id: row.payer_id, name: row.payer_name },
    source: row.route,
    asked: row.asked,
    answered: row.answered,
    median_seconds: rounded(row.median_seconds),
    p95_seconds: rounded(row.p95_seconds),
    last_failure_at: row.last_failure_at?.toISOString() ?? null,
  }));
}

/** Payers that are not asked for a while at that clearinghouse. */
export async function listOpenCircuits(tx: Tx, now: Date): Promise<{ payer_id: string; route: string }[]> {
  return await tx.query<{ payer_id: string; route: string }>(
    'open-circuits',
    'SELECT payer_id, route FROM clearinghouse_circuits WHERE open_until > $1',
    [now],
  );
}
