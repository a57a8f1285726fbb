import { expect, test } from 'vitest';
import { anEntity } from '../../../test/answers.ts';
import { toAdditionalPayer, toContact } from './contacts.ts';

test.each([
  ['the code PRP', { code: 'PRP', text: null }, [true, false, false]],
  ['the code SEP', { code: 'SEP', text: null }, [false, true, false]],
  ['the code TTP', { code: 'TTP', text: null }, [false, false, true]],
  ['the words "primary payer"', { code: null, text: ' Primary Payer ' }, [true, false, false]],
  ['the words "TERTIARY PAYER"', { code: null, text: 'TERTIARY PAYER' }, [false, false, true]],
  ['another code', { code: 'PR', text: 'Payer' }, [false, false, false]],
])('the order of another payer is read from %s', (_what, role, order) => {
  const { primary, secondary, tertiary } = toAdditionalPayer(anEntity({ name: 'Elm Mutual', role }));
  expect([primary, secondary, tertiary]).toEqual(order);
});

test('each place of a payer in the order is told with its contact', () => {
  const order = (over: { primary?: boolean; secondary?: boolean; tertiary?: boolean }) =>
    toContact(anEntity({ name: 'Elm Mutual', ...over })).info.filter((line) => line.startsWith('Order'));
  expect([order({ primary: true }), order({ secondary: true }), order({ tertiary: true }), order({})]).toEqual([
    ['Order: primary'],
    ['Order: secondary'],
    ['Order: tertiary'],
    [],
  ]);
});
