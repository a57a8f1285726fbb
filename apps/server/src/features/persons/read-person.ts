/** A person's page: who it is, its policies, and how many proposals wait (product.md 18.3). */
import type { Person, Policy } from '@coverlight/contract/persons/persons.contract.ts';
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import { isExpired } from '@coverlight/domain/inquiries/inquiry-expiry.ts';
import { RELATIONSHIP_OPTIONS } from '@coverlight/domain/payers/default-schema.ts';
import {
  type AnswerOfPerson,
  externalIdOf,
  headOf,
  policiesOfPerson,
  type PolicyOfPerson,
} from '@coverlight/domain/persons/person-page.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { listNextChecks } from '#features/batches/plans/next-checks.ts';
import type { Scope } from '#http/viewer.ts';
import { listProposed } from './proposals.repository.ts';
import { findVisiblePerson } from './visible-person.ts';

/** Null where there is none that may be seen. */
export async function readPerson(
  tx: Tx,
  keys: OrganizationKeys,
  { scope, id, now }: { scope: Scope; id: string; now: Date },
): Promise<Person | null> {
  const person = await findVisiblePerson(tx, keys, scope, id);
  if (person === null) return null;
  const nextChecks = await listNextChecks(tx, keys, person.id, now);
  const proposed = scope.restricted ? [] : await listProposed(tx, person.id);
  return {
    id: person.id,
    ...headOf(person.checks),
    version: person.version,
    external_id: externalIdOf(person.checks),
    policies: policiesOfPerson(person.checks, localDay(now, DEFAULT_ZONE)).map((policy) => presentPolicy(policy, nextChecks, now)),
    proposals: proposed.length,
    archived_at: person.archived_at?.toISOString() ?? null,
  };
}

export function presentLatest(latest: AnswerOfPerson, now: Date): NonNullable<Policy['latest']> {
  return {
    inquiry_id: latest.id,
    plan_status: latest.plan_status,
    plan_state: latest.plan_state,
    is_expired: isExpired({ ...latest, hasCoverage: latest.has_coverage }, now),
    as_of: latest.asOf,
    answered_at: (latest.answered_at ?? latest.created_at).toISOString(),
  };
}

function presentPolicy(
  { payer, member_id, relationship, latest, refused, checkIds }: PolicyOfPerson,
  nextChecks: ReadonlyMap<string, string>,
  now: Date,
): Policy {
  return {
    payer,
    member_id,
    relationship: RELATIONSHIP_OPTIONS.find((option) => option.id === relationship)?.name ?? relationship,
    latest: latest && presentLatest(latest, now),
    refused_since: refused && {
      inquiry_id: refused.id,
      status: refused.status,
      at: (refused.answered_at ?? refused.created_at).toISOString(),
    },
    next_check_on:
      checkIds
        .flatMap((id) => nextChecks.get(id) ?? [])
        .toSorted()
        .at(0) ?? null,
    checks: checkIds.length,
  };
}
