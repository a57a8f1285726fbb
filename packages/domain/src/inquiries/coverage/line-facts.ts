/** The part of a line that every kind of line shares, in the words of the page. */
import type { AuxiliaryBenefit, Benefit, NetworkCode } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { moneyText, percentText } from './amounts.ts';
import { deliverySentence, toContact, toDateFact } from './contacts.ts';
import { readDecimal, readMoney } from './decimal.ts';
import type { AnswerDate, AnswerFact, AnswerLine, AnswerNetwork } from './payer-answer.ts';
import { codeOf, LEVEL_NAMES, PERIOD_NAMES, QUANTITY_NAMES, wordsOf } from './x12-codes.ts';

export type LineFacts = Omit<
  AuxiliaryBenefit,
  'type_code' | 'amount' | 'unit' | 'period' | 'period_code' | 'total' | 'total_period' | 'remaining' | 'remaining_period'
>;

/** Four meanings, not two: "both" belongs to in- and out-of-network alike, and unknown is not "out" (product.md 10.4). */
export const NETWORK_WORDS: Readonly<Record<AnswerNetwork, string>> = {
  in: 'In network',
  out: 'Out of network',
  both: 'In and out of network',
  unknown: 'Network unknown',
  'not-stated': 'Network not stated',
};
const NETWORK_CODE: Readonly<Record<AnswerNetwork, NetworkCode>> = {
  in: 'inNetwork',
  out: 'outOfNetwork',
  both: 'notApplicableNetwork',
  unknown: 'noNetwork',
  'not-stated': 'noNetwork',
};

const isBegin = (date: AnswerDate) => date.qualifier === '348' || (date.qualifier === null && /^benefit (begin|start)/i.test(date.label));
const isEnd = (date: AnswerDate) => date.qualifier === '349' || (date.qualifier === null && /^benefit end/i.test(date.label));
const isPeriod = (date: AnswerDate) => date.qualifier === '292' || (date.qualifier === null && /^benefit$/i.test(date.label));

const NO_DATES: { begin: string | null; end: string | null; rest: AnswerDate[] } = { begin: null, end: null, rest: [] };

/** The benefit's begin and end, and the dates that are neither (nor readable as such). A second, differing one stays in the list. */
function readBenefitDates(dates: AnswerDate[]) {
  if (dates.length === 0) return NO_DATES;
  let begin: string | null = null;
  let end: string | null = null;
  const rest: AnswerDate[] = [];
  for (const date of dates) {
    const from: string | null = isBegin(date) ? (date.from ?? date.to) : isPeriod(date) ? date.from : null;
    const to: string | null = isEnd(date) ? (date.to ?? date.from) : isPeriod(date) ? date.to : null;
    const clashes = (from !== null && begin !== null && begin !== from) || (to !== null && end !== null && end !== to);
    if ((from === null && to === null) || clashes || date.text !== null) {
      rest.push(date);
      continue;
    }
    begin = from ?? begin;
    end = to ?? end;
  }
  return { begin, end, rest };
}

/** The line's facts, with the service's name where the group is shown under another one. */
function withServiceWords(line: AnswerLine, groupName: string): AnswerFact[] {
  const sent = line.service?.text ?? '';
  if (sent === groupName || sent === '') return line.facts;
  const words = sent.replaceAll(/\s+/g, ' ').trim();
  return words.toLowerCase() === groupName.toLowerCase() ? line.facts : [...line.facts, { label: 'Service', value: words }];
}

/** `groupName` is the name that the line's service is shown under; other words for it are kept as a fact. */
export function toLineFacts(line: AnswerLine, groupName: string): LineFacts {
  const { begin, end, rest } = readBenefitDates(line.dates);
  const texts = line.texts.length === 0 ? line.texts : line.texts.filter((text) => text.trim() !== '');
  return {
    line_ids: [line.id],
    network: NETWORK_WORDS[line.network],
    network_code: NETWORK_CODE[line.network],
    level: wordsOf(line.level, LEVEL_NAMES),
    level_code: codeOf(line.level, LEVEL_NAMES),
    description: line.planName,
    auth_required: line.authorization === 'yes' ? true : line.authorization === 'no' ? false : null,
    auth_required_unknown: line.authorization === 'unknown',
    benefit_start: begin,
    benefit_end: end,
    place_of_service: wordsOf(line.placeOfService),
    text: texts[0] ?? null,
    payer_notes: texts.slice(1),
    contacts: line.entities.length === 0 ? [] : line.entities.map(toContact),
    delivery_information: line.deliveries.length === 0 ? [] : line.deliveries.map(deliverySentence).filter((sentence) => sentence !== ''),
    insurance_type: wordsOf(line.insuranceType),
    quantity: line.quantity && {
      value: line.quantity.value,
      qualifier: wordsOf(line.quantity.qualifier, QUANTITY_NAMES),
      qualifier_code: codeOf(line.quantity.qualifier, QUANTITY_NAMES),
    },
    dates: rest.length === 0 ? [] : rest.map(toDateFact),
    facts: withServiceWords(line, groupName),
  };
}

type Measures = Pick<
  Benefit,
  'amount' | 'unit' | 'period' | 'period_code' | 'total' | 'total_period' | 'remaining' | 'remaining_period'
> & { totalCode: string | null; remainingCode: string | null; facts: AnswerFact[] };

function noteUnread(facts: AnswerFact[], label: string, sent: string | null, read: string | null): void {
  if (sent !== null && read === null && sent.trim() !== '') facts.push({ label: `${label} (as sent)`, value: sent });
}

/**
 * Amounts of a line. A share and money on one line: `prefers` is the amount, the other a fact. What cannot be read as a
 * number is kept as a fact, and missing stays missing: it is never zero.
 */
export function readMeasures(line: AnswerLine, prefers: 'usd' | 'percent'): Measures {
  const usd = readMoney(line.amount);
  const percent = readDecimal(line.percent);
  const unit = usd === null && percent === null ? null : usd === null || (percent !== null && prefers === 'percent') ? 'percent' : 'usd';
  const facts: AnswerFact[] = [];
  if (usd !== null && percent !== null)
    facts.push(unit === 'usd' ? { label: 'Percent', value: percentText(percent) } : { label: 'Amount', value: moneyText(usd) });
  const total = readMoney(line.total);
  const remaining = readMoney(line.remaining);
  noteUnread(facts, 'Amount', line.amount, usd);
  noteUnread(facts, 'Percent', line.percent, percent);
  noteUnread(facts, 'Total', line.total, total);
  noteUnread(facts, 'Remaining', line.remaining, remaining);
  return {
    amount: unit === 'usd' ? usd : percent,
    unit,
    period: wordsOf(line.period, PERIOD_NAMES),
    period_code: codeOf(line.period, PERIOD_NAMES),
    total,
    total_period: wordsOf(line.totalPeriod, PERIOD_NAMES),
    totalCode: codeOf(line.totalPeriod, PERIOD_NAMES),
    remaining,
    remaining_period: wordsOf(line.remainingPeriod, PERIOD_NAMES),
    remainingCode: codeOf(line.remainingPeriod, PERIOD_NAMES),
    facts,
  };
}
