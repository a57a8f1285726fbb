import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';

type Person = NonNullable<Coverage['subscriber']>;

/** Null when the payer returned no name. */
export function personName(person: Pick<Person, 'first_name' | 'middle_name' | 'last_name' | 'suffix'> | null): string | null {
  if (person === null) return null;
  const parts = [person.first_name, person.middle_name, person.last_name, person.suffix].filter((part) => part !== null && part !== '');
  return parts.length === 0 ? null : parts.join(' ');
}

export function typedName(submission: Pick<Submission, 'patientFirstName' | 'patientLastName' | 'patientSuffix'>): string | null {
  const parts = [submission.patientFirstName, submission.patientLastName, submission.patientSuffix].filter(
    (part) => part !== undefined && part !== '',
  );
  return parts.length === 0 ? null : parts.join(' ');
}

export function addressWords(address: Person['address']): string | null {
  if (address === null) return null;
  const place = [address.state, address.zip].filter((part) => part !== null && part !== '').join(' ');
  const words = [address.street, address.city, place].filter((part) => part !== null && part !== '').join(', ');
  return words === '' ? null : words;
}
