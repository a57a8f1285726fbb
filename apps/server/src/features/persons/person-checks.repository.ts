/** The checks of persons, as far as the viewer may see them: none that is hidden, and of a restricted user its own alone (product.md 18.1). */
import type { PersonCheck } from '@coverlight/domain/persons/person-page.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { openContent, patientName } from '#features/inquiries/inquiry-contents.ts';
import { MAY_BE_SOMEBODY_ELSE } from '#features/inquiries/list/inquiry-conditions.ts';
import type { Scope } from '#http/viewer.ts';

/** Nobody was checked so often. */
const MOST_CHECKS = 500;

type Stored = Omit<PersonCheck, 'patient' | 'birth_date' | 'member_id' | 'external_id' | 'relationship' | 'returned'> & {
  person_id: string;
  submission: Buffer;
  returned_patient: Buffer | null;
};

/** Of an inquiry `i` that belongs to a person; `isAll` and `user` are places of parameters. */
export const isVisible = (isAll: string, user: string): string => `NOT i.is_hidden AND (${isAll} OR i.user_id = ${user})`;

/** By person, the newest first, so many of each at most. Whoever has none that may be seen has no entry. */
export async function listChecksOf(
  tx: Tx,
  keys: OrganizationKeys,
  scope: Scope,
  personIds: readonly string[],
  limit = MOST_CHECKS,
): Promise<ReadonlyMap<string, PersonCheck[]>> {
  const rows = await tx.query<Stored & Record<string, unknown>>(
    'checks-of-persons',
    `SELECT wanted.id AS person_id, i.id, i.status, i.created_at, i.answered_at, i.as_of_date, i.has_coverage, i.plan_status, i.plan_state,
       i.may_be_somebody_else, coalesce(y.parent_id, y.id) AS payer_id, coalesce(into_payer.name, y.name) AS payer_name, c.submission, c.returned_patient
     FROM unnest($2::text[]) AS wanted (id)
     CROSS JOIN LATERAL (
       SELECT i.*, ${MAY_BE_SOMEBODY_ELSE} AS may_be_somebody_else
       FROM person_inquiries n JOIN inquiries i ON i.organization_id = n.organization_id AND i.id = n.inquiry_id
       WHERE n.organization_id = $1 AND n.person_id = wanted.id AND ${isVisible('$3', '$4')}
       ORDER BY i.created_at DESC, i.id DESC LIMIT $5
     ) i
     JOIN inquiry_contents c ON c.organization_id = $1 AND c.inquiry_id = i.id
     JOIN payers y ON y.id = i.payer_id
     LEFT JOIN payers into_payer ON into_payer.id = y.parent_id
     ORDER BY i.created_at DESC, i.id DESC`,
    [scope.organizationId, personIds, !scope.restricted, scope.userId, limit],
  );
  const checks = new Map<string, PersonCheck[]>();
  for (const { person_id, submission, returned_patient, ...row } of rows) {
    const typed = openContent(keys, row.id, 'submission', submission);
    const own = checks.get(person_id) ?? [];
    own.push({
      ...row,
      patient: typed === null ? '' : patientName(typed),
      birth_date: typed?.patientBirthDate ?? null,
      member_id: typed?.memberId ?? null,
      external_id: typed?.externalId ?? null,
      relationship: typed?.subscriberRelationship ?? null,
      returned: openContent(keys, row.id, 'returned_patient', returned_patient),
    });
    checks.set(person_id, own);
  }
  return checks;
}
