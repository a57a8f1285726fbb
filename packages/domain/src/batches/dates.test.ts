import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cell } from './cell.ts';
import { dateOrderOf, dayOf, momentOf } from './dates.ts';

const TODAY = '2026-11-24';
const born = (cell: Cell, order: 'mdy' | 'dmy' | 'ymd' = 'mdy') => dayOf(cell, order, 'birth_date', TODAY);

const forms: [Cell, string | null][] = [
  ['4/7/1984', '1984-04-07'],
  ['04-07-1984', '1984-04-07'],
  ['04.07.1984', '1984-04-07'],
  ['1984-04-07', '1984-04-07'],
  ['1984/4/7', '1984-04-07'],
  ['1984-04-07T00:00:00.000Z', '1984-04-07'],
  ['4/7/1984 0:00', '1984-04-07'],
  ['4/7/1984 12:00:00 AM', '1984-04-07'],
  ['Apr 7, 1984', '1984-04-07'],
  ['7-Apr-84', '1984-04-07'],
  ['Saturday, April 7, 1984', '1984-04-07'],
  ['04071984', '1984-04-07'],
  ['19840407', '1984-04-07'],
  [{ number: '4071984' }, '1984-04-07'],
  [{ number: '30779' }, '1984-04-07'],
  ['30779', '1984-04-07'],
  [{ number: '29317', from: 1904 }, '1984-04-07'],
  [{ day: '1984-04-07' }, '1984-04-07'],
  ['4/7/84', '1984-04-07'],
  ['4/7/26', '2026-04-07'],
  ['12/7/26', '1926-12-07'],
  ['4/7/27', '1927-04-07'],
  ['31/12/1984', null],
  ['2/30/1984', null],
  ['1984', null],
  ['4/7/1784', null],
  ['4/7/2031', null],
  [{ day: '2031-04-07' }, null],
  ['4/7', null],
  ['unknown', null],
  ['4/7/1984 or 4/8/1984', null],
  ['', null],
];

test.each(forms)('a birth date %j is read as %s', (cell, day) => {
  expect(born(cell)).toBe(day);
});

test('the order of a column decides, but a year in front is a year', () => {
  expect(born('4/7/1984', 'dmy')).toBe('1984-07-04');
  expect(born('31/12/1984', 'dmy')).toBe('1984-12-31');
  expect(born('84/4/7', 'ymd')).toBe('1984-04-07');
  expect(born('1984-04-07', 'dmy')).toBe('1984-04-07');
  expect(born('07041984', 'dmy')).toBe('1984-04-07');
});

test('an appointment keeps its time and may be in the future', () => {
  const at = (cell: Cell) => momentOf(cell, 'mdy', 'appointment_at', TODAY);

  expect(at('12/1/2026 2:30 PM')).toBe('2026-12-01T14:30');
  expect(at('12/1/26 12:05 am')).toBe('2026-12-01T00:05');
  expect(at('2026-12-01T09:15:00')).toBe('2026-12-01T09:15');
  expect(at({ number: '46357.375' })).toBe('2026-12-01T09:00');
  expect(at({ day: '2026-12-01T09:00' })).toBe('2026-12-01T09:00');
  expect(at('12/1/2026 25:00')).toBeNull();
  expect(at('12/1/1926')).toBeNull();
});

test('the order of a column is the one that the most cells fit, the American where several do', () => {
  expect(dateOrderOf(['1/2/1980', '3/4/1981'], 'birth_date', TODAY)).toBe('mdy');
  expect(dateOrderOf(['1/2/1980', '30/4/1981', '25/12/1990', '31/1/1970', '12/25/1990'], 'birth_date', TODAY)).toBe('dmy');
  expect(dateOrderOf(['80/12/31', '81/1/30'], 'birth_date', TODAY)).toBe('ymd');
  expect(dateOrderOf(['31/12/1984'], 'birth_date', TODAY)).toBe('dmy');
  expect(dateOrderOf([], 'birth_date', TODAY)).toBe('mdy');
});

test('one row that fits another order only never turns a column', () => {
  const day = fc.record({
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
    year: fc.integer({ min: 1930, max: 2025 }),
  });
  fc.assert(
    fc.property(fc.array(day, { minLength: 2 }), fc.integer({ min: 13, max: 31 }), (days, late) => {
      const cells = days.map(({ month, day: date, year }) => `${month}/${date}/${year}`);
      const order = dateOrderOf([...cells, '1/1/1990', `${late}/1/1990`], 'birth_date', TODAY);

      expect(order).toBe('mdy');
    }),
  );
});

test('a birth date of two digits for the year is never in the future', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), fc.integer({ min: 0, max: 99 }), (month, date, year) => {
      const day = born(`${month}/${date}/${String(year).padStart(2, '0')}`);

      expect(day).not.toBeNull();
      expect((day ?? '') <= TODAY).toBe(true);
      expect(day?.slice(2, 4)).toBe(String(year).padStart(2, '0'));
    }),
  );
});
