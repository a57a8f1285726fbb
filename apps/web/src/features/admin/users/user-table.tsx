import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { levelName } from '#features/users/levels.ts';
import type { Column } from '#ui/data-table.tsx';
import { accountKeys, listUsers, type OfOrganization } from '../accounts.queries.ts';
import { AdminList, type ListView } from '../admin-list.tsx';
import { OrganizationBadge } from '../organizations/organization-columns.tsx';
import { PacificInstant } from '../pacific-instant.tsx';
import { YesNo } from '../yes-no.tsx';

const nameOf = (user: Member) => `${user.first_name} ${user.last_name}`;

const organizationColumn: Column<Member> = {
  id: 'organization',
  header: 'Organization',
  sortBy: 'organization',
  cell: ({ organization }) =>
    organization && (
      <Anchor component={Link} to={`/admin/organizations/${organization.id}`} inherit>
        {organization.name}
      </Anchor>
    ),
};
const ownColumns: readonly Column<Member>[] = [
  {
    id: 'name',
    header: 'Name',
    sortBy: 'name',
    cell: (user) => (
      <Anchor component={Link} to={`/admin/users/${user.id}/update`} inherit>
        {nameOf(user)}
      </Anchor>
    ),
  },
  { id: 'email', header: 'Email', sortBy: 'email', cell: (user) => user.email },
  { id: 'level', header: 'Level', cell: (user) => (user.is_admin ? 'Platform admin' : user.membership && levelName(user.membership)) },
  { id: 'estimates', header: 'Estimates', cell: (user) => <YesNo is={user.membership?.perm_reimbursements ?? false} /> },
  { id: 'last_login', header: 'Last login', sortBy: 'last_login', cell: (user) => <PacificInstant at={user.last_login} /> },
  { id: 'tos', header: 'Terms accepted', cell: (user) => <PacificInstant at={user.tos_accepted_at} never="No" /> },
  { id: 'is_active', header: 'Status', sortBy: 'is_active', cell: (user) => <OrganizationBadge isActive={user.is_active ?? true} /> },
];
export const userColumns = ownColumns.toSpliced(2, 0, organizationColumn);

export function UserTable(props: { of: OfOrganization; view: ListView; onView: (next: Partial<ListView>) => void }) {
  const { of, view, onView } = props;
  return (
    <AdminList
      label="Users"
      columns={of.organization_id === undefined ? userColumns : ownColumns}
      rowId={(user) => user.id}
      rowLabel={nameOf}
      empty="No users yet."
      view={view}
      onView={onView}
      queryKey={[...accountKeys.users, 'list', of]}
      fetchPage={(query, signal) => listUsers({ ...query, ...of }, signal)}
      {...(of.organization_id === undefined ? { search: 'Search by name, email or organization' } : {})}
    />
  );
}
