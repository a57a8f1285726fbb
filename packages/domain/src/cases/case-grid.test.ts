import { GRID_FACTS, GRID_NETWORKS, GRID_STATES, type GridCell } from '@coverlight/contract/cases/case-grid.schema.ts';
import { CARE_LEVELS } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { readInterchanges, transactionsOf } from '@coverlight/x12/interchanges.ts';
import { read271 } from '@coverlight/x12/read-271.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aLine, anAnswer, anEntity, answerOf, aPlan, IND, MENTAL_HEALTH } from '../../test/answers.ts';
import { arbitraryCareAnswer } from '../../test/arbitrary-answers.ts';
import carve from '../../test/recorded/carve.271?raw';
import cob from '../../test/recorded/cob.271?raw';
import empty from '../../test/recorded/empty.271?raw';
import grace from '../../test/recorded/grace.271?raw';
import hmo from '../../test/recorded/hmo.271?raw';
import inactive from '../../test/recorded/inactive.271?raw';
import medicare from '../../test/recorded/medicare.271?raw';
import mismatch from '../../test/recorded/mismatch.271?raw';
import nolimit from '../../test/recorded/nolimit.271?raw';
import ordinary from '../../test/recorded/ordinary.271?raw';
import textsTell from '../../test/recorded/texts-tell.271?raw';
import twoplans from '../../test/recorded/twoplans.271?raw';
import { levelsOfCare } from '../inquiries/coverage/level-of-care.ts';
import { leadOn } from '../inquiries/coverage/medical-plan.ts';
import { mergeAnswers } from '../inquiries/coverage/merge-answers.ts';
import { normalizeCoverage } from '../inquiries/coverage/normalize-coverage.ts';
import { countKnown } from '../inquiries/coverage/open-questions.ts';
import type { AnswerLine, PayerAnswer } from '../inquiries/coverage/payer-answer.ts';
import { FIXED_QUESTIONS } from '@coverlight/contract/cases/call-sheet.schema.ts';
import type { PhoneFact } from './call-answers.ts';
import { CASE_STATES } from '@coverlight/contract/cases/case.schema.ts';
import { callQuestions, companyToCall } from './call-questions.ts';
import { CASE_STATES_IN_ORDER, FACTS_IN_ORDER, FIXED_IN_ORDER, NETWORKS_IN_ORDER } from './grid-order.ts';
import { caseGrid, countCells, ownedGrid, type CaseAnswer } from './case-grid.ts';

const RESIDENTIAL = { code: 'RT', text: 'Residential Psychiatric Treatment' };
const SABLE = 'SABLE BEHAVIORAL HEALTH';
const ADMINISTERED = aLine({ service: MENTAL_HEALTH, kind: 'U', entities: [anEntity({ name: SABLE })] });

function answer(from: PayerAnswer | null, over: Partial<CaseAnswer> = {}): CaseAnswer {
  return {
    inquiryId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    role: 'main',
    company: null,
    payerName: 'Fern Valley Health',
    coverage: from === null ? null : normalizeCoverage(from),
    isOpen: false,
    ...over,
  };
}

const ofLines = (...lines: AnswerLine[]) => caseGrid({ answers: [answer(answerOf(...lines))] });
const cellOf = (cells: readonly GridCell[], level: string, fact: string, network: string): GridCell => {
  const cell = cells.find((each) => each.level === level && each.fact === fact && each.network === network);
  if (cell === undefined) throw new Error('no such cell');
  return cell;
};

const call = (over: Partial<PhoneFact>): PhoneFact => ({
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAZ',
  level: 'rtc',
  fact: 'copay',
  network: 'in',
  value: { type: 'money', amount: '100.00' },
  calledAt: '2026-03-02T17:00:00.000Z',
  company: 'Fern Valley Health',
  ...over,
});

test('whatever the answers, there are 70 cells, each in one of the seven states', () => {
  const other = fc
    .option(arbitraryCareAnswer())
    .map((second) =>
      second === null ? [] : [answer(second, { role: 'carve-out', company: 'Cedar Behavioral', payerName: 'Cedar Behavioral' })],
    );
  fc.assert(
    fc.property(arbitraryCareAnswer(), other, (first, more) => {
      const cells = caseGrid({ answers: [answer(first), ...more] });
      const keys = new Set(cells.map(({ level, fact, network }) => `${level} ${fact} ${network}`));
      expect([cells.length, keys.size]).toEqual([70, 70]);
      const counts = GRID_STATES.map((state) => cells.filter((cell) => cell.state === state).length);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(70);
      for (const { state, value, said_by: by } of cells) {
        const isTold = state === 'said' || state === 'said-for-plan' || state === 'contradicts';
        expect([isTold, value !== null, by !== null]).toEqual([isTold, isTold, isTold]);
      }
      const { known, of, not_stated, not_asked, not_clear, filtered } = countCells(cells, CARE_LEVELS);
      expect(known + not_stated + not_asked + not_clear + filtered).toBe(of);
    }),
  );
});

