/** Estimates of cases: their days in clear, all else as ciphertext. */
import type {
  Actual,
  Calculation,
  Estimate,
  EstimateBasis,
  EstimateKind,
  EstimateLine,
  EstimateState,
  Range,
} from '@coverlight/contract/cases/estimate.schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';

export interface EstimateContent {
  lines: EstimateLine[];
  apart: string[];
  basis: EstimateBasis | null;
  low: Calculation | null;
  high: Calculation | null;
  missing: Estimate['missing'];
  range: Range | null;
  due_words: string | null;
  actuals: Actual[];
}

export interface EstimateRecord {
  id: string;
  case_id: string;
  kind: EstimateKind;
  state: EstimateState;
  content: EstimateContent;
  scheduled_on: string | null;
  service_on: string | null;
  requested_on: string | null;
  zone: string;
  due_at: string | null;
  delivered_how: NonNullable<Estimate['delivered']>['how'] | null;
  delivered_at: Date | null;
  delivered_by: string | null;
  deliverer_name: string | null;
  replaces: string | null;
  replaced_by: string | null;
  created_by: string;
  creator_name: string;
  created_at: Date;
  updated_at: Date;
  version: number;
}

const contentAt = (id: string) => ({ table: 'estimates', row: id, column: 'content' });

const SELECT = `SELECT e.id, e.case_id, e.kind, e.state, e.content, e.scheduled_on, e.service_on, e.requested_on, e.zone, e.due_at, e.delivered_how,
    e.delivered_at, e.delivered_by, trim(d.first_name || ' ' || d.last_name) AS deliverer_name, e.replaces,
    (SELECT n.id FROM estimates n WHERE n.organization_id = e.organization_id AND n.case_id = e.case_id AND n.replaces = e.id
     ORDER BY n.created_at DESC LIMIT 1) AS replaced_by,
    e.created_by, trim(u.first_name || ' ' || u.last_name) AS creator_name, e.created_at, e.updated_at, e.version
  FROM estimates e JOIN users u ON u.organization_id = e.organization_id AND u.id = e.created_by
  LEFT JOIN users d ON d.organization_id = e.organization_id AND d.id = e.delivered_by`;

type Stored = Omit<EstimateRecord, 'content'> & { content: Buffer };
const open = (keys: OrganizationKeys, row: Stored): EstimateRecord => ({
  ...row,
  content: keys.decryptJson(contentAt(row.id), row.content) as EstimateContent,
});

/** Newest first. */
export async function listEstimates(tx: Tx, keys: OrganizationKeys, caseId: string): Promise<EstimateRecord[]> {
  const rows = await tx.query<Stored & Record<string, unknown>>(
    'list-estimates',
    `${SELECT} WHERE e.organization_id = $1 AND e.case_id = $2 ORDER BY e.created_at DESC, e.id DESC`,
    [keys.organizationId, caseId],
  );
  return rows.map((row) => open(keys, row));
}

/** `forChange` locks its row. */
export async function findEstimate(
  tx: Tx,
  keys: OrganizationKeys,
  { id, forChange = false }: { id: string; forChange?: boolean },
): Promise<EstimateRecord | null> {
  const [row] = await tx.query<Stored & Record<string, unknown>>(
    forChange ? 'lock-estimate' : 'find-estimate',
    `${SELECT} WHERE e.organization_id = $1 AND e.id = $2${forChange ? ' FOR UPDATE OF e' : ''}`,
    [keys.organizationId, id],
  );
  return row === undefined ? null : open(keys, row);
}

export type EstimateHead = Pick<
  EstimateRecord,
  'state' | 'content' | 'scheduled_on' | 'service_on' | 'requested_on' | 'due_at' | 'delivered_how' | 'delivered_at' | 'delivered_by'
>;

const headValues = (keys: OrganizationKeys, id: string, head: EstimateHead) => [
  keys.organizationId,
  id,
  head.state,
  keys.encryptJson(contentAt(id), head.content),
  head.scheduled_on,
  head.service_on,
  head.requested_on,
  head.due_at,
  head.delivered_how,
  head.delivered_at,
  head.delivered_by,
];

export interface NewEstimate extends EstimateHead {
  id: string;
  case_id: string;
  kind: EstimateKind;
  zone: string;
  replaces: string | null;
  created_by: string;
}

export async function insertEstimate(tx: Tx, keys: OrganizationKeys, estimate: NewEstimate, now: Date): Promise<void> {
  await tx.query(
    'insert-estimate',
    `INSERT INTO estimates (organization_id, id, state, content, scheduled_on, service_on, requested_on, due_at, delivered_how, delivered_at,
       delivered_by, case_id, kind, zone, replaces, created_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)`,
    [
      ...headValues(keys, estimate.id, estimate),
      estimate.case_id,
      estimate.kind,
      estimate.zone,
      estimate.replaces,
      estimate.created_by,
      now,
    ],
  );
}

/** The row is locked already. */
export async function updateEstimate(tx: Tx, keys: OrganizationKeys, id: string, head: EstimateHead, now: Date): Promise<void> {
  await tx.query(
    'update-estimate',
    `UPDATE estimates SET state = $3, content = $4, scheduled_on = $5, service_on = $6, requested_on = $7, due_at = $8, delivered_how = $9,
       delivered_at = $10, delivered_by = $11, updated_at = $12, version = version + 1
     WHERE organization_id = $1 AND id = $2`,
    [...headValues(keys, id, head), now],
  );
}
