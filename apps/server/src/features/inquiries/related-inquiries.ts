/** Checks of different payers of which one led to the other (product.md 2.9.12). */
import type { Inquiry, StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { isExpired } from '@coverlight/domain/inquiries/inquiry-expiry.ts';

export interface RelatedRecord {
  id: string;
  relation: Inquiry['related'][number]['relation'];
  payer_name: string;
  status: StoredInquiryStatus;
  has_coverage: boolean;
  /** As the database writes an instant in JSON. */
  created_at: string;
}

/** A column of the inquiry `i`: JSON of RelatedRecord[], those within the scope that `isInScope` tests of `o`. A copy to the same payer is a repeat. */
export const relatedColumn = (isInScope: string): string => `(
  SELECT coalesce(json_agg(json_build_object('id', o.id, 'relation', CASE WHEN o.id = i.parent_id THEN 'because-of' ELSE 'follow-up' END,
      'payer_name', coalesce(o.payer_name_override, oy.name), 'status', o.status, 'has_coverage', o.has_coverage,
      'created_at', o.created_at) ORDER BY o.created_at, o.id), '[]')
  FROM inquiries o JOIN payers oy ON oy.id = o.payer_id
  WHERE o.organization_id = i.organization_id AND o.payer_id <> i.payer_id AND ${isInScope}
    AND ((o.id = i.parent_id AND o.status = 'complete') OR (o.parent_id = i.id AND i.status = 'complete' AND o.status <> 'draft'))
) AS related`;

export const presentRelated = (related: readonly RelatedRecord[], now: Date): Inquiry['related'] =>
  related.map(({ has_coverage: hasCoverage, ...one }) => ({
    ...one,
    created_at: new Date(one.created_at).toISOString(),
    status: isExpired({ ...one, hasCoverage }, now) ? 'expired' : one.status,
  }));
