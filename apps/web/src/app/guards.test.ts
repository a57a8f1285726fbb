import { expect, test } from 'vitest';
import { safeNext } from './guards.ts';

test.each(['/inquiries', '/inquiries/new', '/organization/settings?tab=1', '/'])('%s may follow the login', (next) => {
  expect(safeNext(next)).toBe(next);
});

test.each([
  '//evil.example',
  String.raw`/\evil.example`,
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  undefined,
  7,
])('%j never follows the login', (next) => {
  expect(safeNext(next)).toBeUndefined();
});
