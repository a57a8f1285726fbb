/** What wider services, the plan and other services' words leave out of a level of care (docs/product.md 10.5). */
import { expect, test } from 'vitest';
import { aLine, anAnswer, aPlan } from '../../../test/answers.ts';
import { levelsOfCare } from './level-of-care.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerLine } from './payer-answer.ts';

const of = (code: string) => ({ code, text: null });

function rowOf(key: string, ...lines: Partial<AnswerLine>[]) {
  const answer = anAnswer({ plans: [aPlan({ status: of('1') })], lines: lines.map((line) => aLine(line)), askedServiceTypes: ['30'] });
  const coverage = normalizeCoverage(answer);
  if (coverage.plan === null) throw new Error('no plan');
  const row = levelsOfCare({ coverage, plan: coverage.plan }).find(({ level }) => level.key === key);
  if (!row) throw new Error('no such level');
  return row;
}

const PLAN_SHARE = { kind: 'A', service: of('30'), network: 'both', percent: '30' } as const;

test('a plan that covers nothing out of network prices nothing there', () => {
  const row = rowOf('rtc', { kind: 'I', service: of('30'), network: 'out' }, PLAN_SHARE);
  expect(row.out.coinsurance).toMatchObject({ state: 'not-covered', lines: [], saidFor: { words: 'plan-level' } });
  expect(row.in.coinsurance.state).toBe('said-for-plan');
});

test('a plan that is inactive out of network alone is a no there', () => {
  const row = rowOf('op', { kind: '1', service: of('30'), network: 'in' }, { kind: '6', service: of('30'), network: 'out' }, PLAN_SHARE);
  expect([row.in.coinsurance.state, row.out.coinsurance.state]).toEqual(['said-for-plan', 'not-covered']);
});

test('an exclusion of the plan in words of its own is no no to a level', () => {
  const row = rowOf('rtc', { kind: 'I', service: of('30'), texts: ['COSMETIC SURGERY'] }, PLAN_SHARE);
  expect(row.in.coinsurance.state).toBe('said-for-plan');
});

test.each(['rtc', 'php', 'iop'])(
  'where mental health is not covered out of network %s takes no amount of the plan there, and quotes it',
  (key) => {
    const row = rowOf(key, { kind: 'I', service: of('MH'), network: 'out' }, PLAN_SHARE);
    expect([row.in.coinsurance.state, row.out.coinsurance.state]).toEqual(['said-for-plan', 'not-stated']);
    expect(row.exceptions).toMatchObject([{ kind: 'not-covered', saidFor: { code: 'MH' } }]);
  },
);

test('mental health that is not covered says nothing of detox', () => {
  const row = rowOf('dtx', { kind: 'I', service: of('MH') }, PLAN_SHARE);
  expect(row.in.coinsurance.state).toBe('said-for-plan');
  expect(row.exceptions).toEqual([]);
});

const BORROWED = { kind: 'B', service: of('CG'), network: 'in', amount: '50' } as const;

test('a level that another service names as not covered is priced with nobody else', () => {
  const row = rowOf('rtc', { kind: 'I', service: of('MH'), texts: ['RESIDENTIAL TREATMENT NOT COVERED'] }, BORROWED, PLAN_SHARE);
  expect(row.in.copay).toMatchObject({ state: 'not-covered', lines: [], saidFor: { code: 'MH' } });
  expect(row.out.coinsurance.state).toBe('not-covered');
});

test('under a condition it is quoted only', () => {
  const row = rowOf('rtc', { kind: 'I', service: of('MH'), texts: ['RESIDENTIAL TREATMENT BEYOND 30 DAYS'] }, BORROWED);
  expect(row.in.copay.state).toBe('said-elsewhere');
  expect(row.exceptions).toHaveLength(1);
});

test('the own service that tells a price outweighs what another one names', () => {
  const own = { kind: 'B', service: of('RT'), network: 'both', amount: '90' } as const;
  const row = rowOf('rtc', { kind: 'I', service: of('MH'), texts: ['RESIDENTIAL TREATMENT NOT COVERED'] }, own);
  expect(row.in.copay).toMatchObject({ state: 'said', lines: [{ amount: '90.00' }] });
  expect(row.exceptions).toHaveLength(1);
});

test.each(['PCP OFFICE', 'OP visit', 'SPECIALIST VISIT', "Doctor's office"])('detox is not priced with "%s"', (text) => {
  expect(rowOf('dtx', { kind: 'B', service: of('AI'), network: 'in', amount: '40', texts: [text] }).in.copay.state).toBe('not-stated');
});

test.each(['IP FACILITY PER ADMIT', 'HOSPITAL ADMISSION', 'Per admission', 'Overnight stay'])(
  'outpatient is not priced with "%s"',
  (text) => {
    expect(rowOf('op', { kind: 'B', service: of('MH'), network: 'in', amount: '300', texts: [text] }).in.copay.state).toBe('not-stated');
  },
);
