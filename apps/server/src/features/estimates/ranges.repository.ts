/** Past claims as a range, and how often such ranges would have held. Global: percentages by payer, nothing of a patient. */
import { createHash } from 'node:crypto';
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import { areEnough, ownAt, type OwnClaim } from '@coverlight/domain/estimates/own-claims.ts';
import type { BackTest, PastClaim } from '@coverlight/domain/estimates/range.ts';
import { CARE_LEVELS, type ComparedKeys } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import type { Tx } from '#db/client.ts';
import { keep } from '#keep.ts';

export interface ClaimRange {
  match_level: 1 | 2 | 3;
  n: number;
  /** Of these the practice's own. */
  own: number;
  low: string;
  high: string;
  p25: string;
  p75: string;
  oldest: Date;
  newest: Date;
}

/** What is asked: one payer, one level, and what is compared; `own` are the practice's own claims of both, matching or not. */
export interface ClaimQuestion {
  payerId: string;
  level: CareLevelKey;
  keys: ComparedKeys;
  own: readonly OwnClaim[];
}

/** A column of the table, since a level becomes part of a statement. */
function columnOf(level: CareLevelKey): string {
  if (!CARE_LEVELS.includes(level)) throw new Error('not a level of care');
  return level;
}

/** Ids of the payer or its group; merged payers count as one (docs/product.md 17.2). */
export const FAMILY = `WITH same AS (
    SELECT p.id, p.payer_group_id FROM payers p
    WHERE coalesce(p.parent_id, p.id) = (SELECT coalesce(a.parent_id, a.id) FROM payers a WHERE a.id = $1)
  ) SELECT id FROM same UNION SELECT payer_group_id FROM same WHERE payer_group_id IS NOT NULL`;

/** Those of them whose many claims of the prefix are counted already, and the others. */
async function findFamily(tx: Tx, payerId: string, prefix: string): Promise<{ tallied: string[]; others: string[] }> {
  const rows = await tx.query<{ id: string; is_tallied: boolean }>(
    'find-payer-family',
    `SELECT f.id, EXISTS (SELECT FROM claim_tallies k WHERE k.payer_id = f.id AND k.alpha_prefix = $2) AS is_tallied FROM (${FAMILY}) f`,
    [payerId, prefix],
  );
  const of = (is: boolean) => rows.filter(({ is_tallied: isTallied }) => isTallied === is).map(({ id }) => id);
  return { tallied: of(true), others: of(false) };
}

/** SQL of percentages with how many claims each, and what it takes from `$1` on. */
interface Source {
  sql: string;
  values: unknown[];
}

const oneByOne = (column: string, where: string) =>
  `SELECT r.${column} AS value, count(*)::int AS claims, min(r.uploaded_at) AS oldest, max(r.uploaded_at) AS newest FROM reimbursements r
   WHERE ${where} AND r.${column} IS NOT NULL GROUP BY r.${column}`;

/** The most exact first; each with what has to be known for it. Employers have some hundred claims, prefixes may have very many. */
const MATCHES = [
  {
    level: 3,
    valuesOf: ({ employer, group }: ComparedKeys) => [employer, group],
    where: 'r.employer_key = $2 AND r.group_key = $3',
  },
  { level: 2, valuesOf: ({ employer }: ComparedKeys) => [employer], where: 'r.employer_key = $2' },
  { level: 1, valuesOf: ({ prefix }: ComparedKeys) => [prefix], where: null },
] as const;

/** What was counted, what came since, and the claims of payers that have few. */
async function ofPrefix(tx: Tx, { payerId, level, keys }: ClaimQuestion): Promise<Source> {
  const column = columnOf(level);
  const { tallied, others } = await findFamily(tx, payerId, keys.prefix ?? '');
  return {
    sql: `SELECT k.percent AS value, k.claims, k.oldest, k.newest FROM claim_tallies k
      WHERE k.payer_id = ANY ($1::text[]) AND k.alpha_prefix = $3 AND k.level = '${column}'
      UNION ALL ${oneByOne(
        column,
        `cardinality($1::text[]) > 0 AND r.payer_id = ANY ($1::text[]) AND r.alpha_prefix = $3 AND r.id > (SELECT m.until FROM claim_tally_marks m)`,
      )}
      UNION ALL ${oneByOne(column, 'cardinality($2::text[]) > 0 AND r.payer_id = ANY ($2::text[]) AND r.alpha_prefix = $3')}`,
    values: [tallied, others, keys.prefix],
  };
}

