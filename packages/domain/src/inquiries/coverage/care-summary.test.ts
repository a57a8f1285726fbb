import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aLine, anAnswer, answerOf, IND, MENTAL_HEALTH, REMAINING, VISIT } from '../../../test/answers.ts';
import { arbitraryCareAnswer } from '../../../test/arbitrary-answers.ts';
import { type BenefitFilter, SHOW_ALL, shownUnder } from './benefit-filter.ts';
import { careSummary, type SummaryRow } from './care-summary.ts';
import { exceptionMarks } from './care-words.ts';
import { levelsOfCare } from './level-of-care.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerLine, PayerAnswer } from './payer-answer.ts';

const NO_DELIVERY = { quantity: null, quantityQualifier: null, per: null, period: null, periods: null, pattern: null, time: null };
const RESIDENTIAL = { code: 'RT', text: 'Residential Psychiatric Treatment' };
const PSYCHOTHERAPY = { code: 'A6', text: 'Psychotherapy' };

function summaryOf(answer: PayerAnswer): SummaryRow[] {
  const coverage = normalizeCoverage(answer);
  if (coverage.plan === null) throw new Error('no plan');
  return careSummary(levelsOfCare({ coverage, plan: coverage.plan }), coverage.plan.insurance_type);
}

function rowUnder(filter: Partial<BenefitFilter>, key: SummaryRow['row']['level']['key'], ...lines: AnswerLine[]): SummaryRow {
  const coverage = normalizeCoverage(answerOf(...lines));
  if (coverage.plan === null) throw new Error('no plan');
  const shown = shownUnder({ ...SHOW_ALL, ...filter }, coverage.plan);
  const row = careSummary(levelsOfCare({ coverage, plan: coverage.plan, shown }), null).find((each) => each.row.level.key === key);
  if (!row) throw new Error('no such level of care');
  return row;
}

function rowOf(key: SummaryRow['row']['level']['key'], ...lines: AnswerLine[]): SummaryRow {
  const row = summaryOf(answerOf(...lines)).find(({ row: { level } }) => level.key === key);
  if (!row) throw new Error('no such level of care');
  return row;
}

const texts = ({ values }: SummaryRow['limit']) => values.map(({ text }) => text);

test('copayment and share stand beside each other, each with its period', () => {
  const row = rowOf(
    'op',
    aLine({ service: PSYCHOTHERAPY, kind: 'B', amount: '30', period: VISIT, network: 'in' }),
    aLine({ service: PSYCHOTHERAPY, kind: 'A', percent: '40', network: 'out' }),
  );
  expect(texts(row.in.pays)).toEqual(['$30.00 a visit']);
  expect(texts(row.out.pays)).toEqual(['40 %']);
  expect(row.in.pays.values[0]).toMatchObject({ state: 'said', saidFor: null, note: null });
});

test('a no stands before the price that contradicts it', () => {
  const row = rowOf('rtc', aLine({ service: RESIDENTIAL, kind: 'I' }), aLine({ service: RESIDENTIAL, kind: 'A', percent: '20' }));
  expect(texts(row.in.pays)).toEqual(['Not covered', '20 %']);
  expect(row.in.pays.state).toBe('not-covered');
});

test('what another service or the plan says carries its name', () => {
  const borrowed = rowOf('op', aLine({ service: MENTAL_HEALTH, kind: 'B', amount: '25', period: VISIT }));
  expect(borrowed.in.pays.values[0]).toMatchObject({ text: '$25.00 a visit', state: 'said-elsewhere', saidFor: { code: 'MH' } });
  const ofPlan = rowOf('rtc', aLine({ kind: 'A', percent: '20' }));
  expect(ofPlan.in.pays.values[0]).toMatchObject({ text: '20 %', state: 'said-for-plan', saidFor: { words: 'plan-level' } });
});

test('what is left of a limit stands before the limit', () => {
  const quantity = (value: string) => ({ value, qualifier: { code: 'DY', text: 'Days' } });
  const limit = { service: RESIDENTIAL, kind: 'F', level: IND };
  const row = rowOf('rtc', aLine({ ...limit, quantity: quantity('60') }), aLine({ ...limit, period: REMAINING, quantity: quantity('13') }));
  expect(texts(row.limit)[0]).toBe('13 Days left');
  expect(texts(row.limit)[1]).toMatch(/^60 Days/);
});

test('one value that several lines say stands once, with all of them behind it', () => {
  const line = { service: PSYCHOTHERAPY, kind: 'A', percent: '20' };
  const row = rowOf('op', aLine({ ...line, network: 'in', texts: ['FIRST'] }), aLine({ ...line, network: 'in', texts: ['SECOND'] }));
  expect(texts(row.in.pays)).toEqual(['20 %']);
});

test('a price that a filter hides is filtered away, not unstated', () => {
  const price = aLine({ service: PSYCHOTHERAPY, kind: 'A', percent: '20' });
  expect(rowUnder({ payments: ['coPayment'] }, 'op', price).in.pays).toMatchObject({ values: [], state: 'filtered' });
  expect(rowUnder({ payments: ['coInsurance'] }, 'op', price).in.pays.values[0]?.text).toBe('20 %');
});

