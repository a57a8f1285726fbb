/** Which checks belong to a case, and why. */
import type { CaseRole } from '@coverlight/contract/cases/case.schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { companyAt } from './case-places.ts';

export interface CaseInquiryLink {
  inquiry_id: string;
  role: CaseRole;
  company: string | null;
  hop: number;
  seen_status: string | null;
  added_at: Date;
}

/** In the order in which they were made. */
export async function listCaseInquiries(tx: Tx, keys: OrganizationKeys, caseId: string): Promise<CaseInquiryLink[]> {
  const rows = await tx.query<Omit<CaseInquiryLink, 'company'> & { company: Buffer | null }>(
    'list-case-inquiries',
    `SELECT q.inquiry_id, q.role, q.company, q.hop, q.seen_status, q.added_at FROM case_inquiries q
     JOIN inquiries i ON i.organization_id = q.organization_id AND i.id = q.inquiry_id
     WHERE q.organization_id = $1 AND q.case_id = $2 ORDER BY i.created_at, q.inquiry_id`,
    [keys.organizationId, caseId],
  );
  return rows.map((row) => ({
    ...row,
    company: row.company === null ? null : keys.decryptText(companyAt(caseId, row.inquiry_id), row.company),
  }));
}

export interface NewCaseInquiry {
  caseId: string;
  inquiryId: string;
  role: CaseRole;
  company: string | null;
  hop: number;
  userId: string;
  now: Date;
}

/** False where it belongs to the case already. */
export async function insertCaseInquiry(tx: Tx, keys: OrganizationKeys, link: NewCaseInquiry): Promise<boolean> {
  const rows = await tx.query(
    'insert-case-inquiry',
    `INSERT INTO case_inquiries (organization_id, case_id, inquiry_id, role, company, hop, added_by, added_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING inquiry_id`,
    [
      keys.organizationId,
      link.caseId,
      link.inquiryId,
      link.role,
      link.company === null ? null : keys.encryptText(companyAt(link.caseId, link.inquiryId), link.company),
      link.hop,
      link.userId,
      link.now,
    ],
  );
  return rows.length > 0;
}

/** What each inquiry's status was when the tasks were made from it; it may have moved on since. */
export async function rememberSeenStatuses(
  tx: Tx,
  organizationId: string,
  caseId: string,
  seen: readonly { id: string; status: string }[],
): Promise<void> {
  await tx.query(
    'remember-seen-statuses',
    `UPDATE case_inquiries q SET seen_status = seen.status FROM unnest($3::text[], $4::text[]) AS seen (id, status)
     WHERE q.organization_id = $1 AND q.case_id = $2 AND q.inquiry_id = seen.id AND q.seen_status IS DISTINCT FROM seen.status`,
    [organizationId, caseId, seen.map(({ id }) => id), seen.map(({ status }) => status)],
  );
}

/** Cases of all organizations whose inquiries have moved on since their tasks were made; what has ended never does. For the job. */
export async function listStaleCases(tx: Tx, limit: number): Promise<{ organization_id: string; case_id: string }[]> {
  return await tx.queryOnce<{ organization_id: string; case_id: string }>(
    `SELECT DISTINCT q.organization_id, q.case_id FROM case_inquiries q
     JOIN inquiries i ON i.organization_id = q.organization_id AND i.id = q.inquiry_id
     WHERE (q.seen_status IS NULL OR q.seen_status IN ('pending', 'max-retry')) AND q.seen_status IS DISTINCT FROM i.status
     ORDER BY 1, 2 LIMIT $1`,
    [limit],
  );
}
