/** Whom an answer is about, and when, for which day and through whom it was asked: the same in print and on the clipboard (product.md 7.6). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { usDate } from './calendar-day.ts';

export const REMINDER = 'What the payer told us is no guarantee of payment. Please verify benefits with the payer before you rely on them.';

const instantFormat = (zone: string) =>
  new Intl.DateTimeFormat('en-US', {
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  });
/** "11/20/2026, 3:12 PM PST (America/Los_Angeles)". */
export const instantWords = (instant: string, zone: string) => `${instantFormat(zone).format(new Date(instant))} (${zone})`;
/** "11/20/2026". */
export const instantDay = (instant: string, zone: string) =>
  new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric', timeZone: zone }).format(new Date(instant));

type Person = NonNullable<Coverage['subscriber']>;

const joined = (parts: readonly (string | null)[], separator: string) =>
  parts.filter((part) => part !== null && part !== '').join(separator);

/** Empty where the payer named nobody. */
export const personName = (person: Pick<Person, 'first_name' | 'middle_name' | 'last_name' | 'suffix'> | null) =>
  person === null ? '' : joined([person.first_name, person.middle_name, person.last_name, person.suffix], ' ');

export interface PatientFacts {
  name: string;
  birthDate: string | null;
  memberId: string | null;
}

/** As the payer returned the patient; what was typed stands in for what it left out. */
export function patientFacts({ coverage, submission }: Pick<Inquiry, 'coverage' | 'submission'>): PatientFacts {
  const patient = coverage?.patient ?? null;
  const { patientFirstName, patientLastName, patientSuffix } = submission;
  const typed = joined([patientFirstName ?? null, patientLastName ?? null, patientSuffix ?? null], ' ');
  const returned = {
    name: personName(patient),
    birthDate: patient?.dob ? usDate(patient.dob) : '',
    memberId: patient?.member_id ?? coverage?.subscriber?.member_id ?? '',
  };
  // Beside what the payer returned, what it did not return must not look like its word.
  const isMixed = Object.values(returned).some((value) => value !== '');
  const entered = (value: string | undefined) => (value === undefined || value === '' ? null : `${value}${isMixed ? ' (as entered)' : ''}`);
  const subscriber = personName(coverage?.subscriber ?? null);
  return {
    name: returned.name || entered(typed) || (subscriber === '' ? 'Name not stated' : `Name not stated, subscriber ${subscriber}`),
    birthDate: returned.birthDate || entered(submission.patientBirthDate && usDate(submission.patientBirthDate)),
    memberId: returned.memberId || entered(submission.memberId),
  };
}

/** Pages and notes part company: each tells whom it is about, with or without a name. */
export function patientLine({ name, birthDate, memberId }: PatientFacts): string {
  return joined([name, birthDate && `born ${birthDate}`, memberId && `member ID ${memberId}`], ' · ');
}

export const payerName = (inquiry: Pick<Inquiry, 'payer' | 'payer_name_override'>) => inquiry.payer_name_override ?? inquiry.payer.name;
export const routeName = ({ source_name }: Pick<Inquiry, 'source_name'>) => source_name ?? 'route not known';

/** "11/23/2026 (day of asking)". */
export const askedDayWords = (inquiry: Pick<Inquiry, 'as_of_date' | 'created_at'>, zone: string) =>
  inquiry.as_of_date === null ? `${instantDay(inquiry.created_at, zone)} (day of asking)` : usDate(inquiry.as_of_date);

/** When, for which day, of whom and through whom. */
export function checkedWords(inquiry: Inquiry, zone: string): string {
  const verb = inquiry.status === 'expired' ? 'Last verified' : 'Checked';
  const at = instantWords(inquiry.answered_at ?? inquiry.created_at, zone);
  return `${verb} ${at} for ${askedDayWords(inquiry, zone)}, ${payerName(inquiry)} through ${routeName(inquiry)}`;
}
