/** What a printed inquiry says, in the order of the detail page and in its words (docs/product.md 2.9, 7.6). */
import type { Coverage, CoverageWarning, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import {
  askedDayWords,
  instantDay,
  instantWords,
  patientFacts,
  patientLine,
  payerName,
  personName,
  REMINDER,
  routeName,
} from '@coverlight/domain/inquiries/answer-words.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { answerSentence } from '@coverlight/domain/inquiries/coverage/answer-sentence.ts';
import { shownUnder, type BenefitFilter } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { planFacts } from '@coverlight/domain/inquiries/coverage/plan-words.ts';
import { serviceTypeLabel } from '@coverlight/domain/inquiries/coverage/service-types.ts';
import { readingOf, seenStatus } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import { SEVERITY_WORDS, toldWarnings } from '@coverlight/domain/inquiries/coverage/summary-words.ts';
import { statusWords, type Reading } from '@coverlight/domain/inquiries/coverage/status-tone.ts';
import { expiredNotice } from '@coverlight/domain/inquiries/inquiry-expiry.ts';
import { benefitBlocks, contactList, otherPayers } from './inquiry-pdf-benefits.ts';
import { changeBlocks, type PrintedChanges } from './inquiry-pdf-changes.ts';
import { heading, paragraph, plain, strong, type Block, type Cell, type PrintedDocument } from './inquiry-pdf-document.ts';
import { filterWords } from './inquiry-pdf-filter.ts';
import { planSummary, summarySheets } from './inquiry-pdf-summary.ts';
import { levelBlocks, limitBlocks } from './inquiry-pdf-overview.ts';
import { expected, joined, NO_BENEFITS, NO_STATUS, optional, type Fact } from './inquiry-pdf-words.ts';

export interface InquiryToPrint {
  inquiry: Inquiry;
  /** Name of the organization. */
  practice: string;
  filter: BenefitFilter;
  /** IANA zone of all instants. */
  zone: string;
  /** The first page alone. */
  isSummary: boolean;
  /** Since the answer before it; null where there is none. */
  changes: PrintedChanges | null;
}

type Person = NonNullable<Coverage['subscriber']>;
function headBlocks({ inquiry, practice, zone }: InquiryToPrint): Block[] {
  const { coverage } = inquiry;
  const isExpired = inquiry.status === 'expired';
  const verifiedAt = inquiry.answered_at ?? inquiry.created_at;
  const { name, birthDate, memberId } = patientFacts(inquiry);
  const codes = inquiry.asked?.service_types ?? coverage?.service_types.asked ?? [];
  const seen = seenStatus(inquiry, zone);
  return [
    heading(1, 'The answer in detail'),
    ...(isExpired ? [{ kind: 'notice' as const, text: expiredNotice(instantDay(verifiedAt, zone)) }] : []),
    ...(coverage === null ? [] : [paragraph(answerSentence(coverage, askedDay(inquiry, zone), readingOf(inquiry, zone)), 'strong')]),
    ...(inquiry.asked_under === null
      ? []
      : [{ kind: 'notice' as const, text: `Asked under ${inquiry.asked_under}; network facts may differ for your facility` }]),
    {
      kind: 'facts',
      facts: [
        { label: 'Status', value: seen?.label ?? 'No status returned' },
        { label: 'Patient', value: name },
        ...optional('Birth date', birthDate),
        ...optional('Member ID', memberId),
        { label: isExpired ? 'Last verified' : 'Checked', value: instantWords(verifiedAt, zone) },
        { label: 'For date', value: askedDayWords(inquiry, zone) },
        { label: 'Payer', value: payerName(inquiry) },
        { label: 'Through', value: routeName(inquiry) },
        { label: 'Asked for', value: joined([...codes.map(serviceTypeLabel), inquiry.asked?.practice_type], ', ') || 'not known' },
        { label: 'Practice', value: practice },
        { label: 'Provider', value: inquiry.provider.name },
        { label: 'Asked by', value: inquiry.user.name },
      ],
    },
  ];
}

function warningItem(warning: CoverageWarning): Cell {
  return [
    strong(`${SEVERITY_WORDS[warning.severity]}: ${warning.title}`),
    ...warning.payer_words.map((text) => ({ text, tone: 'quote' as const })),
    plain(warning.action),
    ...warning.facts.map(({ label, value }) => plain(`${label}: ${value}`)),
  ];
}

function warningBlocks({ warnings }: Inquiry): Block[] {
  const shown = toldWarnings(warnings);
  if (shown.length === 0) return [];
  const title = shown.length === 1 ? '1 thing to know first' : `${shown.length} things to know first`;
  return [heading(2, title), { kind: 'list', items: shown.map(warningItem) }];
}

function filterBlocks(filter: BenefitFilter): Block[] {
  const words = filterWords(filter);
  return words === null ? [] : [paragraph(words, 'strong')];
}

interface Printed {
  warnings: Inquiry['warnings'];
  filter: BenefitFilter;
  reading: Reading;
}

function planBlocks(coverage: Coverage, plan: Plan, title: string, printed: Printed): Block[] {
  const { filter, reading } = printed;
  const shown = shownUnder(filter, plan);
  const seen = statusWords(plan.status, plan.status_code, reading);
  const status = reading.wasOn === null ? (plan.status ?? plan.status_code) : seen.label;
  return [
    heading(2, title),
    // That of the leading plan is the first page.
    ...(plan === coverage.plan ? [] : planSummary(coverage, plan, { ...printed, rest: 'below' })),
    ...(plan.status === null && plan.status_code === null ? [NO_STATUS] : []),
    {
      kind: 'facts',
      facts: [expected('Status', status), ...planFacts(plan).map(({ label, value }) => expected(label, value))],
    },
    ...(seen.help === null ? [] : [paragraph(seen.help)]),
    ...(plan.notes.length === 0 ? [] : [heading(3, 'Notes from the payer'), ...plan.notes.map((note) => paragraph(note, 'quote'))]),
    ...otherPayers(plan.additional_payer_info, 'Other payers', 3),
    ...contactList(plan.primary_care_provider === null ? [] : [plan.primary_care_provider], 'Primary care provider', 3),
    ...contactList(plan.contacts, 'Contacts', 3),
    ...(plan.benefit_groups.length === 0
      ? [NO_BENEFITS]
      : [...limitBlocks(plan, shown), ...levelBlocks({ coverage, plan, shown }, reading), ...benefitBlocks(shown, reading)]),
  ];
}

function personFacts(person: Person): Fact[] {
  const { address } = person;
  const place = address === null ? null : joined([address.street, address.city, joined([address.state, address.zip], ' ')], ', ');
  return [
    expected('Name', personName(person)),
    expected('Birth date', person.dob === null ? null : usDate(person.dob)),
    expected('Gender', person.gender),
    expected('Member ID', person.member_id),
    expected('Address', place),
    ...person.facts,
  ];
}

function peopleBlocks(inquiry: Inquiry, coverage: Coverage): Block[] {
  const { patient, subscriber, notices } = coverage;
  const { asked, answered, silent } = coverage.service_types;
  const name = inquiry.payer_name_override ?? coverage.payer_name ?? inquiry.payer.name;
  const payer: Fact[] = [
    { label: 'Name', value: name },
    ...optional('Chosen as', name === inquiry.payer.name ? null : inquiry.payer.name),
    ...optional('Payer ID', coverage.payer_id),
    expected('Asked', asked.map(serviceTypeLabel).join(', ')),
    { label: 'Answered', value: answered.map(serviceTypeLabel).join(', ') || 'none' },
    ...coverage.facts,
    ...optional('Silent about', silent.map(serviceTypeLabel).join(', ')),
  ];
  return [
    heading(2, 'Payer'),
    { kind: 'facts', facts: payer },
    ...notices.map(({ text }) => paragraph(text, 'quote')),
    ...(patient === null
      ? []
      : [
          heading(2, 'Patient at the payer'),
          { kind: 'facts' as const, facts: [...personFacts(patient), expected('Relationship', patient.relationship)] },
        ]),
    ...(subscriber === null ? [] : [heading(2, 'Subscriber'), { kind: 'facts' as const, facts: personFacts(subscriber) }]),
  ];
}

function alsoSaidBlocks({ also_said: lines }: Coverage): Block[] {
  if (lines.length === 0) return [];
  const items = lines.map(({ label, texts }): Cell => [strong(label), ...texts.map((text) => ({ text, tone: 'quote' as const }))]);
  return [heading(2, 'Also said by the payer'), { kind: 'list', items }];
}

function coverageBlocks(inquiry: Inquiry, coverage: Coverage, printed: Printed): Block[] {
  const { plans } = coverage;
  const titleOf = (index: number) => (plans.length === 1 ? 'Plan' : `Plan ${index + 1} of ${plans.length}`);
  return [
    ...(plans.length > 1 ? [paragraph(`${plans.length} plans`, 'strong')] : []),
    ...(plans.length === 0 ? [NO_STATUS, NO_BENEFITS] : []),
    ...plans.flatMap((plan, index) => planBlocks(coverage, plan, titleOf(index), printed)),
    ...alsoSaidBlocks(coverage),
    ...peopleBlocks(inquiry, coverage),
  ];
}

export function printedInquiry(toPrint: InquiryToPrint): PrintedDocument {
  const { inquiry, practice, filter, zone, isSummary, changes } = toPrint;
  return {
    title: `Insurance eligibility check ${inquiry.id}`,
    running: [
      `Patient: ${patientLine(patientFacts(inquiry))}`,
      `Payer: ${payerName(inquiry)}`,
      practice,
      `Checked ${instantWords(inquiry.answered_at ?? inquiry.created_at, zone)} through ${routeName(inquiry)}`,
    ],
    reminder: REMINDER,
    sheets: summarySheets({ inquiry, changes, filter, zone, rest: isSummary ? 'in the full answer' : 'on the next pages' }),
    blocks: isSummary ? [] : detailBlocks(toPrint),
  };
}

function detailBlocks(toPrint: InquiryToPrint): Block[] {
  const { inquiry, filter, zone, changes } = toPrint;
  const { coverage } = inquiry;
  return [
    ...headBlocks(toPrint),
    ...(changes === null ? [] : changeBlocks(changes, zone)),
    ...warningBlocks(inquiry),
    ...filterBlocks(filter),
    ...(coverage === null
      ? [NO_STATUS, NO_BENEFITS]
      : coverageBlocks(inquiry, coverage, { warnings: inquiry.warnings, filter, reading: readingOf(inquiry, zone) })),
  ];
}
