/** What is kept of a person itself, encrypted; whatever a page shows comes from the checks its viewer may see (product.md 18.1). */
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';

export interface PersonContent {
  first: string | null;
  last: string | null;
  suffix: string | null;
  /** YYYY-MM-DD. */
  birth_date: string | null;
  /** Of persons that became part of it. */
  other_names: string[];
}

const placeOf = (personId: string) => ({ table: 'persons', row: personId, column: 'content' });

export const contentOf = (typed: Submission): PersonContent => ({
  first: typed.patientFirstName ?? null,
  last: typed.patientLastName ?? null,
  suffix: typed.patientSuffix ?? null,
  birth_date: typed.patientBirthDate ?? null,
  other_names: [],
});

/** '' where none was typed. */
export const contentName = ({ first, last }: PersonContent): string =>
  [first, last].filter((part) => part !== null && part !== '').join(' ');

export const closePerson = (keys: OrganizationKeys, personId: string, content: PersonContent): Buffer =>
  keys.encryptJson(placeOf(personId), content);

/** Authenticated: these are the bytes that were stored as this very person's. */
export const openPerson = (keys: OrganizationKeys, personId: string, content: Buffer): PersonContent =>
  keys.decryptJson(placeOf(personId), content) as PersonContent;
