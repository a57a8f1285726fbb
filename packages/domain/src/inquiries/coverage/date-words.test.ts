import { expect, test } from 'vitest';
import { aDate } from '../../../test/answers.ts';
import { dateWords } from './date-words.ts';

test.each([
  ['a single day', aDate({ label: 'Service', from: '2026-03-05', to: '2026-03-05' }), '03/05/2026'],
  ['a period', aDate({ label: 'Plan', from: '2026-01-01', to: '2026-12-31' }), '01/01/2026 to 12/31/2026'],
  ['a period without an end', aDate({ label: 'Coverage', from: '2026-01-01' }), 'from 01/01/2026'],
  ['a period without a begin', aDate({ label: 'Coverage', to: '2026-12-31' }), 'until 12/31/2026'],
  ['a begin that is called so', aDate({ label: 'Plan begin', from: '2026-01-01' }), '01/01/2026'],
  ['an end that is called so', aDate({ label: 'Eligibility End Date', to: '2026-12-31' }), '12/31/2026'],
  ['what is no date', aDate({ label: 'Plan', text: 'open-ended' }), 'open-ended'],
])('%s reads as people write it', (_what, date, words) => {
  expect(dateWords(date)).toBe(words);
});
