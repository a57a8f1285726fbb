/** The patient and the subscriber as the payer knows them. */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { RELATIONSHIP_OPTIONS } from '../../payers/default-schema.ts';
import type { AnswerPerson, PayerAnswer } from './payer-answer.ts';
import { wordsOf } from './x12-codes.ts';

const toPerson = (person: AnswerPerson) => ({
  first_name: person.firstName,
  middle_name: person.middleName,
  last_name: person.lastName,
  suffix: person.suffix,
  dob: person.birthDate,
  gender: person.gender,
  member_id: person.memberId,
  address: person.address,
  facts: person.facts,
});

const RELATIONSHIPS: Readonly<Record<string, string>> = Object.fromEntries(RELATIONSHIP_OPTIONS.map(({ id, name }) => [id, name]));

export function toPatient(patient: PayerAnswer['patient']): Coverage['patient'] {
  return patient && { ...toPerson(patient), relationship: wordsOf(patient.relationship, RELATIONSHIPS) };
}

export function toSubscriber(subscriber: PayerAnswer['subscriber']): Coverage['subscriber'] {
  return subscriber && toPerson(subscriber);
}
