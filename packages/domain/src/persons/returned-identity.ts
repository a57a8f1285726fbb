/** Whom the payer answered about, as far as that may be taken for whom was asked about (product.md 18.2). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { memberIdKey, isNoName, nameKey } from './key-values.ts';
import { isLinkingKind, keysOf, type Identity, type IdentityKeys } from './person-keys.ts';

type Typed = Pick<
  Submission,
  'memberId' | 'patientBirthDate' | 'patientFirstName' | 'patientLastName' | 'externalId' | 'subscriberRelationship'
>;

export const typedIdentity = (typed: Typed): Identity => ({
  externalId: typed.externalId,
  memberId: typed.memberId,
  birthDate: typed.patientBirthDate,
  firstName: typed.patientFirstName,
  lastName: typed.patientLastName,
});

const SELF = '18';
const NOTICE = 'update-your-records';
const PRIOR_ID = /\bprior\b.*\b(id|identif)/i;

type ReturnedPerson = NonNullable<Coverage['subscriber']>;

/** Null where the payer names nobody but a subscriber whose dependent was asked about. */
function patientOf(typed: Typed, { patient, subscriber }: Coverage): ReturnedPerson | null {
  const relationship = typed.subscriberRelationship ?? SELF;
  return patient ?? (relationship === SELF ? (subscriber ?? null) : null);
}

/** The payer says itself that it found the patient under another id than it was asked for (INS 001/25, REF*Q4). */
function isCorrected(typed: string, person: ReturnedPerson, coverage: Coverage): boolean {
  if (coverage.notices.some(({ kind }) => kind === NOTICE)) return true;
  return person.facts.some(({ label, value }) => PRIOR_ID.test(label) && memberIdKey(value) === typed);
}

/** Null where it may be about somebody else: other birth date, or another member id that nobody corrected. */
export function returnedIdentity(typed: Typed, coverage: Coverage): Identity | null {
  const person = patientOf(typed, coverage);
  if (person === null || typeof person.dob !== 'string' || person.dob !== typed.patientBirthDate) return null;
  const typedId = memberIdKey(typed.memberId);
  const returnedIds = [person.member_id, coverage.subscriber?.member_id].filter((id) => typeof id === 'string' && memberIdKey(id) !== '');
  if (typedId === '') return null;
  const isSame = returnedIds.length === 0 || returnedIds.some((id) => memberIdKey(id) === typedId);
  if (!isSame && !isCorrected(typedId, person, coverage)) return null;
  const memberId = isSame ? typed.memberId : (person.member_id ?? coverage.subscriber?.member_id);
  return { memberId, birthDate: person.dob, firstName: person.first_name, lastName: person.last_name };
}

/** Whether the payer returned no more than was typed, as far as lists know it: then its answer need not be opened. */
export function returnedAddsNothing(
  typed: Typed,
  returned: { name: string; member_id: string | null; birth_date: string | null },
): boolean {
  if (returned.birth_date !== (typed.patientBirthDate ?? '')) return true;
  const isSameName = nameKey(returned.name) === nameKey(`${typed.patientFirstName ?? ''} ${typed.patientLastName ?? ''}`);
  return isSameName && (returned.member_id === null || memberIdKey(returned.member_id) === memberIdKey(typed.memberId));
}

/**
 * What the payer's own record adds to a person's keys; null where it adds none. It links by itself only where the first name is the one that
 * was typed, or none was: who asks for one twin may be told of the other.
 */
export function returnedKeys(typed: Typed, coverage: Coverage): IdentityKeys | null {
  const identity = returnedIdentity(typed, coverage);
  if (identity === null) return null;
  const wasTyped = new Set(keysOf(typedIdentity(typed)).stored.map(({ kind, value }) => `${kind}|${value}`));
  const first = typed.patientFirstName ?? '';
  const mayLink = first.trim() === '' || (!isNoName(first) && nameKey(first) === nameKey(identity.firstName));
  const { stored, sought } = keysOf(identity);
  const isKept = ({ kind, value }: (typeof stored)[number]) => (mayLink || !isLinkingKind(kind)) && !wasTyped.has(`${kind}|${value}`);
  const kept = stored.filter(isKept);
  return kept.length === 0 ? null : { stored: kept, sought: sought.filter(({ kind }) => mayLink || !isLinkingKind(kind)) };
}
