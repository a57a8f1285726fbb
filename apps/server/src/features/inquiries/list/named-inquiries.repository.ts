/** Whom inquiries are about, for views that know them by id alone. */
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { openIdentity } from '#features/inquiries/inquiry-contents.ts';

export interface NamedInquiry {
  id: string;
  /** As typed, else as the payer returned it; null where neither is there. */
  patient: string | null;
  /** There is an answer to open. */
  has_answer: boolean;
}

type Stored = { id: string; has_answer: boolean; submission: Buffer | null; returned_patient: Buffer | null };

/** Of the organization's own; ids of others, and of what is gone, have no entry. */
export async function listNamedInquiries(
  tx: Tx,
  keys: OrganizationKeys,
  organizationId: string,
  ids: readonly string[],
): Promise<NamedInquiry[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<Stored>(
    'list-named-inquiries',
    `SELECT i.id, i.status = 'complete' AS has_answer, c.submission, c.returned_patient
     FROM (SELECT DISTINCT unnest($2::text[]) AS id) named
     CROSS JOIN LATERAL (SELECT organization_id, id, status FROM inquiries WHERE organization_id = $1 AND id = named.id OFFSET 0) i
     LEFT JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id`,
    [organizationId, ids],
  );
  return rows.map(({ id, has_answer, submission, returned_patient }) => {
    const { patient, returned_patient: returned } = openIdentity(keys, id, { submission, returned_patient });
    return { id, has_answer, patient: patient || returned?.name || null };
  });
}
