import { expect, test } from 'vitest';
import { anEntity } from '../../../test/answers.ts';
import { toAdditionalPayer } from './contacts.ts';

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
