import { expect, test } from 'vitest';
import { gravityOfItem, inboxCodes } from './inbox-codes.ts';

test('the inbox takes urgent changes and those to look at, once each and the gravest first', () => {
  expect(inboxCodes(['copay-changed', 'accumulated', 'became-inactive', 'copay-changed', 'words-only'], [])).toEqual([
    'became-inactive',
    'copay-changed',
  ]);
});

test('a muted code does not come to the inbox', () => {
  expect(inboxCodes(['copay-changed', 'became-inactive'], ['became-inactive'])).toEqual(['copay-changed']);
});

test('an item is as grave as its gravest code', () => {
  expect(gravityOfItem(['became-inactive', 'copay-changed'])).toBe('urgent');
  expect(gravityOfItem(['copay-changed'])).toBe('look');
});