test('a limit that a filter hides is filtered away, not unstated', () => {
  const limit = aLine({
    service: PSYCHOTHERAPY,
    kind: 'F',
    network: 'in',
    quantity: { value: '30', qualifier: { code: 'DY', text: 'Days' } },
  });
  expect(rowUnder({ networks: ['outOfNetwork'] }, 'op', limit).limit).toMatchObject({ values: [], state: 'filtered' });
});

const visits = (value: string) => ({ value, qualifier: { code: 'VS', text: 'Visits' } });

test('visits of a service that stands in are no limit of a level where one stays, in units and in words', () => {
  const counted = aLine({ service: MENTAL_HEALTH, kind: 'F', quantity: visits('20') });
  const perYear = aLine({
    service: MENTAL_HEALTH,
    kind: 'F',
    deliveries: [{ ...NO_DELIVERY, quantity: '20', quantityQualifier: { code: 'VS', text: 'Visits' }, period: { code: '23', text: null } }],
  });
  for (const line of [counted, perYear]) {
    expect(rowOf('rtc', line).limit.values).toEqual([]);
    expect(rowOf('op', line).limit.values).toHaveLength(1);
  }
});

test('visits of the level’s very service are its limit', () => {
  expect(texts(rowOf('rtc', aLine({ service: RESIDENTIAL, kind: 'F', quantity: visits('20') })).limit)[0]).toMatch(/^20 Visits/);
});

test('a limit carries the payer’s words: it may be one of a single examination', () => {
  const line = aLine({ service: PSYCHOTHERAPY, kind: 'F', network: 'in', quantity: visits('1'), texts: ['PSYCHOLOGICAL  TESTING ONLY'] });
  expect(rowOf('op', line).limit.values[0]).toMatchObject({ note: 'in network, “PSYCHOLOGICAL TESTING ONLY”' });
});

test('what is left of a service that stands in is no limit of a level that has its own', () => {
  const own = aLine({ service: PSYCHOTHERAPY, kind: 'F', quantity: visits('60') });
  const standIn = aLine({ service: MENTAL_HEALTH, kind: 'F', period: REMAINING, quantity: visits('4') });
  expect(texts(rowOf('op', standIn, own).limit)).toEqual(['60 Visits']);
});

test('one visit is not several', () => {
  expect(texts(rowOf('op', aLine({ service: PSYCHOTHERAPY, kind: 'F', period: REMAINING, quantity: visits('1') })).limit)).toEqual([
    '1 Visit left',
  ]);
});

test('what is not covered in one network, and what is excluded, is marked beside the values', () => {
  const { row } = rowOf(
    'rtc',
    aLine({ service: MENTAL_HEALTH, kind: 'I', network: 'out' }),
    aLine({ service: RESIDENTIAL, kind: 'E', network: 'in', texts: ['WILDERNESS PROGRAMS'] }),
    aLine({ service: RESIDENTIAL, kind: 'B', amount: '40', network: 'in' }),
  );
  expect(exceptionMarks(row.exceptions)).toEqual(['1 not covered out of network', '1 exclusion']);
});

test('every value names the service that it was said for', () => {
  const row = rowOf(
    'op',
    aLine({ service: PSYCHOTHERAPY, kind: 'A', percent: '20', network: 'in' }),
    aLine({ kind: 'A', percent: '50', network: 'out' }),
  );
  expect([row.in.pays.values[0]?.service, row.out.pays.values[0]?.service]).toEqual(['Psychotherapy', 'plan-level']);
});

test('silence has no value and keeps its state', () => {
  const [detox] = summaryOf(anAnswer({ lines: [aLine({ service: MENTAL_HEALTH })], askedServiceTypes: ['MH'] }));
  expect(detox?.in.pays).toEqual({ values: [], state: 'not-asked', company: null });
  expect(detox?.limit).toMatchObject({ values: [] });
});

test('whatever the answer, a value stands in lines of its own cells, and every figure of it in those lines', () => {
  let values = 0;
  fc.assert(
    fc.property(arbitraryCareAnswer(), (answer) => {
      for (const { row, limit, ...sides } of summaryOf(answer)) {
        const cellsOf = (side: 'in' | 'out') => Object.values(row[side]).flatMap(({ lines, refusals }) => [...lines, ...refusals]);
        for (const side of ['in', 'out'] as const) {
          const { pays, authorization } = sides[side];
          const isRefused = row[side].covered.refusals.length > 0;
          expect(pays.values[0]?.state === 'not-covered').toBe(isRefused);
          for (const value of [...pays.values, ...authorization.values]) {
            expect(cellsOf(side)).toEqual(expect.arrayContaining([...value.lines]));
            expect(figures(value.text).filter((figure) => !JSON.stringify(value.lines).includes(figure))).toEqual([]);
          }
          values += pays.values.length;
        }
        for (const value of limit.values) {
          expect([...cellsOf('in'), ...cellsOf('out')]).toEqual(expect.arrayContaining([...value.lines]));
          expect(figures(value.text).filter((figure) => !JSON.stringify(value.lines).includes(figure))).toEqual([]);
        }
      }
    }),
  );
  expect(values).toBeGreaterThan(10);
});

/** "$1,250.00" as it may stand in a line: without its sign, commas and empty cents. */
const figures = (text: string) =>
  [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([figure]) => figure.replaceAll(',', '').replace(/\.00$|0$(?<=\.\d+)/, ''));
