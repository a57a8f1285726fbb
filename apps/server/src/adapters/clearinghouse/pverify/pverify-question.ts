/** The question as pVerify's EligibilitySummary request, and how to recognise it in its list of pending ones. */
import type { EligibilityQuestion } from '#ports/clearinghouse.ts';
import { dayOf } from '../answer-date.ts';
import type { PendingInquiry } from './pverify.schema.ts';

/** X12: the patient is the subscriber. Everybody else is asked for as a dependent. */
const SELF = '18';

/** YYYY-MM-DD as pVerify writes days in bodies. */
function usDay(day: string, separator = '/'): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return [month, date, year].join(separator);
}

function dayAsked(question: EligibilityQuestion): string {
  return question.asOfDate ?? question.today;
}

/** As the list of pending inquiries wants its day, which differs from the form in bodies. */
export function dayForPendingList(question: EligibilityQuestion): string {
  return usDay(dayAsked(question), '-');
}

/**
 * The form knows the patient only. So a dependent is asked for with the patient's own data and the shared member id, and the subscriber's name
 * stays empty, which pVerify takes for dependents. It has no relationship codes; its own requests leave that field empty.
 */
export function pverifyRequest(question: EligibilityQuestion, practiceTypeCode: string): Record<string, unknown> {
  const allowed = new Set(question.allowedFields);
  const value = (field: string, text: string | undefined): string => (allowed.has(field) ? (text?.trim() ?? '') : '');
  const born = value('patientBirthDate', question.birthDate);
  const patient = {
    firstName: value('patientFirstName', question.firstName),
    lastName: [value('patientLastName', question.lastName), value('patientSuffix', question.suffix)]
      .filter((part) => part !== '')
      .join(' '),
    dob: born === '' ? '' : usDay(born),
  };
  const memberID = value('memberId', question.memberId);
  const ssn = value('patientSSN', question.ssn);
  const isSelf = (question.relationship ?? SELF) === SELF;
  const nobody = { firstName: '', lastName: '', dob: '' };
  const day = usDay(dayAsked(question));
  return {
    payerCode: question.payerCode,
    payerName: question.payerName,
    provider: { firstName: '', middleName: '', lastName: question.provider.name.trim(), npi: question.provider.npi },
    subscriber: { ...(isSelf ? patient : nobody), memberID, ...(isSelf && ssn !== '' ? { ssn } : {}) },
    dependent: isSelf ? null : { patient: { ...patient, gender: value('patientGender', question.gender) }, relationWithSubscriber: '' },
    isSubscriberPatient: isSelf ? 'True' : 'False',
    doS_StartDate: day,
    doS_EndDate: day,
    PracticeTypeCode: practiceTypeCode,
    Location: question.provider.name.trim(),
    IncludeTextResponse: 'false',
  };
}

/** True where what both sides know agrees, and that is enough to mean this patient: the member id, or name and birth date. */
export function isSameQuestion(listed: PendingInquiry, question: EligibilityQuestion): boolean {
  const facts: [listed: string | null, asked: string | undefined][] = [
    [listed.MemberId, question.memberId],
    [listed.PatientDOB === null ? null : dayOf(listed.PatientDOB), question.birthDate],
    [listed.PatientFirstName, question.firstName],
    [listed.PatientLastName, question.lastName],
    [listed.ProviderNPI, question.provider.npi],
  ];
  const verdicts = facts.map(([theirs, ours]) => (theirs === null || !ours ? 'open' : bare(theirs) === bare(ours) ? 'same' : 'other'));
  const [member, born, , lastName] = verdicts;
  return !verdicts.includes('other') && (member === 'same' || (born === 'same' && lastName === 'same'));
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
