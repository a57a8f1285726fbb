import { expect, test } from 'vitest';
import { aLine, answerOf, CALENDAR_YEAR, FAM, IND, REMAINING } from '../../../test/answers.ts';
import { moneyLeft } from './money-left.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerLine } from './payer-answer.ts';

const DEDUCTIBLE = 'C';

function leftOf(...lines: AnswerLine[]) {
  const { plan } = normalizeCoverage(answerOf(...lines));
  if (plan === null) throw new Error('no plan');
  return moneyLeft(plan);
}

test('what is left stands before the total it is left of, individual beside family, in beside out of network', () => {
  const [deductible, limit] = leftOf(
    aLine({ kind: DEDUCTIBLE, level: IND, amount: '750', period: CALENDAR_YEAR, network: 'in' }),
    aLine({ kind: DEDUCTIBLE, level: IND, amount: '675', period: REMAINING, network: 'in' }),
    aLine({ kind: DEDUCTIBLE, level: FAM, amount: '1500', period: CALENDAR_YEAR, network: 'in' }),
  );
  const [inside, outside] = deductible?.cells ?? [];
  expect(inside?.individual).toMatchObject([{ left: '$675.00 left', rest: 'of $750.00', note: null }]);
  expect(inside?.family).toMatchObject([{ left: null, rest: '$1,500.00, what is left is not stated' }]);
  expect(outside).toMatchObject({ side: 'out', individual: [], family: [], others: [] });
  expect(limit?.cells.every(({ individual, family }) => individual.length + family.length === 0)).toBe(true);
});

test('nothing left is zero only where the payer said zero', () => {
  const [deductible] = leftOf(aLine({ kind: DEDUCTIBLE, level: IND, amount: '0', period: REMAINING, network: 'out' }));
  expect(deductible?.cells[1].individual).toMatchObject([{ left: '$0.00 left', rest: '' }]);
  expect(deductible?.cells[0].individual).toEqual([]);
});

test('a line whose network was not stated stands on both sides and says so', () => {
  const [deductible] = leftOf(aLine({ kind: DEDUCTIBLE, level: IND, amount: '500', period: CALENDAR_YEAR, network: 'not-stated' }));
  for (const cell of deductible?.cells ?? []) expect(cell.individual[0]?.note).toMatch(/not stated/);
});

test('a limit of another level than these two is not lost', () => {
  const [deductible] = leftOf(aLine({ kind: DEDUCTIBLE, level: { code: 'EMP', text: 'Employee Only' }, amount: '500', network: 'in' }));
  expect(deductible?.cells[0].others).toMatchObject([{ rest: '$500.00, what is left is not stated' }]);
});

test('no limit leads like an amount, with what the payer sent for it', () => {
  const [deductible] = leftOf(aLine({ kind: DEDUCTIBLE, level: IND, amount: '999999.99', period: CALENDAR_YEAR, network: 'in' }));
  expect(deductible?.cells[0].individual).toMatchObject([{ left: 'no limit', rest: '(payer sent $999,999.99)' }]);
});
