/** Past reimbursements and local allowables. Global but for the member ids of the latter (docs/product.md 17). */
import { CARE_LEVELS, type CareLevel, type ClaimSums, type ComparedKeys } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import type { Tx } from '#db/client.ts';

/** A row as it is stored; decimals as text. */
export interface NewReimbursement {
  id: string;
  claim_id: string;
  payer_id: string;
  employer_name: string | null;
  group_number: string | null;
  employer_key: string | null;
  group_key: string | null;
  alpha_prefix: string | null;
  dtx: string | null;
  rtc: string | null;
  php: string | null;
  iop: string | null;
  op: string | null;
}

type SumRow = Record<`${CareLevel}_sum`, string> &
  Record<`${CareLevel}_count`, number> & {
    same_employer: boolean;
    same_group: boolean;
    same_prefix: boolean;
    claims: number;
    newest: Date;
  };

const SUMS = CARE_LEVELS.map((level) => `coalesce(sum(r.${level}), 0) AS ${level}_sum, count(r.${level})::int AS ${level}_count`).join(
  ', ',
);

/**
 * Claims of the payer or its group that share employer or prefix, summed up by what they share: at most eight rows. Merged payers
 * count as one: a claim may name either of them (docs/product.md 15.1).
 */
export async function sumClaims(tx: Tx, payerId: string, keys: ComparedKeys): Promise<ClaimSums[]> {
  const rows = await tx.query<SumRow>(
    'sum-reimbursement-claims',
    `WITH same AS (
       SELECT p.id, p.payer_group_id FROM payers p
       WHERE coalesce(p.parent_id, p.id) = (SELECT coalesce(a.parent_id, a.id) FROM payers a WHERE a.id = $1)
     ), asked AS (SELECT id FROM same UNION SELECT payer_group_id FROM same WHERE payer_group_id IS NOT NULL)
     SELECT coalesce(r.employer_key = $2, false) AS same_employer, coalesce(r.group_key = $3, false) AS same_group,
       coalesce(r.alpha_prefix = $4, false) AS same_prefix, count(*)::int AS claims, max(r.uploaded_at) AS newest, ${SUMS}
     FROM reimbursements r
     WHERE r.payer_id IN (SELECT id FROM asked) AND (r.employer_key = $2 OR r.alpha_prefix = $4)
     GROUP BY 1, 2, 3`,
    [payerId, keys.employer, keys.group, keys.prefix],
  );
  return rows.map((row) => ({
    sameEmployer: row.same_employer,
    sameGroup: row.same_group,
    samePrefix: row.same_prefix,
    claims: row.claims,
    newest: row.newest,
    levels: {
      dtx: { sum: row.dtx_sum, count: row.dtx_count },
      rtc: { sum: row.rtc_sum, count: row.rtc_count },
      php: { sum: row.php_sum, count: row.php_count },
      iop: { sum: row.iop_sum, count: row.iop_count },
      op: { sum: row.op_sum, count: row.op_count },
    },
  }));
}

export async function isLocalAllowable(tx: Tx, prefix: string): Promise<boolean> {
  const [row] = await tx.query<{ is: boolean }>('is-local-allowable', 'SELECT is_local_allowable($1) AS is', [prefix]);
  return row?.is === true;
}

/** Kept with the inquiry once an estimate existed for it (docs/product.md 17.4). */
export async function rememberEstimate(tx: Tx, organizationId: string, inquiryId: string): Promise<void> {
  await tx.query(
    'remember-reimbursement',
    'UPDATE inquiries SET had_reimbursement = true WHERE organization_id = $1 AND id = $2 AND NOT had_reimbursement',
    [organizationId, inquiryId],
  );
}

/** Ids by code, in upper case. Of two clearinghouses that use one code for different payers the first by name counts. */
export async function mapPayerCodes(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.query<{ payer_id: string; code: string }>(
    'map-payer-codes',
    'SELECT payer_id, upper(code) AS code FROM payer_sources WHERE code IS NOT NULL ORDER BY clearinghouse DESC, payer_id',
    [],
  );
  return new Map(rows.map(({ payer_id, code }) => [code, payer_id]));
}

/** A known claim stays as it is. Needs the admin's role; answers how many were new. */
export async function insertReimbursements(tx: Tx, rows: readonly NewReimbursement[], now: Date): Promise<number> {
  const { rowCount } = await tx.execute(
    `INSERT INTO reimbursements (id, claim_id, payer_id, employer_name, group_number, employer_key, group_key, alpha_prefix,
       dtx, rtc, php, iop, op, uploaded_at)
     SELECT x.id, x.claim_id, x.payer_id, x.employer_name, x.group_number, x.employer_key, x.group_key, x.alpha_prefix,
       x.dtx, x.rtc, x.php, x.iop, x.op, $2
     FROM jsonb_to_recordset($1::jsonb) AS x (id text, claim_id text, payer_id text, employer_name text, group_number text,
       employer_key text, group_key text, alpha_prefix text, dtx numeric, rtc numeric, php numeric, iop numeric, op numeric)
     ON CONFLICT (claim_id) DO NOTHING`,
    [JSON.stringify(rows), now],
  );
  return rowCount ?? 0;
}

export interface NewLocalAllowable {
  id: string;
  alpha_prefix: string;
  /** Ciphertext. */
  member_id: Buffer;
}

/** A known prefix stays as it is. Needs the admin's role for the internal organization; answers how many were new. */
export async function insertLocalAllowables(tx: Tx, rows: readonly NewLocalAllowable[], now: Date): Promise<number> {
  const { rowCount } = await tx.execute(
    `INSERT INTO la_prefixes (organization_id, id, alpha_prefix, member_id, created_at)
     SELECT $1, x.id, x.alpha_prefix, x.member_id, $2
     FROM unnest($3::text[], $4::text[], $5::bytea[]) AS x (id, alpha_prefix, member_id)
     ON CONFLICT (organization_id, alpha_prefix) DO NOTHING`,
    [tx.organizationId, now, rows.map(({ id }) => id), rows.map((row) => row.alpha_prefix), rows.map((row) => row.member_id)],
  );
  return rowCount ?? 0;
}
