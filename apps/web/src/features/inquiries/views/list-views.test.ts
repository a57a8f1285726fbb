import { beforeEach, expect, test } from 'vitest';
import { listFilters, NO_FILTERS } from '../list-filters.ts';
import { openView, PRESETS, shownView, viewFilters } from './list-views.ts';

beforeEach(() => listFilters.reset());

test('a view gives back the filters and the order, and leaves the search and its term alone', () => {
  const narrow = { ...NO_FILTERS, coverage: 'inactive', period: 'own', from: '02012026', to: '02282026', sort: 'created_at' } as const;
  const kept = viewFilters({ ...narrow, searchText: 'Quillfeather', page: 4 });
  expect(JSON.stringify(kept)).not.toContain('Quillfeather');
  listFilters.set({ searchText: 'Ada', page: 3 });
  openView(kept);
  expect(listFilters.get()).toEqual({ ...narrow, searchText: 'Ada', page: 1 });
});

test('the view that is shown is known again, until a filter is changed by hand', () => {
  expect(shownView(PRESETS, listFilters.get())?.id).toBe('all');
  for (const preset of PRESETS) {
    openView(preset.filters);
    expect(shownView(PRESETS, listFilters.get())?.id).toBe(preset.id);
  }
  listFilters.set({ userId: 'somebody' });
  expect(shownView(PRESETS, listFilters.get())).toBeNull();
});

test('days left over from another period are no part of a view', () => {
  expect(viewFilters({ ...NO_FILTERS, period: 'today', from: '02012026' })).toEqual(viewFilters({ ...NO_FILTERS, period: 'today' }));
});
