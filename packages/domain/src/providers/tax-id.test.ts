import { expect, test } from 'vitest';
import { formatTaxId, readTaxId } from './tax-id.ts';

test.each(['123456789', '12-3456789', ' 12-3456789 '])('"%s" is read as nine digits', (typed) => {
  expect(readTaxId(typed)).toBe('123456789');
});

test.each(['', '12345678', '1234567890', '123-456789', '12-345678x'])('"%s" is no tax id', (typed) => {
  expect(readTaxId(typed)).toBeNull();
});

test('a tax id is shown with its hyphen', () => {
  expect(formatTaxId('123456789')).toBe('12-3456789');
});
