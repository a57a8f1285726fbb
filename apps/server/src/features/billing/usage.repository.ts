/** Completed inquiries by period, and the extra ones that wait to be reported. */
import type { Tx } from '#db/client.ts';
import type { SubscriptionRecord } from './subscriptions.repository.ts';

export interface Terms {
  status: SubscriptionRecord['status'];
  current_period_starts_at: Date | null;
  current_period_ends_at: Date | null;
  base_inquiries: number;
  addl_cost: string;
}

/** Of the running subscription, else of the last; null without any. */
export async function findTerms(tx: Tx, organizationId: string): Promise<Terms | null> {
  const [row] = await tx.query<Terms & Record<string, unknown>>(
    'find-billing-terms',
    `SELECT s.status, s.current_period_starts_at, s.current_period_ends_at, p.base_inquiries, p.addl_cost
     FROM subscriptions s JOIN plans p ON p.id = s.plan_id WHERE s.organization_id = $1
     ORDER BY s.status IN ('canceled', 'incomplete_expired'), s.created_at DESC LIMIT 1`,
    [organizationId],
  );
  return row ?? null;
}

export interface Count {
  organizationId: string;
  inquiryId: string;
  periodStartsAt: Date;
  at: Date;
  included: number;
  /** Dollars for one beyond `included`; null where none is billed. */
  extraCost: string | null;
}

/**
 * True for one beyond the allowance; false also for one that was counted before, which counts nothing. Parallel completions queue at the
 * period's row, so the boundary is passed exactly once.
 */
export async function countOne(tx: Tx, count: Count): Promise<boolean> {
  const { organizationId, inquiryId, periodStartsAt, at, included, extraCost } = count;
  const [use] = await tx.query<{ is_extra: boolean }>(
    'count-use',
    `WITH period AS (
       INSERT INTO usage_periods AS p (organization_id, started_at, used, extra, extra_cost)
         SELECT $1, $2, 1, CASE WHEN $4::numeric IS NOT NULL AND 1 > $3::integer THEN 1 ELSE 0 END,
           CASE WHEN 1 > $3::integer THEN coalesce($4::numeric, 0) ELSE 0 END
         WHERE NOT EXISTS (SELECT FROM usage_events WHERE inquiry_id = $5)
       ON CONFLICT (organization_id, started_at) DO UPDATE SET
         used = p.used + 1,
         extra = p.extra + CASE WHEN $4::numeric IS NOT NULL AND p.used >= $3::integer THEN 1 ELSE 0 END,
         extra_cost = p.extra_cost + CASE WHEN p.used >= $3::integer THEN coalesce($4::numeric, 0) ELSE 0 END
       RETURNING $4::numeric IS NOT NULL AND p.used > $3::integer AS is_extra
     )
     INSERT INTO usage_events (organization_id, inquiry_id, period_started_at, counted_at, is_extra)
       SELECT $1, $5, $2, $6, is_extra FROM period RETURNING is_extra`,
    [organizationId, periodStartsAt, included, extraCost, inquiryId, at],
  );
  return use?.is_extra ?? false;
}

export interface PeriodUsage {
  used: number;
  extra: number;
  extra_cost: string;
}

export async function findPeriodUsage(tx: Tx, organizationId: string, periodStartsAt: Date): Promise<PeriodUsage> {
  const [row] = await tx.query<PeriodUsage & Record<string, unknown>>(
    'find-period-usage',
    'SELECT used, extra, extra_cost FROM usage_periods WHERE organization_id = $1 AND started_at = $2',
    [organizationId, periodStartsAt],
  );
  return row ?? { used: 0, extra: 0, extra_cost: '0.00' };
}

export interface UnreportedUse {
  inquiry_id: string;
  counted_at: Date;
  period_started_at: Date;
  /** Of a try whose outcome is unknown. */
  uncertain_since: Date | null;
  reported_for: Date | null;
}

/** Oldest first. */
export async function listUnreported(tx: Tx, organizationId: string, limit: number): Promise<UnreportedUse[]> {
  return await tx.query<UnreportedUse & Record<string, unknown>>(
    'list-unreported-use',
    `SELECT inquiry_id, counted_at, period_started_at, uncertain_since, reported_for FROM usage_events
     WHERE organization_id = $1 AND is_extra AND reported_at IS NULL ORDER BY counted_at, inquiry_id LIMIT $2`,
    [organizationId, limit],
  );
}

/** Before a use leaves: should this process die now, its outcome is unknown. */
export async function markUncertain(tx: Tx, inquiryId: string, since: Date, reportedFor: Date): Promise<void> {
  await tx.query(
    'mark-use-uncertain',
    'UPDATE usage_events SET uncertain_since = $3, reported_for = $4 WHERE organization_id = $1 AND inquiry_id = $2',
    [tx.organizationId, inquiryId, since, reportedFor],
  );
}

/** It surely was not taken. */
export async function clearUncertain(tx: Tx, inquiryId: string): Promise<void> {
  await tx.query(
    'clear-use-uncertain',
    'UPDATE usage_events SET uncertain_since = NULL, reported_for = NULL WHERE organization_id = $1 AND inquiry_id = $2',
    [tx.organizationId, inquiryId],
  );
}

export async function markReported(tx: Tx, inquiryId: string, now: Date): Promise<void> {
  await tx.query(
    'mark-use-reported',
    'UPDATE usage_events SET reported_at = $3 WHERE organization_id = $1 AND inquiry_id = $2 AND reported_at IS NULL',
    [tx.organizationId, inquiryId, now],
  );
}

/** Known to have been taken, for moments `from` <= moment < `to`. */
export async function countReported(tx: Tx, organizationId: string, from: Date, to: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'count-reported-use',
    `SELECT count(*)::int AS count FROM usage_events
     WHERE organization_id = $1 AND reported_at IS NOT NULL AND reported_for >= $2 AND reported_for < $3`,
    [organizationId, from, to],
  );
  return row?.count ?? 0;
}

export async function listOrganizationsWithUnreported(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ organization_id: string }>('find-unreported-usage', 'SELECT * FROM find_unreported_usage($1)', [1000]);
  return rows.map((row) => row.organization_id);
}
