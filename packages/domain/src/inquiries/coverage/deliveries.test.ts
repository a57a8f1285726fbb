import { expect, test } from 'vitest';
import { deliverySentence } from './contacts.ts';
import type { AnswerDelivery } from './payer-answer.ts';

const delivery = (over: Partial<AnswerDelivery>): AnswerDelivery => ({
  quantity: null,
  quantityQualifier: null,
  per: null,
  periods: null,
  period: null,
  pattern: null,
  time: null,
  ...over,
});
const VISITS = { code: 'VS', text: 'Visits' };

test.each([
  [
    'how often in how long',
    delivery({ quantity: '1', quantityQualifier: VISITS, periods: '6', period: { code: '34', text: 'Month' } }),
    '1 Visit per 6 Month',
  ],
  [
    'how many each unit',
    delivery({ quantity: '2', quantityQualifier: VISITS, per: 'Week', periods: '8', period: { code: '35', text: 'Week' } }),
    '2 Visits per Week for 8 Week',
  ],
  ['how many are left', delivery({ per: 'Days', periods: '30', period: { code: '29', text: 'Remaining' } }), '30 Days remaining'],
  [
    'what must not be exceeded',
    delivery({ per: 'Days', periods: '60', period: { code: '31', text: 'Not Exceeded' } }),
    '60 Days not exceeded',
  ],
  [
    'the unit in words alone',
    delivery({ quantity: '12', quantityQualifier: VISITS, period: { code: null, text: 'Remaining' } }),
    '12 Visits remaining',
  ],
])('a delivery tells %s', (_what, sent, words) => {
  expect(deliverySentence(sent)).toBe(words);
});