test('of one answer without a carve-out, what is known is what the answer’s own page counts', () => {
  fc.assert(
    fc.property(arbitraryCareAnswer(), (from) => {
      const coverage = normalizeCoverage({ ...from, lines: from.lines.filter(({ kind }) => kind !== 'U') });
      const { plan } = coverage;
      fc.pre(plan !== null);
      const cells = caseGrid({ answers: [{ ...answer(null), coverage }] });
      const counted = countKnown(levelsOfCare({ coverage, plan }));
      expect(countCells(cells, CARE_LEVELS).known).toBe(counted.known);
    }),
  );
});

test('a call asks for exactly the not-stated and contradicting cells of the levels that are sought', () => {
  const levels = fc.subarray([...CARE_LEVELS], { minLength: 1 });
  fc.assert(
    fc.property(arbitraryCareAnswer(), levels, (from, sought) => {
      const cells = ownedGrid({ answers: [answer(from)] });
      const asked = callQuestions(cells, { levels: sought, company: null, fixed: FIXED_QUESTIONS }).filter(({ level }) => level !== null);
      const open = cells.filter(({ state, level }) => sought.includes(level) && (state === 'not-stated' || state === 'contradicts'));
      const key = (level: unknown, fact: unknown, network: unknown) => `${String(level)} ${String(fact)} ${String(network)}`;
      expect(asked.map(({ level, question, network }) => key(level, question, network)).toSorted()).toEqual(
        open.map(({ level, fact, network }) => key(level, fact, network)).toSorted(),
      );
    }),
  );
});

test('an amount of the level itself is said, with who said it and the line it stands in', () => {
  const cells = ofLines(aLine({ id: 'l1', service: RESIDENTIAL, kind: 'B', network: 'in', level: IND, amount: '100' }));

  expect(cellOf(cells, 'rtc', 'copay', 'in')).toMatchObject({
    state: 'said',
    value: '$100.00',
    said_by: 'Fern Valley Health',
    line_ids: ['l1'],
    call_answer_id: null,
  });
  expect(cellOf(cells, 'rtc', 'copay', 'out')).toMatchObject({ state: 'not-stated', value: null, said_by: null });
});

test('the plan’s own deductible is said for the plan', () => {
  const cells = ofLines(aLine({ kind: 'C', network: 'in', level: IND, amount: '500' }));
  expect(cellOf(cells, 'op', 'deductible', 'in')).toMatchObject({ state: 'said-for-plan', value: expect.stringContaining('$500.00') });
});

test('a service type that nobody asked is not asked, which is no silence of the payer', () => {
  const cells = caseGrid({
    answers: [answer(anAnswer({ askedServiceTypes: ['98'], lines: [aLine({ service: { code: '98', text: 'Visit' } })] }))],
  });
  expect(cellOf(cells, 'dtx', 'copay', 'in')).toMatchObject({ state: 'not-asked', ask: null });
});

test('a no beside its opposite contradicts, and both stand there', () => {
  const cells = ofLines(
    aLine({ service: RESIDENTIAL, kind: 'I', network: 'in' }),
    aLine({ service: RESIDENTIAL, kind: '1', network: 'in' }),
  );
  const cell = cellOf(cells, 'rtc', 'covered', 'in');
  expect(cell).toMatchObject({ state: 'contradicts', value: 'Not covered' });
  expect(cell.beside).toHaveLength(1);
});

test('a call fills a silent cell, and is told by phone', () => {
  const cells = caseGrid({ answers: [answer(answerOf())], calls: [call({})] });
  expect(cellOf(cells, 'rtc', 'copay', 'in')).toMatchObject({
    state: 'by-phone',
    value: '$100.00',
    line_ids: [],
    call_answer_id: '01ARZ3NDEKTSV4RRFFQ69G5FAZ',
  });
});

