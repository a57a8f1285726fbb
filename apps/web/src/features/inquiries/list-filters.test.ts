import { expect, test } from 'vitest';
import { anId } from '../../samples.test-kit.ts';
import { countFilters, isFiltered, type ListFilters, listQuery, searchFault, searchTerm } from './list-filters.ts';

const filters = (over: Partial<ListFilters> = {}): ListFilters => ({
  page: 1,
  sort: '-created_at',
  userId: '',
  providerId: '',
  coverage: '',
  status: '',
  period: '',
  from: '',
  to: '',
  searchField: 'patient_last_name',
  searchText: '',
  showHidden: false,
  resets: 0,
  ...over,
});

test.each([
  ['patient_last_name', 'Q', undefined],
  ['patient_last_name', ' Qu ', 'Qu'],
  ['member_id', 'AB', undefined],
  ['member_id', 'AB1', 'AB1'],
  ['member_id', 'A--', undefined],
  ['patient_last_name', 'J K', undefined],
  ['patient_last_name', 'De la Q', 'De la Q'],
  ['patient_dob', 'Quill', undefined],
  ['patient_dob', '022919', undefined],
  ['patient_dob', '02301980', undefined],
  ['patient_dob', '02291980', '1980-02-29'],
  ['payer_name', 'S', 'S'],
] as const)('the term "%s" = "%s" is sent as %s', (field, text, term) => {
  expect(searchTerm(field, text)).toBe(term);
});

test.each([
  ['patient_last_name', 'Q'],
  ['q', '-'],
  ['member_id', 'AB'],
] as const)('the term "%s" = "%s" is too short to search by, and that is said', (field, text) => {
  expect(searchFault(field, text)).toMatch(/^Please enter at least/);
});

test.each([
  ['q', ' '],
  ['q', 'Qu'],
  ['payer_name', 'S'],
  ['patient_dob', '0229'],
] as const)('of the term "%s" = "%s" nothing is amiss', (field, text) => {
  expect(searchFault(field, text)).toBeUndefined();
});

test('the list asks for 15 rows of the seven listed statuses, newest first', () => {
  expect(listQuery(filters())).toEqual({
    page: 1,
    limit: 15,
    sort: '-created_at',
    status: 'pending,complete,max-retry,unknown,expired,cancel,draft',
  });
});

test('a term travels under the name of the chosen field', () => {
  const query = listQuery(filters({ searchField: 'member_id', searchText: 'AB12', userId: anId(9), showHidden: true, page: 3 }));

  expect(query).toMatchObject({ member_id: 'AB12', user_id: anId(9), is_hidden: true, page: 3 });
});

test('a term that is too short filters nothing', () => {
  expect(isFiltered(filters({ searchText: 'Q' }))).toBe(false);
  expect(isFiltered(filters({ searchText: 'Qu' }))).toBe(true);
});

test('the search in all fields goes under its own name, from two characters that say something', () => {
  expect(listQuery(filters({ searchField: 'q', searchText: ' 4/7/1984 ' }))).toMatchObject({ q: '4/7/1984' });
  expect(listQuery(filters({ searchField: 'q', searchText: 'Q' }))).not.toHaveProperty('q');
});

test('coverage, check and period narrow the list and are counted', () => {
  const narrow = filters({ coverage: 'inactive', status: 'expired', period: 'own', from: '02012026' });
  expect(listQuery(narrow)).toMatchObject({
    coverage: 'inactive',
    status: 'expired',
    created_from: new Date(2026, 1, 1).toISOString(),
  });
  expect([countFilters(narrow), isFiltered(narrow)]).toEqual([3, true]);
  expect(countFilters(filters())).toBe(0);
});
