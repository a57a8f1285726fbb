import { expect, test } from 'vitest';
import { inquiryQuery, inquiryView, isFiltered } from './inquiry-filters.ts';

const page = { page: 1, limit: 15, sort: '-created_at' };
const view = inquiryView.get();

test('the list asks for the seven listed statuses', () => {
  expect(inquiryQuery(view, page)).toEqual({ ...page, status: 'pending,complete,max-retry,unknown,expired,cancel,draft' });
  expect(isFiltered(view)).toBe(false);
});

test('showing all drops the filter by status', () => {
  expect(inquiryQuery({ ...view, showAll: true, statuses: ['draft'] }, page)).toEqual(page);
});

test('a term goes under its field once it is long enough', () => {
  const searching = { ...view, showAll: true, searchField: 'patient_dob' as const };

  expect(inquiryQuery({ ...searching, searchText: '0229' }, page)).toEqual(page);
  expect(inquiryQuery({ ...searching, searchText: '02291980' }, page)).toEqual({ ...page, patient_dob: '1980-02-29' });
});
