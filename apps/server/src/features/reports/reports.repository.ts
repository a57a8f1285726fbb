/** Sums of an organization's work since an instant; nothing of a patient. */
import type { Tx } from '#db/client.ts';

export interface CheckSums {
  sent: number;
  answered: number;
  refused: number;
  failed: number;
  open: number;
  median: number | null;
  p95: number | null;
  /** Of those sent that belong to a person, and how many persons these are. */
  of_persons: number;
  persons: number;
}

export async function sumChecks(tx: Tx, organizationId: string, since: Date): Promise<CheckSums> {
  const [row] = await tx.query<CheckSums & Record<string, unknown>>(
    'report-checks',
    `SELECT count(*)::int AS sent, count(*) FILTER (WHERE i.status = 'complete')::int AS answered,
       count(*) FILTER (WHERE i.status = 'error')::int AS refused,
       count(*) FILTER (WHERE i.status IN ('failure', 'unknown'))::int AS failed,
       count(*) FILTER (WHERE i.status IN ('pending', 'max-retry'))::int AS open,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM i.answered_at - i.sent_at)::float8)
         FILTER (WHERE i.status = 'complete') AS median,
       percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM i.answered_at - i.sent_at)::float8)
         FILTER (WHERE i.status = 'complete') AS p95,
       count(n.person_id)::int AS of_persons, count(DISTINCT n.person_id)::int AS persons
     FROM inquiries i LEFT JOIN person_inquiries n ON n.organization_id = i.organization_id AND n.inquiry_id = i.id
     WHERE i.organization_id = $1 AND i.created_at >= $2 AND i.status NOT IN ('draft', 'cancel')`,
    [organizationId, since],
  );
  return row ?? { sent: 0, answered: 0, refused: 0, failed: 0, open: 0, median: null, p95: null, of_persons: 0, persons: 0 };
}

export interface CaseSums {
  opened: number;
  ended: number;
  cells: number;
  known_first: number;
  known_asked: number;
  known_called: number;
}

export async function sumCases(tx: Tx, organizationId: string, since: Date): Promise<CaseSums> {
  const [row] = await tx.query<CaseSums & Record<string, unknown>>(
    'report-cases',
    `SELECT count(*)::int AS opened, count(*) FILTER (WHERE c.state IN ('admitted', 'declined', 'closed'))::int AS ended,
       coalesce(sum(c.known_of), 0)::int AS cells, coalesce(sum(c.known_first), 0)::int AS known_first,
       coalesce(sum(c.known_asked), 0)::int AS known_asked, coalesce(sum(c.known_called), 0)::int AS known_called
     FROM cases c WHERE c.organization_id = $1 AND c.created_at >= $2`,
    [organizationId, since],
  );
  return row ?? { opened: 0, ended: 0, cells: 0, known_first: 0, known_asked: 0, known_called: 0 };
}

export interface PersonSums {
  user_id: string;
  name: string;
  checks: number;
  calls: number;
  call_seconds: number;
  hold_seconds: number;
}

/** Whoever checked or called. The answers of one call stand under one beginning. */
export async function sumPeople(tx: Tx, organizationId: string, since: Date): Promise<PersonSums[]> {
  return await tx.query<PersonSums & Record<string, unknown>>(
    'report-people',
    `WITH calls AS (
       SELECT w.user_id, w.call_sheet_id, w.called_at, max(w.ended_at) AS ended_at, max(w.on_hold_seconds) AS hold
       FROM call_answers w WHERE w.organization_id = $1 AND w.called_at >= $2 GROUP BY 1, 2, 3
     ), called AS (
       SELECT user_id, count(*)::int AS calls, coalesce(sum(extract(epoch FROM ended_at - called_at)), 0)::int AS call_seconds,
         coalesce(sum(hold), 0)::int AS hold_seconds FROM calls GROUP BY 1
     ), checked AS (
       SELECT i.user_id, count(*)::int AS checks FROM inquiries i
       WHERE i.organization_id = $1 AND i.created_at >= $2 AND i.status NOT IN ('draft', 'cancel') GROUP BY 1
     )
     SELECT u.id AS user_id, trim(u.first_name || ' ' || u.last_name) AS name, coalesce(k.checks, 0) AS checks, coalesce(c.calls, 0) AS calls,
       coalesce(c.call_seconds, 0) AS call_seconds, coalesce(c.hold_seconds, 0) AS hold_seconds
     FROM users u LEFT JOIN checked k ON k.user_id = u.id LEFT JOIN called c ON c.user_id = u.id
     WHERE u.organization_id = $1 AND (k.checks > 0 OR c.calls > 0) ORDER BY checks DESC, calls DESC, u.last_name, u.id`,
    [organizationId, since],
  );
}

/** Counted checks, and dollars for those beyond the plan's own in the billing periods that began since then; null: no period began. */
export async function sumSpend(tx: Tx, organizationId: string, since: Date): Promise<{ counted: number; dollars: string | null }> {
  const [row] = await tx.query<{ counted: number; dollars: string | null }>(
    'report-spend',
    `SELECT (SELECT count(*)::int FROM usage_events e WHERE e.organization_id = $1 AND e.counted_at >= $2) AS counted,
       (SELECT sum(p.extra_cost)::text FROM usage_periods p WHERE p.organization_id = $1 AND p.started_at >= $2) AS dollars`,
    [organizationId, since],
  );
  return row ?? { counted: 0, dollars: null };
}
