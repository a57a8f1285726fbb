/** When persons were checked last, as their list orders them (product.md 18.3). */
import type { Tx } from '#db/client.ts';

/** `last_check_at` of each as its checks are now: the newest that nobody hid. */
export async function refreshLastChecks(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(
    'refresh-last-checks',
    `UPDATE persons p SET last_check_at = (
       SELECT max(i.created_at) FROM person_inquiries n JOIN inquiries i ON i.organization_id = n.organization_id AND i.id = n.inquiry_id
       WHERE n.organization_id = p.organization_id AND n.person_id = p.id AND NOT i.is_hidden)
     WHERE p.organization_id = $1 AND p.id = ANY ($2)`,
    [tx.organizationId, ids],
  );
}

/** The same of whoever these checks belong to: they were hidden, or shown again. */
export async function refreshLastChecksOf(tx: Tx, inquiryIds: readonly string[]): Promise<void> {
  const rows = await tx.query<{ person_id: string }>(
    'persons-of-inquiries',
    'SELECT DISTINCT person_id FROM person_inquiries WHERE organization_id = $1 AND inquiry_id = ANY ($2)',
    [tx.organizationId, inquiryIds],
  );
  await refreshLastChecks(
    tx,
    rows.map(({ person_id }) => person_id),
  );
}
