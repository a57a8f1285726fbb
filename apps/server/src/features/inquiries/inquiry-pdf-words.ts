/** Lines of an answer in words, as the detail page says them: nothing that was sent is left out (docs/product.md 10.12). */
import type {
  AuxiliaryBenefit,
  AuxiliaryType,
  Benefit,
  Contact,
  NetworkCode,
  PaymentType,
  StatusDetail,
} from '@coverlight/contract/inquiries/coverage.schema.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { amountText, limitText, NOT_STATED, quantityText } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import { dateWords } from '@coverlight/domain/inquiries/coverage/date-words.ts';
import { kindLabel, uncodedTitle } from '@coverlight/domain/inquiries/coverage/line-kind.ts';
import { muted, plain, type Cell } from './inquiry-pdf-document.ts';

type LineFacts = Omit<StatusDetail, 'status' | 'status_code'>;
/** Any line of an answer: a status, money, or one of the auxiliary kinds. */
export type SourceLine = LineFacts & Partial<Omit<StatusDetail & AuxiliaryBenefit & Benefit, keyof LineFacts>>;

export interface Fact {
  label: string;
  value: string;
}

export const PAYMENT_LABELS: Readonly<Record<PaymentType, string>> = {
  deductibles: 'Deductible',
  outOfPocket: 'Out-of-pocket limit',
  coPayment: 'Co-payment',
  coInsurance: 'Co-insurance',
};

export const NETWORK_LABELS: Readonly<Record<NetworkCode, string>> = {
  inNetwork: 'In network',
  outOfNetwork: 'Out of network',
  noNetwork: 'Network not stated or unknown',
  notApplicableNetwork: 'Both networks',
};

export const AUXILIARY_TITLES: Readonly<Record<AuxiliaryType, string>> = {
  nonCovered: 'Not covered',
  exclusions: 'Exclusions',
  limitations: 'Limitations',
  benefitDescriptions: 'Benefit descriptions',
  coverageBasis: 'Coverage basis',
  costContainment: 'Cost containment',
  reserve: 'Reserve',
  preexistingConditions: 'Pre-existing conditions',
  contact: 'Contact',
  other: 'Other',
};

/** What is worth a line when it was stated, and is left out otherwise. */
export const optional = (label: string, value: string | null | undefined): Fact[] =>
  value === null || value === undefined || value === '' ? [] : [{ label, value }];
/** What everybody looks for: "not stated" where it was not. */
export const expected = (label: string, value: string | null | undefined): Fact => ({
  label,
  value: value === null || value === undefined || value === '' ? NOT_STATED : value,
});

export const joined = (parts: readonly (string | null | undefined)[], separator = ' · '): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(separator);

/** Null where the payer said nothing, which is neither yes nor no (docs/product.md 10.4). */
export function authorizationWords(line: Pick<SourceLine, 'auth_required' | 'auth_required_unknown'>): string | null {
  if (line.auth_required_unknown) return 'the payer cannot say';
  if (line.auth_required === null) return null;
  return line.auth_required ? 'required' : 'not required';
}

export const contactWords = (contact: Contact): string => joined([contact.category, contact.name, ...contact.info]);

export function spanWords(start: string | null, end: string | null): string | null {
  if (start === null) return end === null ? null : `until ${usDate(end)}`;
  return end === null ? `from ${usDate(start)}` : `${usDate(start)} to ${usDate(end)}`;
}

const withPeriod = (text: string, period: string | null | undefined) => (period ? `${text} (${period})` : text);

/** Amounts as the payer's line has them, each with the period it was sent with. */
export function lineAmounts(line: SourceLine): Fact[] {
  if (line.amount === undefined) return [];
  const amount = { amount: line.amount, unit: line.unit ?? null, ...(line.no_limit === undefined ? {} : { no_limit: line.no_limit }) };
  const hasAmount = line.amount !== null || line.no_limit === true;
  // The total of a limit is its amount: said once.
  const isTotal = line.total !== undefined && line.total !== null && line.amount === line.total && line.period === line.total_period;
  return [
    ...(hasAmount && !isTotal ? [{ label: 'Amount', value: withPeriod(amountText(amount), line.period) }] : []),
    ...(hasAmount ? [] : optional('Period', line.period)),
    ...(line.total ? [{ label: 'Total', value: withPeriod(limitText(line.total), line.total_period) }] : []),
    ...(line.met ? [{ label: line.met_computed ? 'Met (total minus remaining)' : 'Met', value: limitText(line.met) }] : []),
    ...(line.remaining ? [{ label: 'Remaining', value: withPeriod(limitText(line.remaining), line.remaining_period) }] : []),
  ];
}

/** What narrows a line down, apart from amounts, network and level. */
export function lineConditions(line: SourceLine): Fact[] {
  return [
    ...optional('Plan text', line.description),
    ...optional('Insurance type', line.insurance_type),
    ...optional('Place of service', line.place_of_service),
    ...line.delivery_information.map((value) => ({ label: 'Delivery', value })),
    ...(line.quantity === null ? [] : [{ label: 'Quantity', value: quantityText(line.quantity) }]),
    ...optional('Valid', spanWords(line.benefit_start, line.benefit_end)),
    ...line.dates.map((date) => ({ label: date.label, value: dateWords(date) })),
    ...line.facts,
    ...line.contacts.map((contact) => ({ label: 'Contact', value: contactWords(contact) })),
  ];
}

/** Free text of the line and of other lines that told the same benefit, each wording once. */
export function lineTexts(line: SourceLine): string[] {
  const texts = [line.text, ...line.payer_notes, ...(line.merged_benefit_texts ?? [])];
  return [...new Set(texts.filter((text) => text !== null && text.trim() !== ''))].map(String);
}

/** What a line says beside its amount. */
export function noteParts(line: SourceLine): Cell {
  return [
    ...lineConditions(line).map(({ label, value }) => plain(`${label}: ${value}`)),
    ...lineTexts(line).map((text) => ({ text, tone: 'quote' as const })),
  ];
}

/** The amount alone where that is all; total, met and remaining below each other otherwise. */
export function amountParts(line: SourceLine): Cell {
  const amounts = lineAmounts(line);
  const [first] = amounts;
  if (first === undefined || (first.label === 'Period' && amounts.length === 1)) {
    return [muted(NOT_STATED), ...amounts.map(({ value }) => muted(value))];
  }
  return amounts.map(({ label, value }) => plain(label === 'Amount' && amounts.length === 1 ? value : `${label}: ${value}`));
}

/** What a line is about: "Co-payment", "Limitations"; the code as sent where nobody defined it. */
export function lineTitle(line: SourceLine): string {
  if (line.amount_code) return PAYMENT_LABELS[line.amount_code];
  if (line.status !== undefined) return line.status;
  const code = line.type_code ?? '';
  return kindLabel(code) ?? (code === '' ? uncodedTitle(line) : code);
}

/** What an auxiliary line, a status or a carve-out says, as an item of a list. */
export function lineItem(line: SourceLine, title: string): Cell {
  const authorization = authorizationWords(line);
  const head = joined([
    title,
    ...lineAmounts(line).map(({ label, value }) => (label === 'Amount' ? value : `${label}: ${value}`)),
    line.network_code === 'noNetwork' && line.network.toLowerCase() === NOT_STATED ? null : line.network,
    line.level,
    authorization === null ? null : `Authorization: ${authorization}`,
  ]);
  return [plain(head), ...noteParts(line)];
}
