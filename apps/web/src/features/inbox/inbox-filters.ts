/** What the inbox is asked for. Kept in memory, so that coming back finds it. */
import { CHANGE_CODES, type ChangeCode } from '@coverlight/contract/persons/changes.schema.ts';
import type { INBOX_STATES } from '@coverlight/contract/inbox/inbox.contract.ts';
import { changeTitle, gravityOf } from '@coverlight/domain/changes/change-codes.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import type { InboxQuery } from './inbox.queries.ts';

export const PAGE_SIZE = 25;

type InboxState = (typeof INBOX_STATES)[number];
export interface InboxFilters {
  page: number;
  state: InboxState;
  /** '' is any. */
  code: '' | ChangeCode;
  /** Only what is assigned to the viewer. */
  isMine: boolean;
}
export const NO_FILTERS: InboxFilters = { page: 1, state: 'open', code: '', isMine: false };

export const inboxFilters = createMemoryStore<InboxFilters>(NO_FILTERS);

export const STATE_CHOICES: { value: InboxState; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'snoozed', label: 'Snoozed' },
  { value: 'done', label: 'Done' },
];

/** What goes on as usual never comes here. */
export const INBOX_CODES: readonly ChangeCode[] = CHANGE_CODES.filter((code) => gravityOf(code) !== 'info');

export const CODE_CHOICES: { value: '' | ChangeCode; label: string }[] = [
  { value: '', label: 'Any change' },
  ...INBOX_CODES.map((code) => ({ value: code, label: changeTitle(code) })),
];

export const inboxQuery = ({ page, state, code, isMine }: InboxFilters, userId: string): InboxQuery => ({
  page,
  limit: PAGE_SIZE,
  state,
  ...(code === '' ? {} : { code }),
  ...(isMine ? { assignee_id: userId } : {}),
});

/** Whether an empty list means that nothing matches, rather than that there is nothing. */
export const isFiltered = ({ state, code, isMine }: InboxFilters): boolean => state !== 'open' || code !== '' || isMine;
