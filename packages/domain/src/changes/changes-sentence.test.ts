import { expect, test } from 'vitest';
import { changeLabel, changesSentence } from './changes-sentence.ts';

const DAY = '10/22/2026';
const urgent = (code: 'became-inactive' | 'plan-changed' | 'limit-exhausted' | 'member-id-changed') =>
  ({ code, gravity: 'urgent' }) as const;

test('the gravest is named first, and what goes on as usual is only counted beside it', () => {
  expect(changesSentence([urgent('became-inactive'), { code: 'accumulated', gravity: 'info' }], DAY)).toBe(
    'Since 10/22/2026: now inactive, and 1 more',
  );
});

test('three are named and the others counted', () => {
  const four = [urgent('became-inactive'), urgent('plan-changed'), urgent('member-id-changed'), urgent('limit-exhausted')];
  expect(changesSentence(four, DAY)).toBe('Since 10/22/2026: now inactive, plan changed, member ID changed, and 1 more');
});

test('several of one kind are one word', () => {
  expect(
    changesSentence(
      [
        { code: 'copay-changed', gravity: 'look' },
        { code: 'copay-changed', gravity: 'look' },
      ],
      DAY,
    ),
  ).toBe('Since 10/22/2026: co-payment changed');
});

test('what goes on as usual is named where there is nothing else', () => {
  expect(changesSentence([{ code: 'accumulated', gravity: 'info' }], DAY)).toBe('Since 10/22/2026: more used since');
});

test('that nothing changed is said', () => {
  expect(changesSentence([], DAY)).toBe('Since 10/22/2026: nothing changed');
});

test('a name keeps its capital letter within a line', () => {
  expect(changeLabel('medicare-advantage-appeared')).toBe('Medicare Advantage is named');
});
