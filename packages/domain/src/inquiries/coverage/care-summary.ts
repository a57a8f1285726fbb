/**
 * The level-of-care grid on one line a level: what the patient pays, whether authorization is needed, what is left of a limit. The same
 * values stand on the screen, in print and on the clipboard, each with how sure it is and the lines it stands in (product.md 10.14).
 */
import type { AuxiliaryBenefit, Benefit } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { amountText } from './amounts.ts';
import { CARE_FACTS, type AuthorizationCell, type CareCell, type CareSide, type CellState } from './care-cells.ts';
import type { SaidFor } from './care-services.ts';
import { notCoveredWords } from './care-words.ts';
import type { CareRow } from './level-of-care.ts';
import { authorizationWords, lineConditions } from './line-words.ts';
import type { AnyLine } from './said-texts.ts';

/** A short value: "$30.00 a visit", "20 %", "Required", "13 Visits left". */
export interface SummaryValue {
  text: string;
  state: CellState;
  /** Whose word it is. */
  saidFor: SaidFor | null;
  lines: readonly AnyLine[];
}

export interface SummaryCell {
  /** Empty where nothing can be told; `state` then says why. */
  values: SummaryValue[];
  /** Values beyond those shown. */
  more: number;
  state: CellState;
  /** The company that has the say in the plan's place. */
  company: string | null;
}

export interface SummaryRow {
  row: CareRow;
  in: { pays: SummaryCell; authorization: SummaryCell };
  out: { pays: SummaryCell; authorization: SummaryCell };
  /** Of either network. */
  limit: SummaryCell;
}

/** More would not fit on the line; the rest is one press away. */
const SHOWN_VALUES = 2;

const PER: Readonly<Record<string, string>> = { 6: 'an hour', 7: 'a day', 26: 'an episode', 27: 'a visit', 34: 'a month', 35: 'a week', 36: 'an admission' };

function priceText(line: Benefit): string {
  if (line.unit === 'percent') return amountText(line);
  const per = line.period_code === null ? undefined : PER[line.period_code];
  const period = per ?? (line.period === null ? null : `(${line.period})`);
  return [amountText(line), period].filter((part) => part !== null).join(' ');
}

const LEFT = /^(?:29|33)$/;

/** "13 Visits left", "20 Visits, Calendar Year"; null for a line that counts nothing. */
function limitText(line: AuxiliaryBenefit): string | null {
  const quantities = lineConditions(line).filter(({ kind }) => kind === 'quantity').map(({ value }) => value);
  const amounts = line.amount === null ? [] : [amountText(line)];
  const counted = [...quantities, ...amounts];
  if (counted.length === 0) return null;
  if (LEFT.test(line.period_code ?? '') || line.quantity?.qualifier_code === '29') return `${counted.join(' · ')} left`;
  return [...counted, ...(line.period === null ? [] : [line.period])].join(', ');
}

function cellOf(cell: CareCell<AnyLine>, values: SummaryValue[]): SummaryCell {
  const distinct = [...new Map(values.map((value) => [`${value.text} ${value.state} ${value.saidFor?.words}`, value])).values()];
  return {
    values: distinct.slice(0, SHOWN_VALUES),
    more: Math.max(0, distinct.length - SHOWN_VALUES),
    state: cell.state,
    company: cell.company,
  };
}

const refusalValue = (cell: CareCell<unknown>): SummaryValue[] =>
  cell.refusals.length === 0
    ? []
    : [{ text: notCoveredWords(cell), state: 'not-covered', saidFor: cell.saidFor, lines: cell.refusals }];

const valuesOf = <Line extends AnyLine>(cell: CareCell<Line>, text: (line: Line) => string): SummaryValue[] =>
  cell.lines.map((line) => ({ text: text(line), state: cell.state, saidFor: cell.saidFor, lines: [line] }));

/** A no stands before whatever contradicts it. */
function paysCell({ covered, copay, coinsurance }: CareSide): SummaryCell {
  const values = [...refusalValue(covered), ...valuesOf(copay, priceText), ...valuesOf(coinsurance, priceText)];
  const stateful = [copay, coinsurance].find(({ lines }) => lines.length > 0) ?? copay;
  return cellOf(covered.refusals.length > 0 ? covered : stateful, values);
}
