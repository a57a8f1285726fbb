/** Prices, totals, and what is left of them (product.md 18.4). Where several stand in one place all are shown and nothing is computed. */
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { ChangeCode } from '@coverlight/contract/persons/changes.schema.ts';
import type { SourceLine } from '../inquiries/coverage/line-words.ts';
import type { Cell, CellKind } from './cells.ts';
import { lineIdsOf, limitWords, placeOfPair, subjectOf, unpairedOf } from './cell-words.ts';
import { type Findings, type Found, found, noFindings } from './comparison.ts';
import { areAllZero, directionOf, leftsOf, type Measures, measuresOf, sameValues, type Value, valuesWords } from './measures.ts';
import { type Days, type Year, yearOf } from './plan-year.ts';

export interface PlanPair {
  before: Plan;
  after: Plan;
  /** How the plan is named; null where neither answer names it. */
  name: string | null;
}

export interface MeasuredInput {
  plans: PlanPair;
  days: Days;
  /** Ids of the later answer's lines that have begun to contradict each other: nothing is concluded from what is left there. */
  contradicting: ReadonlySet<string>;
  /** The policy is under another plan now, whose year and use are its own. */
  isOtherPlan: boolean;
}

const PRICE_CODES: Readonly<Partial<Record<CellKind, ChangeCode>>> = { copay: 'copay-changed', coinsurance: 'coinsurance-changed' };
const TOTAL_CODES: Readonly<Partial<Record<CellKind, ChangeCode>>> = {
  deductible: 'deductible-total-changed',
  'out-of-pocket': 'out-of-pocket-total-changed',
};
const SPENT_CODES: Readonly<Partial<Record<CellKind, ChangeCode>>> = { deductible: 'deductible-met', 'out-of-pocket': 'out-of-pocket-met' };

interface PairFacts {
  pair: [Cell, Cell];
  before: Measures;
  after: Measures;
  input: MeasuredInput;
}

function aFound(code: ChangeCode, { pair, input }: PairFacts, words: [string | null, string | null]): Found {
  return found(code, {
    ...placeOfPair(pair, input.plans.name),
    before: words[0],
    after: words[1],
    beforeIds: lineIdsOf(pair[0]),
    afterIds: lineIdsOf(pair[1]),
    subject: subjectOf(pair[1]),
  });
}

/** One more that contradicts what was said and still is: the contradiction tells it. */
const isToldByContradiction = ({ pair, input }: PairFacts, before: readonly Value[], after: readonly Value[]): boolean =>
  lineIdsOf(pair[1]).some((id) => input.contradicting.has(id)) && before.every(({ key }) => after.some((value) => value.key === key));

/** Values of one sort: changed, said no more, or said for the first time. */
function compareValues(facts: PairFacts, sort: 'prices' | 'totals' | 'counts', code: ChangeCode): Findings {
  const [before, after] = [facts.before[sort], facts.after[sort]];
  const findings = noFindings();
  if (sameValues(before, after)) return findings;
  const [was, is] = [valuesWords(before), valuesWords(after)];
  const name = facts.input.plans.name;
  const what = `${subjectOf(facts.pair[1])}: ${sort === 'totals' ? 'total ' : ''}`;
  if (is === null) findings.gone.push(unpairedOf(facts.pair[0], name, `${what}${was}`));
  else if (was === null) findings.added.push(unpairedOf(facts.pair[1], name, `${what}${is}`));
  else if (!isToldByContradiction(facts, before, after)) findings.changes.push(aFound(code, facts, [was, is]));
  return findings;
}

const withSubject = (cell: Cell, measures: Measures): string => `${subjectOf(cell)} ${limitWords(measures) ?? 'not stated'}`;

function aUse(code: ChangeCode, facts: PairFacts): Found {
  const words: [string, string] = [withSubject(facts.pair[0], facts.before), withSubject(facts.pair[1], facts.after)];
  return aFound(code, facts, words);
}

/** What is left went down or up, in one plan year or into the next. */
function useOf(facts: PairFacts, direction: 'down' | 'up', year: Year): Found {
  const { kind } = facts.pair[1];
  if (year === 'new' || (year === 'maybe' && direction === 'up')) return aUse('plan-year-began', facts);
  if (direction === 'up') return aUse('went-backwards', facts);
  const isSpent = areAllZero(leftsOf(facts.after)) && !areAllZero(leftsOf(facts.before));
  return aUse(isSpent ? (SPENT_CODES[kind] ?? 'limit-exhausted') : 'accumulated', facts);
}

