/** An answer in some twelve lines of plain text, for the patient's chart (product.md 10.14). */
import type { Benefit, Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { askedDay } from '../asked-day.ts';
import { checkedWords, instantDay, patientFacts, patientLine, payerName, REMINDER } from '../answer-words.ts';
import { expiredNotice } from '../inquiry-expiry.ts';
import { NOT_STATED } from './amounts.ts';
import { answerSentence } from './answer-sentence.ts';
import { careSummary, priceText, type SummaryCell, type SummaryRow, type SummarySide } from './care-summary.ts';
import { exceptionMarks, partWords } from './care-words.ts';
import { behaviouralAdministrators } from './carve-out.ts';
import { levelsOfCare } from './level-of-care.ts';
import { authorizationWords, lineAmounts, lineTitle, PAYMENT_LABELS, type SourceLine } from './line-words.ts';
import { type MoneyCell, moneyLeft, type MoneyRow, type MoneyValue } from './money-left.ts';
import { countKnown, phonesToAsk } from './open-questions.ts';
import { planDifferences } from './plan-differences.ts';
import { readingOf } from './seen-status.ts';
import {
  laterPayerWords,
  medicalPlanWords,
  moneyWords,
  phoneWords,
  silentWords,
  toldWarnings,
  unknownWords,
  valueTags,
  valueText,
  warningLine,
} from './summary-words.ts';

const SHOWN_ALERTS = 3;
const SIDE_WORDS = { in: 'in network', out: 'out of network' } as const;

const inBrackets = (text: string, tags: readonly (string | null)[]) => {
  const told = tags.filter((tag) => tag !== null);
  return told.length === 0 ? text : `${text} (${told.join(', ')})`;
};

function moneyOfSide({ side, individual, family, others }: MoneyCell): string {
  const words = (values: readonly MoneyValue[], level: string | null) =>
    values.map((value) => inBrackets(moneyWords(value), [level ?? value.line.level ?? 'level not stated', value.note]));
  const told = [...words(individual, 'individual'), ...words(family, 'family'), ...words(others, null)];
  return `${SIDE_WORDS[side]} ${told.join(', ') || NOT_STATED}`;
}

const moneyLine = ({ payment, cells }: MoneyRow) => `${PAYMENT_LABELS[payment]}: ${cells.map(moneyOfSide).join('; ')}`;

const cellWords = (cell: SummaryCell) =>
  cell.values.length === 0 ? silentWords(cell) : cell.values.map((value) => inBrackets(valueText(value), valueTags(value))).join(', ');

function sideWords({ pays, authorization }: SummarySide, side: keyof typeof SIDE_WORDS): string {
  const isRefused = pays.state === 'not-covered' && authorization.values.length === 0;
  return `${SIDE_WORDS[side]} ${cellWords(pays)}${isRefused ? '' : `, authorization ${cellWords(authorization).replace(/^[A-Z]/, (letter) => letter.toLowerCase())}`}`;
}

function levelLine({ row, limit, ...sides }: SummaryRow): string {
  const words =
    limit.company === null
      ? [sideWords(sides.in, 'in'), sideWords(sides.out, 'out'), `limit ${cellWords(limit)}`, ...exceptionMarks(row.exceptions)].join('; ')
      : cellWords(limit);
  const part = partWords(row);
  return `${row.level.name}${part === null ? '' : ` (${part})`}: ${words}`;
}

function alertLines({ warnings }: Inquiry): string[] {
  const told = toldWarnings(warnings);
  const more = told.length - SHOWN_ALERTS;
  return [
    ...told.slice(0, SHOWN_ALERTS).map(warningLine),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'warning' : 'warnings'} in the full answer`] : []),
  ];
}

function planLines({ warnings }: Inquiry, coverage: Coverage, plan: Plan): string[] {
  const companies = behaviouralAdministrators(coverage, plan);
  const rows = levelsOfCare({ coverage, plan });
  const known = countKnown(rows);
  const phones = phonesToAsk(plan, companies).map(phoneWords);
  return [
    ...medicalPlanWords(companies),
    ...laterPayerWords(warnings),
    ...moneyLeft(plan).map(moneyLine),
    ...careSummary(rows, plan.insurance_type).map(levelLine),
    `Known ${known.known} of ${known.of}: ${unknownWords(known)}${phones.length === 0 || known.known === known.of ? '' : `. Call ${phones.join(', ')}`}`,
  ];
}

/** `zone` (IANA) is that of all instants. Of several plans the leading one is told, of the others what differs. */
export function chartLines(inquiry: Inquiry, zone: string): string[] {
  const { coverage, status, asked_under: askedUnder } = inquiry;
  const reading = readingOf(inquiry, zone);
  const plan = coverage?.plan ?? null;
  const others = coverage === null || plan === null ? [] : otherPlans(coverage, plan);
  return [
    patientLine(patientFacts(inquiry)),
    ...(status === 'expired' ? [expiredNotice(instantDay(inquiry.answered_at ?? inquiry.created_at, zone))] : []),
    answerSentence(coverage, askedDay(inquiry, zone), reading),
    `${checkedWords(inquiry, zone)}, reference ${inquiry.id}`,
    ...(askedUnder === null ? [] : [`Asked under ${askedUnder}; network facts may differ for your facility`]),
    ...alertLines(inquiry),
    ...others.map((other) => {
      const differences = plan === null ? [] : planDifferences(plan, other, reading);
      return `Other plan, ${planName(other)}: ${differences.join('; ') || 'the same in dates and limits'}`;
    }),
    ...(coverage === null || plan === null ? [] : planLines(inquiry, coverage, plan)),
    REMINDER,
  ].map((line) => line.replaceAll(/\s+/g, ' ').trim());
}

/** Sent apart, the leading plan may stand in the list as its equal. */
export function otherPlans({ plans }: Pick<Coverage, 'plans'>, shown: Plan): Plan[] {
  const at = plans.includes(shown) ? plans.indexOf(shown) : plans.findIndex((plan) => JSON.stringify(plan) === JSON.stringify(shown));
  return plans.filter((_plan, index) => index !== at);
}

export const planName = (plan: Plan) => plan.name ?? plan.insurance_type ?? plan.number ?? 'name not stated';

const isPriceLine = (line: SourceLine): line is SourceLine & Benefit =>
  line.amount_code === 'coPayment' || line.amount_code === 'coInsurance';

/** "$30.00 a visit"; total, met and remaining of a limit each with its name. */
function amountWords(line: SourceLine): string[] {
  if (isPriceLine(line) && !line.total && !line.met && !line.remaining) return [priceText(line)];
  return lineAmounts(line).map(({ label, value }) => (label === 'Amount' ? (value ?? NOT_STATED) : `${label.toLowerCase()} ${value}`));
}

/** One line of the payer: "Co-payment $30.00 a visit, in network, said for Mental Health, by SUNFLOWER, checked 11/23/2026". */
export function chartLine(line: SourceLine, service: string, inquiry: Inquiry, zone: string): string {
  const authorization = authorizationWords(line);
  const parts = [
    [lineTitle(line), amountWords(line).join(', ')].join(' ').trim(),
    line.network_code === 'noNetwork' && line.network.toLowerCase() === NOT_STATED ? 'network not stated' : line.network.toLowerCase(),
    line.level,
    authorization === null ? null : `authorization ${authorization.toLowerCase()}`,
    `said for ${service}`,
    `by ${payerName(inquiry)}`,
    `checked ${instantDay(inquiry.answered_at ?? inquiry.created_at, zone)}`,
  ];
  return parts
    .filter((part) => part !== null)
    .join(', ')
    .replaceAll(/\s+/g, ' ');
}
