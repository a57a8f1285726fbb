import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createMemoryStore } from '#lib/memory-store.ts';
import { Instant } from '#ui/calendar-date.tsx';
import type { Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedTable, type TableView } from '#ui/paged-table.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { levelName } from './levels.ts';
import { type UserListQuery, userPageOptions } from './users.queries.ts';

const PAGE_SIZE = 10;
const view = createMemoryStore<TableView>({ page: 1, sort: 'name' });
const nameOf = (user: Member) => `${user.first_name} ${user.last_name}`;

const columns: readonly Column<Member>[] = [
  { id: 'name', header: 'Name', sortBy: 'name', cell: nameOf },
  { id: 'email', header: 'Email', sortBy: 'email', cell: (user) => user.email },
  { id: 'level', header: 'Level', cell: (user) => user.membership && levelName(user.membership) },
  { id: 'estimates', header: 'Estimates', cell: (user) => (user.membership?.perm_reimbursements ? 'Yes' : 'No') },
  {
    id: 'last_login',
    header: 'Last login',
    sortBy: 'last_login',
    cell: (user) => (user.last_login ? <Instant at={user.last_login} /> : 'Never'),
  },
  {
    id: 'is_active',
    header: 'Status',
    sortBy: 'is_active',
    cell: (user) =>
      user.is_active ? (
        <StatusBadge tone="success">Active</StatusBadge>
      ) : (
        <StatusBadge tone="neutral" icon="ban">
          Deactivated
        </StatusBadge>
      ),
  },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (user) => (
      <Anchor component={Link} inherit to={`/organization/users/${user.id}/update`} aria-label={`Edit ${nameOf(user)}`}>
        Edit
      </Anchor>
    ),
  },
];

export function UserTable() {
  const { page, sort } = view.use();
  return (
    <PagedTable
      label="Users"
      columns={columns}
      rowId={(user) => user.id}
      rowLabel={nameOf}
      pageSize={PAGE_SIZE}
      view={view}
      query={userPageOptions({ page, limit: PAGE_SIZE, sort: sort as UserListQuery['sort'] })}
      empty={<EmptyState>No users yet.</EmptyState>}
    />
  );
}
