/** A payer's line in words, the same on the screen and in print. Nothing that was sent is left out (product.md 10.12). */
import type {
  AuxiliaryBenefit,
  AuxiliaryType,
  Benefit,
  Contact,
  NetworkCode,
  PaymentType,
  StatusDetail,
} from '@coverlight/contract/inquiries/coverage.schema.ts';
import { usDate } from '../calendar-day.ts';
import { amountText, limitText, quantityText } from './amounts.ts';
import { dateWords } from './date-words.ts';
import { kindLabel, uncodedTitle } from './line-kind.ts';

type LineFacts = Omit<StatusDetail, 'status' | 'status_code'>;
/** Any line of an answer: a status, money, or one of the auxiliary kinds. */
export type SourceLine = LineFacts & Partial<Omit<StatusDetail & AuxiliaryBenefit & Benefit, keyof LineFacts>>;
/** A null value reads "not stated". */
export interface LabelledFact {
  label: string;
  value: string | null;
}

/** The choices of the filter, and how a printed filter names them. */
export const NETWORK_LABELS: Readonly<Record<NetworkCode, string>> = {
  inNetwork: 'In network',
  outOfNetwork: 'Out of network',
  noNetwork: 'Unknown or not stated',
  notApplicableNetwork: 'Applies to both',
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

export const PAYMENT_LABELS: Readonly<Record<PaymentType, string>> = {
  deductibles: 'Deductible',
  outOfPocket: 'Out-of-pocket limit',
  coPayment: 'Co-payment',
  coInsurance: 'Co-insurance',
};

/** What a line is about: "Co-payment", "Limitations"; the code as sent where nobody defined it. */
export function lineTitle(line: SourceLine): string {
  if (line.amount_code) return PAYMENT_LABELS[line.amount_code];
  if (line.status !== undefined) return line.status;
  const code = line.type_code ?? '';
  return kindLabel(code) ?? (code === '' ? uncodedTitle(line) : code);
}

/** Null where the payer said nothing, which is neither yes nor no (docs/product.md 10.4). */
export function authorizationWords(line: Pick<SourceLine, 'auth_required' | 'auth_required_unknown'>): string | null {
  if (line.auth_required_unknown) return 'Payer cannot say';
  if (line.auth_required === null) return null;
  return line.auth_required ? 'Required' : 'Not required';
}

export function contactWords(contact: Contact): string {
  return [contact.category, contact.name, ...contact.info].filter((part) => part !== null && part !== '').join(' · ');
}

/** `row` marks what tells rows of a table apart; the rest belongs to a single line. */
export type ConditionKind = 'row' | 'quantity' | 'line';
export interface Condition {
  kind: ConditionKind;
  label: string;
  value: string;
}

const stated = (label: string, value: string | null | undefined): { label: string; value: string }[] =>
  value === null || value === undefined || value === '' ? [] : [{ label, value }];
const ofKind = (kind: ConditionKind, facts: readonly { label: string; value: string }[]): Condition[] =>
  facts.map((fact) => ({ kind, ...fact }));
/** Null where neither day was stated. */
export function spanWords(start: string | null, end: string | null): string | null {
  if (start === null) return end === null ? null : `until ${usDate(end)}`;
  return end === null ? `from ${usDate(start)}` : `${usDate(start)} to ${usDate(end)}`;
}

/** What narrows a line down, apart from its amounts, network and level; in the payer's words. */
export function lineConditions(line: SourceLine): Condition[] {
  return [
    ...ofKind('row', [
      ...stated('Plan text', line.description),
      ...stated('Insurance type', line.insurance_type),
      ...stated('Place of service', line.place_of_service),
    ]),
    ...ofKind('quantity', [
      ...(line.quantity === null ? [] : [{ label: 'Quantity', value: quantityText(line.quantity) }]),
      ...line.delivery_information.map((value) => ({ label: 'Delivery', value })),
    ]),
    ...ofKind('line', [
      ...stated('Valid', spanWords(line.benefit_start, line.benefit_end)),
      ...line.dates.map((date) => ({ label: date.label, value: dateWords(date) })),
      ...line.facts,
      ...line.contacts.map((contact) => ({ label: 'Contact', value: contactWords(contact) })),
    ]),
  ];
}

/** Free text of the line and of other lines that told the same benefit, each wording once. */
export function lineTexts(line: SourceLine): string[] {
  return [...new Set([line.text, ...line.payer_notes, ...(line.merged_benefit_texts ?? [])])].filter(
    (text): text is string => text !== null && text.trim() !== '',
  );
}

const withPeriod = (text: string, period: string | null | undefined) => (period ? `${text} (${period})` : text);

/** Amounts as the payer's line has them, each with the period it was sent with. Only a price without an amount has one that was not stated. */
export function lineAmounts(line: SourceLine): LabelledFact[] {
  if (line.amount === undefined) return [];
  const amount = { amount: line.amount, unit: line.unit ?? null, ...(line.no_limit === undefined ? {} : { no_limit: line.no_limit }) };
  const hasAmount = line.amount !== null || line.no_limit === true;
  const isPriced = line.amount_code !== undefined;
  // The total of a limit is its amount: said once.
  const isTotal = line.total !== undefined && line.total !== null && line.amount === line.total && line.period === line.total_period;
  return [
    ...(isTotal || (!hasAmount && !isPriced)
      ? []
      : [{ label: 'Amount', value: hasAmount ? withPeriod(amountText(amount), line.period) : null }]),
    ...(hasAmount ? [] : stated('Period', line.period)),
    ...(line.total ? [{ label: 'Total', value: withPeriod(limitText(line.total), line.total_period) }] : []),
    ...(line.met ? [{ label: line.met_computed ? 'Met (total minus remaining)' : 'Met', value: limitText(line.met) }] : []),
    ...(line.remaining ? [{ label: 'Remaining', value: withPeriod(limitText(line.remaining), line.remaining_period) }] : []),
  ];
}

/** The whole line, for the question where a number comes from. */
export function lineFacts(line: SourceLine): LabelledFact[] {
  return [
    ...lineAmounts(line),
    { label: 'Network', value: line.network },
    { label: 'Level', value: line.level },
    { label: 'Authorization', value: authorizationWords(line) },
    ...lineConditions(line),
  ];
}
