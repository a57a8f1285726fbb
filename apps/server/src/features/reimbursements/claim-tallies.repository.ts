/** Past claims counted together by percentage, where a payer and prefix have many of them (docs/decisions/112-claim-tallies.md). */
import { CARE_LEVELS } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import type { Tx } from '#db/client.ts';

/** Fewer are read as fast one by one. */
export const MANY_CLAIMS = 2000;

const VALUES = CARE_LEVELS.map((level) => `('${level}', r.${level})`).join(', ');

/** Uploads wait for each other, and for whoever counts them: their claims are all counted, or all newer than what was. */
export async function lockClaims(tx: Tx): Promise<void> {
  await tx.queryOnce(`SELECT pg_advisory_xact_lock(hashtext('reimbursements'))`, []);
}

/** Whether claims from this id on look as if they were counted: ids are made by the clocks of servers. Needs the lock. */
export async function isTallied(tx: Tx, id: string): Promise<boolean> {
  return (await tx.queryOnce('SELECT FROM claim_tally_marks WHERE until >= $1', [id])).length > 0;
}

/** Counts all of them anew. Needs the admin's role and the lock. */
export async function tallyClaims(tx: Tx, now: Date): Promise<void> {
  await tx.queryOnce('DELETE FROM claim_tallies', []);
  await tx.queryOnce(
    `INSERT INTO claim_tallies (payer_id, alpha_prefix, level, percent, claims, oldest, newest)
     SELECT r.payer_id, r.alpha_prefix, v.level, v.percent, count(*), min(r.uploaded_at), max(r.uploaded_at)
     FROM (SELECT payer_id, alpha_prefix FROM reimbursements WHERE alpha_prefix IS NOT NULL GROUP BY 1, 2 HAVING count(*) >= $1) many
     JOIN reimbursements r ON r.payer_id = many.payer_id AND r.alpha_prefix = many.alpha_prefix
     CROSS JOIN LATERAL (VALUES ${VALUES}) AS v (level, percent)
     WHERE v.percent IS NOT NULL GROUP BY 1, 2, 3, 4`,
    [MANY_CLAIMS],
  );
  await tx.queryOnce(
    `INSERT INTO claim_tally_marks (until, made_at) SELECT max(id), $1 FROM reimbursements HAVING count(*) > 0
     ON CONFLICT (is_only) DO UPDATE SET until = excluded.until, made_at = excluded.made_at`,
    [now],
  );
}
