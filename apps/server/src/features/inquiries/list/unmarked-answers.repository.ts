/** Answers stored before lists kept what they mark them with (product.md 10.13). */
import type { PlanState } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { AnswerFlags } from '@coverlight/domain/inquiries/coverage/answer-flags.ts';
import type { Tx } from '#db/client.ts';

/** Reads every organization: for an admin's transaction. */
export async function listOrganizationsWithUnmarked(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ organization_id: string }>(
    'organizations-with-unmarked',
    'SELECT DISTINCT organization_id FROM inquiries WHERE has_coverage AND is_handled_elsewhere IS NULL ORDER BY organization_id',
    [],
  );
  return rows.map(({ organization_id }) => organization_id);
}

export interface UnmarkedAnswer {
  id: string;
  coverage: Buffer;
  submission: Buffer;
}

/** After the id `from`, in order; '' begins. */
export async function listUnmarked(tx: Tx, organizationId: string, from: string, limit: number): Promise<UnmarkedAnswer[]> {
  return await tx.query<UnmarkedAnswer & Record<string, unknown>>(
    'list-unmarked',
    `SELECT i.id, c.coverage, c.submission FROM inquiries i
     JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
     WHERE i.organization_id = $1 AND i.id > $2 AND i.has_coverage AND i.is_handled_elsewhere IS NULL AND c.coverage IS NOT NULL
     ORDER BY i.id LIMIT $3`,
    [organizationId, from, limit],
  );
}

export interface Marks extends AnswerFlags {
  plan_state: PlanState;
  is_person_in_doubt: boolean;
}

/** Leaves alone what was marked meanwhile, and what was known before. */
export async function markAnswer(tx: Tx, organizationId: string, id: string, marks: Marks): Promise<void> {
  await tx.query(
    'mark-answer',
    `UPDATE inquiries SET is_handled_elsewhere = $3, is_other_payer_first = $4,
       is_person_in_doubt = CASE WHEN plan_state IS NULL THEN $6 ELSE is_person_in_doubt END, plan_state = coalesce(plan_state, $5)
     WHERE organization_id = $1 AND id = $2 AND is_handled_elsewhere IS NULL`,
    [organizationId, id, marks.is_handled_elsewhere, marks.is_other_payer_first, marks.plan_state, marks.is_person_in_doubt],
  );
}
