/** Past claims as a range, and how often such ranges would have held. Global: percentages by payer, nothing of a patient. */
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { BackTest, PastClaim } from '@coverlight/domain/estimates/range.ts';
import { CARE_LEVELS, type ComparedKeys } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import type { Tx } from '#db/client.ts';
import { keep } from '#keep.ts';

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

/** What is asked: one payer, one level, and what is compared. */
export interface ClaimQuestion {
  payerId: string;
  level: CareLevelKey;
  keys: ComparedKeys;
}

/** A column of the table, since a level becomes part of a statement. */
function columnOf(level: CareLevelKey): string {
  if (!CARE_LEVELS.includes(level)) throw new Error('not a level of care');
  return level;
}

/** The payer or its group; merged payers count as one (docs/product.md 17.2). */
const OF_PAYER = `r.payer_id IN (
  WITH same AS (
    SELECT p.id, p.payer_group_id FROM payers p
    WHERE coalesce(p.parent_id, p.id) = (SELECT coalesce(a.parent_id, a.id) FROM payers a WHERE a.id = $1)
  ) SELECT id FROM same UNION SELECT payer_group_id FROM same WHERE payer_group_id IS NOT NULL)`;

/** The most exact first; each with what has to be known for it. */
const MATCHES = [
  { level: 3, where: 'r.employer_key = $2 AND r.group_key = $3', valuesOf: (keys: ComparedKeys) => [keys.employer, keys.group] },
  { level: 2, where: 'r.employer_key = $2', valuesOf: (keys: ComparedKeys) => [keys.employer] },
  { level: 1, where: 'r.alpha_prefix = $2', valuesOf: (keys: ComparedKeys) => [keys.prefix] },
] as const;

/**
 * Claims that match most exactly; null where none does. One statement for each match, so that the planner finds its index; equal percentages
 * are counted together first, since there are some ten thousand of them at most.
 */
async function readClaimRange(tx: Tx, { payerId, level, keys }: ClaimQuestion): Promise<ClaimRange | null> {
  const column = columnOf(level);
  for (const { level: match, where, valuesOf } of MATCHES) {
    const values = valuesOf(keys);
    if (values.includes(null)) continue;
    const [row] = await tx.query<Omit<ClaimRange, 'match_level'> & Record<string, unknown>>(
      `find-claim-range-${column}-${match}`,
      `WITH told AS (
         SELECT r.${column} AS value, count(*) AS claims, min(r.uploaded_at) AS oldest, max(r.uploaded_at) AS newest FROM reimbursements r
         WHERE ${OF_PAYER} AND ${where} AND r.${column} IS NOT NULL GROUP BY r.${column}
       ), placed AS (
         SELECT t.*, sum(t.claims) OVER (ORDER BY t.value) AS up_to, sum(t.claims) OVER () AS n FROM told t
       )
       SELECT max(n)::int AS n, min(value) AS low, max(value) AS high, min(value) FILTER (WHERE up_to * 4 >= n) AS p25,
         min(value) FILTER (WHERE up_to * 4 >= n * 3) AS p75, min(oldest) AS oldest, max(newest) AS newest
       FROM placed HAVING count(*) > 0`,
      [payerId, ...values],
    );
    if (row !== undefined) return { ...row, match_level: match };
  }
  return null;
}

const REMEMBERED_MS = 5 * 60_000;
const REMEMBERED_AT_MOST = 2000;
/** By question and the newest claim there is. Claims are only ever added; payers may be merged, hence the end after some minutes. */
const remembered = new Map<string, { range: ClaimRange | null; until: number }>();

/** The range of many claims takes a tenth of a second to read: what was just read is told again until a claim is added. */
export async function findClaimRange(tx: Tx, question: ClaimQuestion, now: Date): Promise<ClaimRange | null> {
  const [newest] = await tx.query<{ id: string }>('newest-claim', 'SELECT r.id FROM reimbursements r ORDER BY r.id DESC LIMIT 1', []);
  if (newest === undefined) return null;
  const { payerId, level, keys } = question;
  const name = JSON.stringify([newest.id, payerId, level, keys.employer, keys.group, keys.prefix]);
  const known = remembered.get(name);
  if (known !== undefined && known.until > now.getTime()) return known.range;
  const range = await readClaimRange(tx, question);
  keep(remembered, name, { range, until: now.getTime() + REMEMBERED_MS }, REMEMBERED_AT_MOST);
  return range;
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
