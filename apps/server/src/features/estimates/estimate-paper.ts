/** The paper for the patient as blocks: who, what, by whom, for how much, and what one should know (product.md 20.7). */
import type { EstimateLine } from '@coverlight/contract/cases/estimate.schema.ts';
import { facilityTotals } from '@coverlight/domain/estimates/estimate-totals.ts';
import { fromCents, toCents } from '@coverlight/domain/estimates/cents.ts';
import { moneyText } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import { localDay, usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { heading, muted, paragraph, plain, strong, type Block, type PlainDocument } from '#features/inquiries/pdf/inquiry-pdf-document.ts';
import { ESTIMATE_WORDS, type EstimateLanguage, type EstimateWords } from './estimate-words.ts';
import type { EstimateRecord } from './estimates.repository.ts';

export interface Facility {
  id: string;
  name: string;
  npi: string;
  tax_id: string;
}

export interface EstimatePaper {
  estimate: EstimateRecord;
  patient: { name: string; birthDate: string | null };
  payer: string;
  /** Of the organization. */
  practice: string;
  /** The case's own first. */
  facilities: readonly Facility[];
  language: EstimateLanguage;
  /** Counsel has read the text. */
  isConfirmed: boolean;
}

const taxId = (digits: string) => `${digits.slice(0, 2)}-${digits.slice(2)}`;

function linesTable(words: EstimateWords, lines: readonly EstimateLine[]): Block {
  return {
    kind: 'table',
    caption: words.charges,
    columns: [
      { label: words.what, share: 0.38 },
      { label: words.code, share: 0.16 },
      { label: words.quantity, share: 0.12 },
      { label: words.each, share: 0.18 },
      { label: words.together, share: 0.16 },
    ],
    rows: lines.map(({ service, code, code_type: type, diagnosis, frequency, quantity, charge }) => [
      [strong(service), ...(diagnosis ? [muted(`${words.diagnosis}: ${diagnosis}`)] : []), ...(frequency ? [muted(frequency)] : [])],
      [plain(!code ? '-' : [type, code].filter((part) => part != null && part !== 'other').join(' '))],
      [plain(String(quantity))],
      [plain(moneyText(charge))],
      [plain(moneyText(fromCents(toCents(charge) * BigInt(quantity))))],
    ]),
  };
}

const placesOf = (lines: readonly EstimateLine[]) => [...new Set(lines.flatMap(({ place }) => place || []))].join('; ');

function facilityBlocks(words: EstimateWords, facility: Facility, lines: readonly EstimateLine[]): Block[] {
  const [total] = facilityTotals(
    lines.map((line) => ({ ...line, provider_id: facility.id })),
    facility.id,
  );
  return [
    heading(3, `${words.facility}: ${facility.name}`),
    paragraph(
      `${words.npi} ${facility.npi} · ${words.taxId} ${taxId(facility.tax_id)} · ${words.place}: ${placesOf(lines) || words.noPlace}`,
      'muted',
    ),
    linesTable(words, lines),
    paragraph(`${words.total}: ${moneyText(total?.charges ?? '0.00')}`, 'strong'),
  ];
}

function arithmeticBlocks(words: EstimateWords, { low, high }: EstimateRecord['content'], language: EstimateLanguage): Block[] {
  if (low === null || high === null) return [];
  const begins = low.payments_begin_after;
  return [
    heading(2, words.arithmetic),
    paragraph(words.planPays(moneyText(low.payer_pays), moneyText(high.payer_pays))),
    paragraph(words.patientPays(moneyText(low.patient_pays), moneyText(high.patient_pays))),
    ...(begins === null || begins === 0 ? [] : [paragraph(words.begins(begins))]),
    // The steps are worded in English; the Spanish paper tells what they come to.
    ...(language === 'en' ? [{ kind: 'list', items: high.steps.map((step) => [plain(step)]) } satisfies Block] : []),
    paragraph(words.zeroPossible),
  ];
}

/** Named, and in no sum: each can be estimated by itself. */
const apartBlocks = (words: EstimateWords, apart: readonly string[]): Block[] => [
  ...(apart.length === 0
    ? []
    : [heading(2, words.apartHead), { kind: 'list', items: apart.map((service) => [plain(service)]) } satisfies Block]),
  paragraph(words.apart),
];

export function estimatePaper(paper: EstimatePaper): PlainDocument {
  const { estimate, patient, facilities, language, isConfirmed } = paper;
  const words = ESTIMATE_WORDS[language];
  const { lines } = estimate.content;
  const isGfe = estimate.kind === 'gfe';
  const title = isGfe ? words.gfe : words.estimate;
  const own = facilities[0]?.id ?? '';
  const byFacility = facilities
    .map((facility) => ({ facility, lines: lines.filter(({ provider_id: id }) => (id ?? own) === facility.id) }))
    .filter((each) => each.lines.length > 0);
  const made = usDate(localDay(estimate.created_at, estimate.zone));
  const about = isGfe ? words.aboutGfe : words.aboutEstimate;
  return {
    title,
    running: [
      `${words.patient}: ${patient.name}`,
      `${words.payer}: ${isGfe ? words.noPayer : paper.payer}`,
      paper.practice,
      `${words.made}: ${made}`,
    ],
    labels: { page: words.page, of: words.of },
    reminder: words.reminder,
    blocks: [
      ...(isConfirmed ? [] : [{ kind: 'notice', text: words.counsel } satisfies Block]),
      heading(1, title),
      {
        kind: 'facts',
        facts: [
          { label: words.patient, value: patient.name },
          { label: words.born, value: patient.birthDate === null ? '-' : usDate(patient.birthDate) },
          { label: words.made, value: made },
          { label: words.service, value: lines[0]?.service ?? '-' },
          { label: words.serviceOn, value: estimate.service_on === null ? words.notScheduled : usDate(estimate.service_on) },
          ...(estimate.scheduled_on === null ? [] : [{ label: words.scheduled, value: usDate(estimate.scheduled_on) }]),
        ],
      },
      ...(byFacility.length === 0 ? [] : [heading(2, words.charges)]),
      ...byFacility.flatMap((each) => facilityBlocks(words, each.facility, each.lines)),
      ...(isGfe ? apartBlocks(words, estimate.content.apart) : arithmeticBlocks(words, estimate.content, language)),
      heading(2, words.disclaimers),
      { kind: 'list', items: about.map((text) => [plain(text)]) },
    ],
  };
}
