/** What the admins' list of inquiries is asked for (docs/product.md 2.14). */
import type { InquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { type SearchField, searchTerm } from '#features/inquiries/list-filters.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { type AddressForm, listAddress } from '../use-address.ts';
import type { ListQuery, ListView } from '../admin-list.tsx';
import type { InquiryQuery } from './admin-inquiries.queries.ts';

export const PAGE_ROWS = 15;
export const LISTED: ReadonlyArray<{ value: InquiryStatus; label: string }> = [
  { value: 'pending', label: 'Asking' },
  { value: 'complete', label: 'Complete' },
  { value: 'max-retry', label: 'Still asking' },
  { value: 'unknown', label: 'No answer' },
  { value: 'expired', label: 'Out of date' },
  { value: 'cancel', label: 'Stopped' },
  { value: 'draft', label: 'Draft' },
];
const EVERY_LISTED = LISTED.map(({ value }) => value);

export interface InquiryView extends ListView {
  statuses: readonly InquiryStatus[];
  /** Drops the filter by status; what was refused or failed shows too. */
  showAll: boolean;
  searchField: SearchField;
  /** As typed; of a birth date its digits. */
  searchText: string;
  resets: number;
}
const START: InquiryView = {
  page: 1,
  sort: '-created_at',
  q: '',
  statuses: EVERY_LISTED,
  showAll: false,
  searchField: 'patient_last_name',
  searchText: '',
  resets: 0,
};
export const inquiryView = createMemoryStore<InquiryView>(START);

const listed = listAddress([{ sortBy: 'created_at' }]);
/** What a patient is searched by never stands in the address (docs/product.md 7.4). */
export const inquiryAddress: AddressForm<InquiryView> = {
  page: listed.page,
  sort: listed.sort,
  showAll: { read: (text) => text === 'true' },
  statuses: {
    read: (text) => {
      const chosen = EVERY_LISTED.filter((status) => text.split(',').includes(status));
      return chosen.length > 0 ? chosen : undefined;
    },
    write: (statuses) => statuses.join(','),
  },
};

export function clearInquiryFilters(): void {
  inquiryView.set({ ...START, resets: inquiryView.get().resets + 1 });
}

export function inquiryQuery(view: InquiryView, { page, limit, sort }: ListQuery): InquiryQuery {
  const term = searchTerm(view.searchField, view.searchText);
  return {
    page,
    limit,
    sort: sort === 'created_at' ? 'created_at' : '-created_at',
    ...(!view.showAll && { status: view.statuses.join(',') }),
    ...(term && { [view.searchField]: term }),
  };
}

export function isFiltered(view: InquiryView): boolean {
  const hasTerm = searchTerm(view.searchField, view.searchText) !== undefined;
  return hasTerm || (!view.showAll && view.statuses.length < EVERY_LISTED.length);
}
