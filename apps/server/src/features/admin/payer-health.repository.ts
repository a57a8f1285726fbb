/** How payers answered lately, from the rows of what was asked of them. No patient data. */
import type { HealthRow } from '@coverlight/contract/admin/admin-payers.contract.ts';
import type { Tx } from '#db/client.ts';
import { containing, type Limits } from '#db/page.ts';

interface Stored {
  payer_id: string;
  payer_name: string;
  route: 'availity' | 'pVerify';
  asked: number;
  answered: number;
  median_seconds: number | null;
  p95_seconds: number | null;
  last_failure_at: Date | null;
  is_open: boolean;
  total: number;
}

const SORTS: Readonly<Record<string, string>> = {
  name: 'lower(h.payer_name)',
  asked: 'h.asked',
  answered: 'h.answered',
  last_failure_at: 'h.last_failure_at',
};

export async function listPayerHealth(
  tx: Tx,
  { since, now, sort, q, limits }: { since: Date; now: Date; sort: string; q: string; limits: Limits },
): Promise<{ rows: HealthRow[]; total: number }> {
  const column = SORTS[sort.replace(/^-/, '')] ?? 'h.asked';
  const rows = await tx.queryOnce<Stored & Record<string, unknown>>(
    `WITH h AS (
       SELECT y.id AS payer_id, y.name AS payer_name, a.route, count(*)::int AS asked,
         count(*) FILTER (WHERE a.outcome IN ('answered', 'rejected'))::int AS answered,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM a.ended_at - a.started_at)) FILTER (WHERE a.outcome IN ('answered', 'rejected')) AS median_seconds,
         percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM a.ended_at - a.started_at)) FILTER (WHERE a.outcome IN ('answered', 'rejected')) AS p95_seconds,
         max(a.started_at) FILTER (WHERE a.outcome IN ('no-answer', 'unreachable', 'unavailable', 'uncertain', 'lost')) AS last_failure_at
       FROM inquiry_asks a
       JOIN inquiries i ON i.organization_id = a.organization_id AND i.id = a.inquiry_id
       JOIN payers y ON y.id = i.payer_id
       WHERE a.started_at >= $1 AND y.name ILIKE $2
       GROUP BY y.id, y.name, a.route)
     SELECT h.*, coalesce(c.open_until > $3, false) AS is_open, count(*) OVER ()::int AS total
     FROM h LEFT JOIN clearinghouse_circuits c ON c.payer_id = h.payer_id AND c.route = h.route
     ORDER BY ${column} ${sort.startsWith('-') ? 'DESC' : 'ASC'} NULLS LAST, h.payer_name, h.route LIMIT $4 OFFSET $5`,
    [since, containing(q), now, limits.limit, limits.offset],
  );
  const rounded = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 10) / 10);
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      payer: { id: row.payer_id, name: row.payer_name },
      source: row.route,
      asked: row.asked,
      answered: row.answered,
      median_seconds: rounded(row.median_seconds),
      p95_seconds: rounded(row.p95_seconds),
      last_failure_at: row.last_failure_at?.toISOString() ?? null,
      circuit: row.is_open ? 'open' : 'closed',
    })),
  };
}
