import { expect, test } from 'vitest';
import { takeDate } from './search-dates.ts';

test.each([
  ['04/07/1984', ['1984-04-07']],
  ['4/7/1984', ['1984-04-07']],
  ['4-7-1984', ['1984-04-07']],
  ['4.7.1984', ['1984-04-07']],
  ['4 7 1984', ['1984-04-07']],
  ['4/7/84', ['1984-04-07', '2084-04-07']],
  ['25/12/1984', ['1984-12-25']],
  ['1984-04-07', ['1984-04-07']],
  ['1984-04-07T00:00:00Z', ['1984-04-07']],
  ['04071984', ['1984-04-07']],
  ['19840407', ['1984-04-07']],
  ['040784', ['1984-04-07', '2084-04-07']],
  ['April 7, 1984', ['1984-04-07']],
  ['Apr. 7th 1984', ['1984-04-07']],
  ['7 april 1984', ['1984-04-07']],
  ['07-Apr-1984', ['1984-04-07']],
])('%s is a birth date', (text, days) => {
  expect(takeDate(text)?.date.days).toEqual(days);
});

test.each(['', 'Smith', '2/30/1984', '123456789', 'XQZ040784', '13/13/1984', '1984', '04/1984', '99999999', 'Marchetti 7'])(
  '"%s" holds no date',
  (text) => {
    expect(takeDate(text)).toBeNull();
  },
);

test('what stands around a date is left', () => {
  expect(takeDate('Quill 4/7/1984 Summit')?.rest.split(/\s+/)).toEqual(['Quill', 'Summit']);
});