/** Claims that match most exactly; null where none does. One statement for each match, so that the planner finds its index. */
async function readClaimRange(tx: Tx, question: ClaimQuestion): Promise<ClaimRange | null> {
  const { payerId, level, keys, own: all } = question;
  const column = columnOf(level);
  for (const { level: match, where, valuesOf } of MATCHES) {
    const compared = valuesOf(keys);
    if (compared.includes(null)) continue;
    const own = ownAt(all, keys, match);
    // Where own claims are enough, they make the range alone.
    const row = areEnough(own)
      ? await rangeOf(
          tx,
          `own-range`,
          { sql: 'SELECT NULL::numeric, 0, NULL::timestamptz, NULL::timestamptz WHERE false', values: [] },
          own,
        )
      : await rangeOf(
          tx,
          `find-claim-range-${column}-${match}`,
          where === null
            ? await ofPrefix(tx, question)
            : { sql: oneByOne(column, `r.payer_id IN (${FAMILY}) AND ${where}`), values: [payerId, ...compared] },
          own,
        );
    if (row !== null) return { ...row, own: own.length, match_level: match };
  }
  return null;
}

/** Equal percentages were counted together: there are some ten thousand of them at most. */
async function rangeOf(
  tx: Tx,
  name: string,
  { sql, values }: Source,
  own: readonly OwnClaim[],
): Promise<Omit<ClaimRange, 'match_level' | 'own'> | null> {
  const [shares, times] = [`$${values.length + 1}`, `$${values.length + 2}`];
  const [row] = await tx.query<Omit<ClaimRange, 'match_level' | 'own'> & Record<string, unknown>>(
    name,
    `WITH told (value, claims, oldest, newest) AS (
       ${sql}
       UNION ALL SELECT o.value, 1, o.at, o.at FROM unnest(${shares}::numeric[], ${times}::timestamptz[]) AS o (value, at)
     ), placed AS (
       SELECT t.*, sum(t.claims) OVER (ORDER BY t.value) AS up_to, sum(t.claims) OVER () AS n FROM told t
     )
     SELECT max(n)::int AS n, min(value) AS low, max(value) AS high, min(value) FILTER (WHERE up_to * 4 >= n) AS p25,
       min(value) FILTER (WHERE up_to * 4 >= n * 3) AS p75, min(oldest) AS oldest, max(newest) AS newest
     FROM placed HAVING count(*) > 0`,
    [...values, own.map(({ share }) => share), own.map(({ addedAt }) => addedAt)],
  );
  return row ?? null;
}

const REMEMBERED_MS = 5 * 60_000;
const REMEMBERED_AT_MOST = 2000;
/** By question and the newest claim there is. Uploaded claims are only ever added; payers may be merged, hence the end after some minutes. */
const remembered = new Map<string, { range: ClaimRange | null; until: number }>();

/** A practice's own claims are its alone, and may be many: their digest stands for them. */
const digestOf = (own: readonly OwnClaim[]) => (own.length === 0 ? '' : createHash('sha256').update(JSON.stringify(own)).digest('base64'));

/** What was just read is told again until a claim is added. */
export async function findClaimRange(tx: Tx, question: ClaimQuestion, now: Date): Promise<ClaimRange | null> {
  const [newest] = await tx.query<{ id: string }>('newest-claim', 'SELECT r.id FROM reimbursements r ORDER BY r.id DESC LIMIT 1', []);
  const { payerId, level, keys, own } = question;
  if (newest === undefined && own.length === 0) return null;
  const name = JSON.stringify([newest?.id, payerId, level, keys.employer, keys.group, keys.prefix, digestOf(own)]);
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