/** Less used is more left. */
const opposite = { same: 'same', down: 'up', up: 'down' } as const;

function compareUse(facts: PairFacts): Findings {
  const { before, after, pair, input } = facts;
  const findings = noFindings();
  const [left, nowLeft] = [leftsOf(before), leftsOf(after)];
  const isTold = left.length > 0 && nowLeft.length > 0;
  const ofLeft = isTold ? directionOf(left, nowLeft) : 'same';
  const ofUsed = before.useds.length > 0 && after.useds.length > 0 ? directionOf(before.useds, after.useds) : 'same';
  const direction = ofLeft === 'same' ? opposite[ofUsed] : ofLeft;
  if (direction !== 'same') {
    const isDoubtful = lineIdsOf(pair[1]).some((id) => input.contradicting.has(id));
    if (!isDoubtful && !input.isOtherPlan)
      findings.changes.push(useOf(facts, direction, yearOf(pair, [input.plans.before, input.plans.after], input.days)));
    return findings;
  }
  return isTold ? findings : useOfOneSide(facts, left, nowLeft);
}

/** Only one of them tells what is left. That nothing is left is told as such: it was not known. */
function useOfOneSide(facts: PairFacts, left: Value[], nowLeft: Value[]): Findings {
  const { before, after, pair, input } = facts;
  const findings = noFindings();
  const isLimit = SPENT_CODES[pair[1].kind] === undefined;
  if (left.length === 0 && isLimit && areAllZero(nowLeft)) findings.changes.push(aUse('limit-exhausted', facts));
  else if (nowLeft.length > left.length || after.useds.length > before.useds.length)
    findings.added.push(unpairedOf(pair[1], input.plans.name, withSubject(pair[1], after)));
  else if (left.length > nowLeft.length || before.useds.length > after.useds.length)
    findings.gone.push(unpairedOf(pair[0], input.plans.name, withSubject(pair[0], { ...before, totals: [] })));
  return findings;
}

function merge(all: Findings[]): Findings {
  return {
    changes: all.flatMap(({ changes }) => changes),
    gone: all.flatMap(({ gone }) => gone),
    added: all.flatMap(({ added }) => added),
  };
}

const LEFT_OR_USED = /^(?:24|29|30|31|33)$/;

/** A total of the calendar year that has become one of the service year. */
function compareSpans(facts: PairFacts): Findings {
  const codes = facts.pair.map(
    (cell) => new Set(cell.lines.map((line) => line.period_code ?? '').filter((code) => code !== '' && !LEFT_OR_USED.test(code))),
  );
  const [was, is] = codes.map((each) => (each.size === 1 ? [...each][0] : undefined));
  const findings = noFindings();
  if (was === undefined || is === undefined || was === is) return findings;
  const words = facts.pair.map((cell) => cell.lines.find((line) => line.period_code === was || line.period_code === is)?.period ?? null);
  findings.changes.push(aFound('words-only', facts, [words[0] ?? was, words[1] ?? is]));
  return findings;
}

/** All of a line that is measured, as written. */
const measuredOf = (line: SourceLine): string =>
  `${line.period_code}|${line.amount}|${line.unit}|${line.total}|${line.remaining}|${line.met}|${line.no_limit}|${line.quantity?.value}|${line.quantity?.qualifier_code}|${line.delivery_information.join()}`;

/** Most lines say what they said before. */
const isSame = ([before, after]: [Cell, Cell]): boolean =>
  before.lines.length === after.lines.length &&
  before.lines.every((line, at) => {
    const other = after.lines[at];
    return other !== undefined && measuredOf(line) === measuredOf(other);
  });

function comparePair(pair: [Cell, Cell], input: MeasuredInput): Findings {
  if (isSame(pair)) return noFindings();
  const facts: PairFacts = { pair, before: measuresOf(pair[0]), after: measuresOf(pair[1]), input };
  const { kind } = pair[1];
  const counts = compareValues(facts, 'counts', 'limit-changed');
  const prices = compareValues(facts, 'prices', PRICE_CODES[kind] ?? 'limit-changed');
  const totals = compareValues(facts, 'totals', TOTAL_CODES[kind] ?? 'limit-changed');
  // What is left of another total has changed with it.
  const use = totals.changes.length > 0 ? noFindings() : compareUse(facts);
  return merge([counts, prices, totals, use, compareSpans(facts)]);
}

export function measuredChanges(pairs: readonly [Cell, Cell][], input: MeasuredInput): Findings {
  return merge(pairs.map((pair) => comparePair(pair, input)));
}
