/** What a case shows of its estimates without opening them. */
import type { EstimateKind, EstimateState } from '@coverlight/contract/cases/estimate.schema.ts';
import type { Tx } from '#db/client.ts';

export interface CaseEstimate {
  id: string;
  kind: EstimateKind;
  state: EstimateState;
  /** YYYY-MM-DD. */
  due_at: string | null;
  delivered_at: Date | null;
  delivered_by: string | null;
  deliverer_name: string | null;
  created_by: string;
  creator_name: string;
  created_at: Date;
}

/** Newest first. */
export async function listCaseEstimates(tx: Tx, organizationId: string, caseId: string): Promise<CaseEstimate[]> {
  return await tx.query<CaseEstimate & Record<string, unknown>>(
    'list-case-estimates',
    `SELECT e.id, e.kind, e.state, e.due_at, e.delivered_at, e.delivered_by, trim(d.first_name || ' ' || d.last_name) AS deliverer_name,
       e.created_by, trim(u.first_name || ' ' || u.last_name) AS creator_name, e.created_at
     FROM estimates e JOIN users u ON u.organization_id = e.organization_id AND u.id = e.created_by
     LEFT JOIN users d ON d.organization_id = e.organization_id AND d.id = e.delivered_by
     WHERE e.organization_id = $1 AND e.case_id = $2 ORDER BY e.created_at DESC, e.id DESC`,
    [organizationId, caseId],
  );
}
