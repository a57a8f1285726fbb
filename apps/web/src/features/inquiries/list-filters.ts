/** What the list is asked for. Kept in memory, so that coming back finds it and no patient term reaches the address bar (docs/product.md 2.11). */
import type { inquiriesContract } from '@coverlight/contract/inquiries/inquiries.contract.ts';
import type { QueryInput } from '@coverlight/contract/endpoint.ts';
import type { CoverageFilter, InquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { shortTerms } from '@coverlight/domain/inquiries/search-terms.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { type Period, periodRange } from './list-period.ts';
import { isoFromDateDigits } from '#ui/digit-mask.ts';

export const PAGE_SIZE = 15;
/** What the list shows; refused and failed checks stand above it. */
const LISTED_STATUSES = 'pending,complete,max-retry,unknown,expired,cancel,draft';

export const SEARCH_FIELDS = [
  { value: 'patient_first_name', label: 'Patient first name', minLength: 2 },
  { value: 'patient_last_name', label: 'Patient last name', minLength: 2 },
  { value: 'member_id', label: 'Member ID', minLength: 3 },
  { value: 'patient_dob', label: 'Patient date of birth', minLength: 8 },
  { value: 'payer_name', label: 'Payer name', minLength: 1 },
] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number]['value'];

/** Of the practices' list, which begins with all fields at once. */
export const LIST_SEARCH_FIELDS = [{ value: 'q', label: 'All fields', minLength: 2 }, ...SEARCH_FIELDS] as const;
export type ListSearchField = 'q' | SearchField;

export interface ListFilters {
  page: number;
  sort: 'created_at' | '-created_at';
  /** '' is everybody. */
  userId: string;
  /** '' is every provider. */
  providerId: string;
  /** '' is any. */
  coverage: '' | CoverageFilter;
  status: '' | InquiryStatus;
  period: Period;
  /** Digits MMDDYYYY, of a period of one's own; '' leaves that end open. */
  from: string;
  to: string;
  searchField: ListSearchField;
  /** As typed; of a birth date its digits, MMDDYYYY. Kept when another field is chosen. */
  searchText: string;
  showHidden: boolean;
  /** Counts how often the filters were cleared, so that the boxes holding typed text start anew. */
  resets: number;
}

export const NO_FILTERS: ListFilters = {
  page: 1,
  sort: '-created_at',
  userId: '',
  providerId: '',
  coverage: '',
  status: '',
  period: '',
  from: '',
  to: '',
  searchField: 'q',
  searchText: '',
  showHidden: false,
  resets: 0,
};

export const listFilters = createMemoryStore<ListFilters>(NO_FILTERS);

export function clearListFilters(): void {
  listFilters.set({ ...NO_FILTERS, resets: listFilters.get().resets + 1 });
}

export type ListQuery = QueryInput<typeof inquiriesContract.list>;

/** The term as the server takes it; undefined while it is too short or an unfinished date. */
export function searchTerm(field: ListSearchField, text: string): string | undefined {
  const trimmed = text.trim();
  if (field === 'patient_dob') return isoFromDateDigits(trimmed.replaceAll(/\D/g, '')) ?? undefined;
  return trimmed !== '' && Object.keys(shortTerms({ [field]: trimmed })).length === 0 ? trimmed : undefined;
}

/** Why a term is not searched for, in words; undefined where it is, and while a date is being typed. */
export function searchFault(field: ListSearchField, text: string): string | undefined {
  const trimmed = text.trim();
  if (field === 'patient_dob' || trimmed === '') return undefined;
  return shortTerms({ [field]: trimmed })[field]?.[0];
}

export function listQuery(filters: ListFilters): ListQuery {
  const term = searchTerm(filters.searchField, filters.searchText);
  return {
    page: filters.page,
    limit: PAGE_SIZE,
    sort: filters.sort,
    status: filters.status || LISTED_STATUSES,
    ...(filters.coverage && { coverage: filters.coverage }),
    ...periodRange(filters, new Date()),
    ...(filters.userId && { user_id: filters.userId }),
    ...(filters.providerId && { provider_id: filters.providerId }),
    ...(filters.showHidden && { is_hidden: true }),
    ...(term && { [filters.searchField]: term }),
  };
}

/** Whether an empty list means that nothing matches, rather than that there is nothing yet. */
export function isFiltered(filters: ListFilters): boolean {
  return countFilters(filters) > 0 || searchTerm(filters.searchField, filters.searchText) !== undefined;
}

/** How many filters besides the search hold something back. */
export function countFilters(filters: ListFilters): number {
  const { userId, providerId, coverage, status, period, showHidden } = filters;
  return [userId, providerId, coverage, status, period, showHidden].filter(Boolean).length;
}
