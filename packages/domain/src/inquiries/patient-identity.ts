/** By what people tell the checks of a list apart (product.md 2.11): what was typed, else what the payer returned, marked as such. */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { PatientIdentity } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { usDate } from './calendar-day.ts';

/** Whom the payer answered about; null where it names nobody. */
export function returnedPatient(coverage: Coverage): NonNullable<PatientIdentity['returned_patient']> | null {
  const person = coverage.patient ?? coverage.subscriber;
  if (!person) return null;
  const name = [person.first_name, person.last_name].filter((part) => part !== null && part.trim() !== '').join(' ');
  const memberId = coverage.patient?.member_id || coverage.subscriber?.member_id || null;
  const birthDate = person.dob;
  return name === '' && memberId === null && birthDate === null ? null : { name, member_id: memberId, birth_date: birthDate };
}

export interface ShownFact {
  text: string;
  isReturned: boolean;
}

const shown = (typed: string | null, returned: string | null | undefined): ShownFact | null => {
  if (typed !== null && typed.trim() !== '') return { text: typed, isReturned: false };
  return returned ? { text: returned, isReturned: true } : null;
};

/** Null: neither typed nor returned. The birth date as Americans write it. */
export function shownPatient(row: PatientIdentity): Record<'name' | 'memberId' | 'birthDate', ShownFact | null> {
  const { returned_patient: returned } = row;
  const born = shown(row.birth_date, returned?.birth_date);
  return {
    name: shown(row.patient, returned?.name),
    memberId: shown(row.member_id, returned?.member_id),
    birthDate: born && { ...born, text: usDate(born.text) },
  };
}

const marked = ({ text, isReturned }: ShownFact): string => (isReturned ? `${text} (as returned)` : text);

/** One patient in one line, for labels and sentences. A name is enough; without one whatever else there is. */
export function patientInWords(row: PatientIdentity): string {
  const { name, memberId, birthDate } = shownPatient(row);
  if (name !== null) return marked(name);
  const rest = [memberId && `member ID ${marked(memberId)}`, birthDate && `born ${marked(birthDate)}`].filter((part) => part !== null);
  return ['No name entered', ...rest].join(', ');
}