test('a call never takes a payer’s line away: it agrees beside it, or contradicts', () => {
  const line = aLine({ id: 'l1', service: RESIDENTIAL, kind: 'B', network: 'in', level: IND, amount: '100' });
  const under = (value: PhoneFact['value']) =>
    cellOf(caseGrid({ answers: [answer(answerOf(line))], calls: [call({ value })] }), 'rtc', 'copay', 'in');

  expect(under({ type: 'money', amount: '100.00' })).toMatchObject({ state: 'said', value: '$100.00', line_ids: ['l1'] });
  expect(under({ type: 'money', amount: '40.00' })).toMatchObject({
    state: 'contradicts',
    value: '$100.00',
    line_ids: ['l1'],
    beside: [{ value: '$40.00', call_answer_id: '01ARZ3NDEKTSV4RRFFQ69G5FAZ' }],
  });
  expect(under({ type: 'unknown' })).toMatchObject({ state: 'said', beside: [] });
});

test('before the administrator was asked its cells are to be asked there, after that it says them', () => {
  const main = answer(answerOf(ADMINISTERED));
  const before = caseGrid({ answers: [main] });
  expect(cellOf(before, 'rtc', 'copay', 'in')).toMatchObject({ state: 'not-asked', ask: SABLE });

  const second = answer(
    anAnswer({
      payer: { name: SABLE, id: null },
      lines: [aLine({ id: 's1', service: RESIDENTIAL, kind: 'B', network: 'in', level: IND, amount: '75' })],
    }),
    { role: 'carve-out', company: SABLE, payerName: SABLE, inquiryId: '01ARZ3NDEKTSV4RRFFQ69G5FAW' },
  );
  const after = caseGrid({ answers: [main, second] });
  expect(cellOf(after, 'rtc', 'copay', 'in')).toMatchObject({ state: 'said', value: '$75.00', said_by: SABLE, line_ids: ['s1'] });
});

test('an administrator that could not be asked leaves its cells to a call', () => {
  const failed = answer(null, { role: 'carve-out', company: SABLE, payerName: SABLE });
  const cells = ownedGrid({ answers: [answer(answerOf(ADMINISTERED)), failed] });
  expect(cellOf(cells, 'op', 'authorization', 'in')).toMatchObject({ state: 'not-stated', ask: SABLE });
  expect(companyToCall(cells, ['op'])).toBe(SABLE);
});

test('two companies’ deductibles stay two: the administrator’s own first, the medical plan’s beside it', () => {
  const main = answer(answerOf(ADMINISTERED, aLine({ kind: 'C', network: 'in', level: IND, amount: '500' })));
  const of = (...lines: AnswerLine[]) =>
    answer(anAnswer({ payer: { name: SABLE, id: null }, plans: [aPlan()], lines }), {
      role: 'carve-out',
      company: SABLE,
      payerName: SABLE,
    });
  const both = caseGrid({ answers: [main, of(aLine({ kind: 'C', network: 'in', level: IND, amount: '200' }))] });
  const silent = caseGrid({ answers: [main, of(aLine({ service: RESIDENTIAL, kind: '1' }))] });

  expect(cellOf(both, 'op', 'deductible', 'in')).toMatchObject({
    said_by: SABLE,
    value: expect.stringContaining('$200.00'),
    beside: [{ said_by: 'Fern Valley Health', value: expect.stringContaining('$500.00') }],
  });
  expect(cellOf(silent, 'op', 'deductible', 'in')).toMatchObject({ state: 'said-for-plan', said_by: 'Fern Valley Health' });
});

test('companies that send to each other end the search instead of going round', () => {
  const back = aLine({ service: MENTAL_HEALTH, kind: 'U', entities: [anEntity({ name: 'FERN VALLEY HEALTH' })] });
  const cells = caseGrid({
    answers: [
      answer(answerOf(ADMINISTERED)),
      answer(anAnswer({ payer: { name: SABLE, id: null }, lines: [back] }), { role: 'carve-out', company: SABLE, payerName: SABLE }),
    ],
  });
  expect(new Set(cells.map(({ state }) => state))).toEqual(new Set(['not-stated']));
});

test('while the payer is being asked nothing is silent yet, and a case that failed altogether is called for', () => {
  const states = (isOpen: boolean) => new Set(caseGrid({ answers: [answer(null, { isOpen })] }).map(({ state }) => state));
  expect([states(true), states(false)]).toEqual([new Set(['not-asked']), new Set(['not-stated'])]);
});

