import type { ShownColumn } from '@coverlight/contract/batches/batch.schema.ts';
import { expect, test } from 'vitest';
import { draftOf, losesMeaning, mappingOf, withMeaning, withNextOrder } from './mapping-draft.ts';

const column = (header: string, field: ShownColumn['field'], order: ShownColumn['date_order'] = null): ShownColumn => ({
  header,
  field,
  examples: [],
  date_order: order,
  date_example: null,
});
const draft = draftOf({ columns: [column('Last', 'last'), column('DOB', 'birth_date', 'dmy'), column('Note', null)], mapping: null });

test('what was guessed is what is sent when nothing is changed', () => {
  expect(mappingOf(draft)).toEqual({ columns: ['last', 'birth_date', null], date_orders: { birth_date: 'dmy' } });
});

test('what was confirmed before goes before what is guessed', () => {
  const mapping = { columns: ['first' as const, null, null], date_orders: { birth_date: 'ymd' as const } };
  expect(draftOf({ columns: [column('Last', 'last')], mapping }).fields).toEqual(['first', null, null]);
});

test('a meaning goes over from the column that had it', () => {
  expect(losesMeaning(draft, 2, 'last')).toBe(0);
  expect(withMeaning(draft, 2, 'last').fields).toEqual([null, 'birth_date', 'last']);
  expect(losesMeaning(draft, 0, 'last')).toBeNull();
  expect(withMeaning(draft, 0, null).fields).toEqual([null, 'birth_date', null]);
});

test('the order of a column of days goes round', () => {
  const once = withNextOrder(draft, 'birth_date');
  expect(mappingOf(once).date_orders).toEqual({ birth_date: 'ymd' });
  expect(mappingOf(withNextOrder(withNextOrder(once, 'birth_date'), 'birth_date')).date_orders).toEqual({ birth_date: 'dmy' });
});

test('an order of a column that holds no days any more is not sent', () => {
  expect(mappingOf(withMeaning(draft, 1, null)).date_orders).toEqual({});
});
