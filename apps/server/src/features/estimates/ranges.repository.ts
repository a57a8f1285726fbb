/** Past claims as a range, and how often such ranges would have held. Global: percentages by payer, nothing of a patient. */
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { BackTest, PastClaim } from '@coverlight/domain/estimates/range.ts';
import { CARE_LEVELS, type ComparedKeys } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import type { Tx } from '#db/client.ts';

export interface ClaimRange {
  match_level: 1 | 2 | 3;
  n: number;
  low: string;
  high: string;
  p25: string;
  p75: string;
  oldest: Date;
  newest: Date;
}

/** A column of the table, since a level becomes part of a statement. */
function columnOf(level: CareLevelKey): string {
  if (!CARE_LEVELS.includes(level)) throw new Error('not a level of care');
  return level;
}

/** Claims of the payer or its group that match most exactly; null where none does. Merged payers count as one (docs/product.md 17.2). */
export async function findClaimRange(
  tx: Tx,
  { payerId, level, keys }: { payerId: string; level: CareLevelKey; keys: ComparedKeys },
): Promise<ClaimRange | null> {
  const column = columnOf(level);
  const [row] = await tx.query<ClaimRange & Record<string, unknown>>(
    `find-claim-range-${column}`,
    `WITH same AS (
       SELECT p.id, p.payer_group_id FROM payers p
       WHERE coalesce(p.parent_id, p.id) = (SELECT coalesce(a.parent_id, a.id) FROM payers a WHERE a.id = $1)
     ), asked AS (SELECT id FROM same UNION SELECT payer_group_id FROM same WHERE payer_group_id IS NOT NULL),
     claims AS MATERIALIZED (
       SELECT r.${column} AS value, r.uploaded_at, CASE WHEN r.employer_key = $2 AND r.group_key = $3 THEN 3
         WHEN r.employer_key = $2 THEN 2 ELSE 1 END AS exactness, coalesce(r.alpha_prefix = $4, false) AS same_prefix
       FROM reimbursements r
       WHERE r.payer_id IN (SELECT id FROM asked) AND (r.employer_key = $2 OR r.alpha_prefix = $4) AND r.${column} IS NOT NULL
     ), best AS (SELECT max(exactness) AS level FROM claims)
     SELECT b.level AS match_level, count(*)::int AS n, min(c.value) AS low, max(c.value) AS high,
       percentile_disc(0.25) WITHIN GROUP (ORDER BY c.value) AS p25, percentile_disc(0.75) WITHIN GROUP (ORDER BY c.value) AS p75,
       min(c.uploaded_at) AS oldest, max(c.uploaded_at) AS newest
     FROM claims c CROSS JOIN best b WHERE CASE WHEN b.level = 1 THEN c.same_prefix ELSE c.exactness >= b.level END GROUP BY b.level`,
    [payerId, keys.employer, keys.group, keys.prefix],
  );
  return row ?? null;
}

/** Null before the first night. */
export async function findBackTest(tx: Tx, payerId: string, level: CareLevelKey): Promise<BackTest | null> {
  const [row] = await tx.query<BackTest & Record<string, unknown>>(
    'find-backtest',
    `SELECT b.tested, b.held FROM backtests b
     WHERE b.payer_id = (SELECT coalesce(p.parent_id, p.id) FROM payers p WHERE p.id = $1) AND b.level = $2`,
    [payerId, level],
  );
  return row ?? null;
}

/** Payers as they stand for merged ones. */
export async function listClaimedPayers(tx: Tx): Promise<string[]> {
  const rows = await tx.queryOnce<{ id: string }>(
    `SELECT DISTINCT coalesce(p.parent_id, p.id) AS id FROM payers p WHERE EXISTS (SELECT FROM reimbursements r WHERE r.payer_id = p.id) ORDER BY 1`,
    [],
  );
  return rows.map(({ id }) => id);
}

/** All claims of a payer that tell of a level; percents times 10,000. */
export async function listPastClaims(tx: Tx, payerId: string, level: CareLevelKey): Promise<PastClaim[]> {
  const column = columnOf(level);
  return await tx.queryOnce<PastClaim & Record<string, unknown>>(
    `SELECT r.employer_key AS employer, r.group_key AS "group", r.alpha_prefix AS prefix, (r.${column} * 10000)::int AS value
     FROM reimbursements r JOIN payers p ON p.id = r.payer_id
     WHERE coalesce(p.parent_id, p.id) = $1 AND r.${column} IS NOT NULL`,
    [payerId],
  );
}

/** Needs the admin's role. */
export async function writeBackTest(
  tx: Tx,
  { payerId, level, test: { tested, held }, now }: { payerId: string; level: CareLevelKey; test: BackTest; now: Date },
): Promise<void> {
  await tx.queryOnce(
    `INSERT INTO backtests (payer_id, level, tested, held, made_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (payer_id, level) DO UPDATE SET tested = excluded.tested, held = excluded.held, made_at = excluded.made_at`,
    [payerId, level, tested, held, now],
  );
}

/** Whether counsel has read the text of the estimates. */
export async function findNoticeConfirmation(tx: Tx): Promise<{ confirmed_by: string; confirmed_at: Date } | null> {
  const [row] = await tx.query<{ confirmed_by: string; confirmed_at: Date }>(
    'find-notice-confirmation',
    `SELECT confirmed_by, confirmed_at FROM platform_confirmations WHERE matter = 'estimate-notice'`,
    [],
  );
  return row ?? null;
}
