/** Where the payer's record of the patient differs from what was typed: 'Update your records' (product.md 2.9). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { usDate } from './calendar-day.ts';
import { nameLetters, nameWords, withoutSuffix } from './patient-name.ts';

export interface RecordWarning {
  field: 'memberId' | 'patientBirthDate' | 'patientFirstName' | 'patientLastName';
  label: string;
  /** As typed. */
  entered: string;
  /** As the payer sent it. */
  returned: string;
}

/** Every character counts: a Blue prefix, also one of digits, is part of the id and is neither dropped nor trimmed (product.md 10.10). */
const memberIdKey = (id: string) => id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

type Typed = Pick<Submission, 'memberId' | 'patientBirthDate' | 'patientFirstName' | 'patientLastName' | 'patientSuffix'>;

function compareMemberId(typed: Typed, coverage: Coverage): RecordWarning[] {
  const entered = typed.memberId ?? '';
  const returned = [coverage.patient?.member_id, coverage.subscriber?.member_id].filter((id) => typeof id === 'string' && id.trim() !== '');
  const [first] = returned;
  // A dependent may be asked for under the subscriber's id; either of them is right.
  if (entered === '' || typeof first !== 'string' || returned.some((id) => memberIdKey(id ?? '') === memberIdKey(entered))) return [];
  return [{ field: 'memberId', label: 'Member ID', entered, returned: first }];
}

interface ReturnedName {
  first: string | null;
  middle: string | null;
  last: string | null;
  suffix: string | null;
  birthDate: string | null;
}

/** The patient as the payer knows them; an answer about the subscriber alone is about the patient. */
function returnedPerson(coverage: Coverage): ReturnedName | null {
  const person = coverage.patient ?? coverage.subscriber;
  if (person === null) return null;
  return { first: person.first_name, middle: person.middle_name, last: person.last_name, suffix: person.suffix, birthDate: person.dob };
}

const withoutInitial = (words: string[]) => (words.length > 1 && words.at(-1)?.length === 1 ? words.slice(0, -1) : words).join('');

function isSameFirstName(entered: string, person: ReturnedName): boolean {
  const typed = nameWords(entered);
  const returned = nameWords(person.first ?? '');
  const withMiddle = [...returned, ...nameWords(person.middle ?? '')];
  const joined = typed.join('');
  if (joined === returned.join('') || joined === withMiddle.join('')) return true;
  // A middle initial on one side only says nothing against the name.
  return withoutInitial(typed) === withoutInitial(returned);
}

function isSameLastName(entered: string, person: ReturnedName): boolean {
  return withoutSuffix(nameWords(entered)).join('') === withoutSuffix(nameWords(person.last ?? '')).join('');
}

/** Only what was typed and returned is compared: a payer that sends no name says nothing about it. */
export function recordWarnings(typed: Typed, coverage: Coverage): RecordWarning[] {
  const person = returnedPerson(coverage);
  const warnings = compareMemberId(typed, coverage);
  if (person === null) return warnings;
  const birthDate = typed.patientBirthDate ?? '';
  if (birthDate !== '' && person.birthDate !== null && birthDate !== person.birthDate) {
    warnings.push({ field: 'patientBirthDate', label: 'Date of birth', entered: usDate(birthDate), returned: usDate(person.birthDate) });
  }
  const first = typed.patientFirstName ?? '';
  if (nameLetters(first) !== '' && nameLetters(person.first ?? '') !== '' && !isSameFirstName(first, person)) {
    const returned = [person.first, person.middle].filter((part) => part !== null && part !== '').join(' ');
    warnings.push({ field: 'patientFirstName', label: 'First name', entered: first, returned });
  }
  const last = typed.patientLastName ?? '';
  if (nameLetters(last) !== '' && nameLetters(person.last ?? '') !== '' && !isSameLastName(last, person)) {
    const returned = [person.last, person.suffix].filter((part) => part !== null && part !== '').join(' ');
    warnings.push({ field: 'patientLastName', label: 'Last name', entered: last, returned });
  }
  return warnings;
}

/** A name and the birth date both differ: it may be another person, until somebody says that it is not (product.md 2.9). One of them may be a slip. */
export function isSomebodyElse(typed: Typed, coverage: Coverage): boolean {
  const fields = recordWarnings(typed, coverage).map(({ field }) => field);
  return fields.includes('patientBirthDate') && (fields.includes('patientFirstName') || fields.includes('patientLastName'));
}