test('facts stand in the order of the grid', () => {
  const cells = caseGrid({ answers: [answer(answerOf())] });
  expect(cells.slice(0, 14).map(({ fact }) => fact)).toEqual(GRID_FACTS.flatMap((fact) => [fact, fact]));
});

const readRecorded = (text: string) => {
  const transactions = transactionsOf(readInterchanges(Uint8Array.from(text, (sign) => sign.charCodeAt(0))));
  return leadOn(normalizeCoverage(mergeAnswers(transactions.flatMap((transaction) => read271(transaction)))), '2026-03-21');
};

test('of Medicare’s two parts each level is read from the one that pays for it, whichever of them leads', () => {
  const coverage = readRecorded(medicare);
  const inOrder = (plans: typeof coverage.plans) =>
    caseGrid({ answers: [{ ...answer(null), coverage: { ...coverage, plans, plan: plans[0] ?? null } }] });
  const cells = inOrder(coverage.plans);
  expect(cellOf(cells, 'dtx', 'deductible', 'in')).toMatchObject({
    value: expect.stringContaining('1,676.00'),
    said_for: 'MEDICARE PART A, plan-level',
  });
  expect(cellOf(cells, 'iop', 'coinsurance', 'out')).toMatchObject({
    value: '20 % (network not stated)',
    said_for: expect.stringMatching(/^MEDICARE PART B, /),
  });
  expect(cellOf(cells, 'php', 'covered', 'in')).toMatchObject({
    state: 'said',
    value: 'Active Coverage',
    said_for: expect.stringMatching(/^MEDICARE PART B, Partial/),
  });
  expect(cellOf(cells, 'op', 'deductible', 'in')).toMatchObject({ value: expect.stringContaining('0.00') });
  const told = (list: readonly GridCell[]) => list.map(({ level, fact, network, state, value }) => [level, fact, network, state, value]);
  expect(told(inOrder(coverage.plans.toReversed()))).toEqual(told(cells));
});

test('the answer’s own page shows of each plan what the case shows', () => {
  for (const text of [medicare, twoplans, ordinary]) {
    const coverage = readRecorded(text);
    const { plan } = coverage;
    if (plan === null) throw new Error('no plan');
    const known = countKnown(levelsOfCare({ coverage, plan }));
    expect(countCells(caseGrid({ answers: [{ ...answer(null), coverage }] }), CARE_LEVELS)).toMatchObject({
      known: known.known,
      of: known.of,
    });
  }
});

test('a part that is over, or alone, tells of all levels by itself', () => {
  const coverage = readRecorded(medicare);
  const [a, b] = coverage.plans;
  if (a === undefined || b === undefined) throw new Error('two parts were expected');
  for (const plans of [[a], [a, { ...b, status_code: '6' }], [a, { ...b, plan_end: '2025-12-31' }]]) {
    const rows = levelsOfCare({ coverage: { ...coverage, plans }, plan: a });
    expect(rows.map(({ part }) => part)).toEqual([null, null, null, null, null]);
  }
});

const RECORDED = { carve, cob, empty, grace, hmo, inactive, medicare, mismatch, nolimit, ordinary, textsTell, twoplans };

test.each(Object.entries(RECORDED))('the recorded answer %s has 70 cells, and its call asks for what it leaves open', (_file, text) => {
  const transactions = transactionsOf(readInterchanges(Uint8Array.from(text, (sign) => sign.charCodeAt(0))));
  const coverage = normalizeCoverage(mergeAnswers(transactions.flatMap((transaction) => read271(transaction))));
  const cells = ownedGrid({ answers: [{ ...answer(null), coverage: leadOn(coverage, '2026-03-21') }] });
  expect(cells).toHaveLength(70);
  expect(GRID_STATES.map((state) => cells.filter((cell) => cell.state === state).length).reduce((sum, count) => sum + count, 0)).toBe(70);
  const asked = callQuestions(cells, { levels: CARE_LEVELS, company: null, fixed: [] });
  const { not_stated: silent, not_clear: unclear } = countCells(cells, CARE_LEVELS);
  expect(asked).toHaveLength(silent + unclear);
});

test('the order of the rules is that of the wire', () => {
  expect([FACTS_IN_ORDER, NETWORKS_IN_ORDER, FIXED_IN_ORDER, CASE_STATES_IN_ORDER]).toEqual([
    [...GRID_FACTS],
    [...GRID_NETWORKS],
    [...FIXED_QUESTIONS],
    [...CASE_STATES],
  ]);
});
