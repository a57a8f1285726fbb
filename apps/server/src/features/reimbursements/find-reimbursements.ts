/** What payers paid before for patients like this one (docs/product.md 17). */
import type { ReimbursementReport } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import {
  comparedKeys,
  LOCAL_ALLOWABLE,
  matchReimbursements,
  type Compared,
} from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findInquiry, type InquiryRecord } from '#features/inquiries/inquiries.repository.ts';
import type { Actor } from '#http/actor.ts';
import { forbidden, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { isLocalAllowable, rememberEstimate, sumClaims } from './reimbursements.repository.ts';

const firstSaid = (...values: readonly (string | null | undefined)[]): string | null =>
  values.find((value) => value !== null && value !== undefined && value.trim() !== '') ?? null;

/** The employer as the payer tells it; the group's number and the member id as typed where the payer tells none. */
export function comparedOf({ coverage, submission }: InquiryRecord): Compared {
  return {
    employerName: firstSaid(coverage?.plan?.group_name),
    groupNumber: firstSaid(coverage?.plan?.group_number, submission.groupNumber),
    memberId: firstSaid(submission.memberId, coverage?.patient?.member_id, coverage?.subscriber?.member_id),
  };
}

async function reportFor(tx: Tx, inquiry: InquiryRecord): Promise<ReimbursementReport | null> {
  const keys = comparedKeys(comparedOf(inquiry));
  if (keys.prefix !== null && (await isLocalAllowable(tx, keys.prefix))) return LOCAL_ALLOWABLE;
  return matchReimbursements(await sumClaims(tx, inquiry.payer_id, keys));
}

/** A right of the user, and a feature of its organization (docs/product.md 6). */
export const maySeeReimbursements = (viewer: Viewer): boolean =>
  viewer.permReimbursements && (viewer.hasFeatureReimbursement || viewer.hasOverrideReimbursement);

export async function findReimbursements(
  deps: Deps,
  { id, viewer, actor }: { id: string; viewer: Viewer; actor: Actor },
): Promise<ReimbursementReport | null> {
  if (!maySeeReimbursements(viewer)) throw forbidden();
  const keys = await deps.keys.keysOf(viewer.organizationId);
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const inquiry = await findInquiry(tx, keys, scopeOf(viewer), id);
    if (inquiry === null) throw notFound();
    const report = await reportFor(tx, inquiry);
    if (report === null) return null;
    await rememberEstimate(tx, viewer.organizationId, id);
    await recordAudit(tx, actor, deps.clock(), { action: 'inquiry.reimbursements', objectType: 'inquiry', objectIds: [id] });
    return report;
  });
}
