/** Availity's date fields with their X12 meaning (DTP01). A field we do not know is still a date, labelled with its name. */
import type { AnswerDate } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { answerDate, dayOf } from '../answer-date.ts';
import type { DateShape } from '../answer-date.ts';
import { labelOf } from '../fact-reader.ts';
import type { FactReader } from '../fact-reader.ts';

interface Meaning {
  qualifier: string | null;
  label: string;
  shape: DateShape;
}

const day = (qualifier: string | null, label: string): Meaning => ({ qualifier, label, shape: 'day' });
const begin = (qualifier: string | null, label: string): Meaning => ({ qualifier, label, shape: 'begin' });
const end = (qualifier: string | null, label: string): Meaning => ({ qualifier, label, shape: 'end' });

const MEANINGS: Record<string, Meaning> = {
  addedDate: day('318', 'Added'),
  admissionDate: day('435', 'Admission'),
  benefitBeginDate: begin('348', 'Benefit begin'),
  benefitEndDate: end('349', 'Benefit end'),
  certificationDate: day('458', 'Certification'),
  cobraStartDate: begin('340', 'COBRA begin'),
  cobraEndDate: end('341', 'COBRA end'),
  completionDate: day('198', 'Completion'),
  coordinationOfBenefitsDate: day('290', 'Coordination of benefits'),
  dischargeDate: day('096', 'Discharge'),
  effectiveChangeDate: day('152', 'Effective date of change'),
  issueDate: day('102', 'Issue'),
  lastUpdateDate: day('636', 'Last update'),
  lastVisitDate: day('304', 'Latest visit or consultation'),
  periodStartDate: begin('193', 'Period start'),
  periodEndDate: end('194', 'Period end'),
  planStartDate: begin('346', 'Plan begin'),
  planEndDate: end('347', 'Plan end'),
  planEnrollmentDate: day('382', 'Enrollment'),
  policyEffectiveDate: begin('539', 'Policy effective'),
  policyExpirationDate: end('540', 'Policy expiration'),
  premiumPaidToBeginDate: begin('342', 'Premium paid to date begin'),
  premiumPaidToEndDate: end('343', 'Premium paid to date end'),
  primaryCareProviderDate: day('295', 'Primary care provider'),
  primaryCareProviderStartDate: begin('295', 'Primary care provider begin'),
  primaryCareProviderEndDate: end('295', 'Primary care provider end'),
  serviceDate: day('472', 'Service'),
  statusDate: day('771', 'Status'),
};

/** Pairs that Availity splits although X12 says them as one period. */
const PERIODS: { from: string; to: string; qualifier: string; label: string }[] = [
  { from: 'coverageStartDate', to: 'coverageEndDate', qualifier: '291', label: 'Coverage' },
  { from: 'eligibilityStartDate', to: 'eligibilityEndDate', qualifier: '307', label: 'Eligibility' },
  {
    from: 'coordinationOfBenefitsBeginDate',
    to: 'coordinationOfBenefitsEndDate',
    qualifier: '290',
    label: 'Coordination of benefits',
  },
];

/** Reads every date of the object, known or not. */
export function readDates(reader: FactReader): AnswerDate[] {
  const periods = PERIODS.flatMap((period) => readPeriod(reader, period));
  const others = reader
    .unread()
    .filter((key) => /(Date|Dt)$/.test(key))
    .flatMap((key) => {
      const sent = reader.text(key);
      return sent === null ? [] : [answerDate(sent, MEANINGS[key] ?? day(null, labelOf(key.replace(/(Date|Dt)$/, ''))))];
    });
  return [...periods, ...others];
}

function readPeriod(reader: FactReader, period: (typeof PERIODS)[number]): AnswerDate[] {
  const { qualifier, label } = period;
  const [sentFrom, sentTo] = [reader.text(period.from), reader.text(period.to)];
  const [from, to] = [sentFrom && dayOf(sentFrom), sentTo && dayOf(sentTo)];
  const unreadable = [from === null ? sentFrom : null, to === null ? sentTo : null].filter((text) => text !== null);
  if (sentFrom === null && sentTo === null) return [];
  return [{ qualifier, label, from: from || null, to: to || null, text: unreadable.length > 0 ? unreadable.join(' - ') : null }];
}
