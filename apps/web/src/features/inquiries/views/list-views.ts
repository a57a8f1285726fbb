/** Views of the list: the filters and the order under a name (docs/product.md 2.11). What was searched for is in none. */
import type { ListView, ListViewFilters } from '@coverlight/contract/inquiries/views.contract.ts';
import { dateDigitsFromIso, isoFromDateDigits } from '#ui/digit-mask.ts';
import { listFilters, NO_FILTERS, type ListFilters } from '../list-filters.ts';

/** What a view keeps of the present filters. */
export function viewFilters(filters: ListFilters): ListViewFilters {
  const isOwn = filters.period === 'own';
  return {
    sort: filters.sort,
    user_id: filters.userId || null,
    provider_id: filters.providerId || null,
    coverage: filters.coverage || null,
    status: filters.status || null,
    period: filters.period || null,
    from: isOwn ? isoFromDateDigits(filters.from) : null,
    to: isOwn ? isoFromDateDigits(filters.to) : null,
    is_hidden: filters.showHidden,
  };
}

/** Leaves what is searched for as it is. */
export function openView(view: ListViewFilters): void {
  listFilters.set({
    page: 1,
    sort: view.sort,
    userId: view.user_id ?? '',
    providerId: view.provider_id ?? '',
    coverage: view.coverage ?? '',
    status: view.status ?? '',
    period: view.period ?? '',
    from: dateDigitsFromIso(view.from),
    to: dateDigitsFromIso(view.to),
    showHidden: view.is_hidden,
  });
}

const everything = viewFilters(NO_FILTERS);

/** That everybody has. Their ids are no one's on the server. */
export const PRESETS: readonly ListView[] = [
  { id: 'all', name: 'All checks', filters: everything },
  { id: 'today', name: 'Today', filters: { ...everything, period: 'today' } },
  { id: 'month', name: 'This month', filters: { ...everything, period: 'this-month' } },
  { id: 'inactive', name: 'Inactive', filters: { ...everything, coverage: 'inactive' } },
  { id: 'out-of-date', name: 'Out of date', filters: { ...everything, coverage: 'out-of-date' } },
  { id: 'drafts', name: 'Drafts', filters: { ...everything, status: 'draft' } },
];

const KEYS = Object.keys(everything) as (keyof ListViewFilters)[];

/** The view that shows just what is shown now; null: the filters were changed by hand. */
export function shownView(views: readonly ListView[], filters: ListFilters): ListView | null {
  const now = viewFilters(filters);
  return views.find((view) => KEYS.every((key) => view.filters[key] === now[key])) ?? null;
}
