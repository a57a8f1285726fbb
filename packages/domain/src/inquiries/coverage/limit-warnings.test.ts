import { expect, test } from 'vitest';
import { aLine, anEntity, IND, MENTAL_HEALTH, REMAINING } from '../../../test/answers.ts';
import { warningsOf, withLines } from '../../../test/warnings.ts';

const RESIDENTIAL = { code: 'RT', text: 'Residential Psychiatric Treatment' };
const days = (value: string) => ({ value, qualifier: { code: 'DY', text: 'Days' } });
const limit = { service: RESIDENTIAL, kind: 'F', level: IND } as const;

const titlesOf = (...lines: Parameters<typeof withLines>) =>
  warningsOf(withLines(...lines)).flatMap(({ kind, title }) => (kind === 'limit-nearly-used' ? [title] : []));

test.each([
  ['0', ['A limit is used up: Residential Psychiatric Treatment, 0 Days left']],
  ['2', ['A limit is nearly used up: Residential Psychiatric Treatment, 2 Days left']],
  ['3', []],
])('%s days that are left warn: %s', (left, titles) => {
  expect(titlesOf(aLine({ ...limit, period: REMAINING, quantity: days(left) }))).toEqual(titles);
});

test('a whole of one day says nothing of what is left of it', () => {
  expect(titlesOf(aLine({ ...limit, quantity: days('1') }))).toEqual([]);
});

test('of an amount only nothing is little', () => {
  expect(titlesOf(aLine({ ...limit, period: REMAINING, amount: '1' }))).toEqual([]);
  expect(titlesOf(aLine({ ...limit, period: REMAINING, amount: '0' }))).toEqual([
    'A limit is used up: Residential Psychiatric Treatment, $0.00 left',
  ]);
});

test('the least leads, the others are counted and quoted', () => {
  const [warning] = warningsOf(
    withLines(
      aLine({ ...limit, service: MENTAL_HEALTH, period: REMAINING, quantity: days('2'), network: 'out' }),
      aLine({ ...limit, period: REMAINING, quantity: days('0'), network: 'in' }),
    ),
  );
  expect(warning).toMatchObject({
    kind: 'limit-nearly-used',
    severity: 'warning',
    title: 'A limit is used up: Residential Psychiatric Treatment, in network, 0 Days left and 1 more',
    payer_words: ['Residential Psychiatric Treatment, in network, 0 Days left', 'Mental Health, out of network, 2 Days left'],
  });
});

test('limits of a plan in whose place another company has the say are not warned of', () => {
  const sable = anEntity({ role: { code: 'TTP', text: 'Third-Party Administrator' }, name: 'SABLE BEHAVIORAL' });
  expect(
    titlesOf(aLine({ ...limit, period: REMAINING, quantity: days('0') }), aLine({ kind: 'U', service: MENTAL_HEALTH, entities: [sable] })),
  ).toEqual([]);
});
