import type { Member } from '@coverlight/contract/users/user.schema.ts';
import type { Tx } from '#db/client.ts';
import { presentMember } from '#features/users/users.presenter.ts';
import type { UserRecord } from '#features/users/users.repository.ts';
import { listRows, type AdminListQuery } from '#features/admin/admin-lists.ts';

type StoredUser = UserRecord & Record<string, unknown> & { organization_name: string };

const COLUMNS = `x.organization_id, x.id, x.email, x.first_name, x.last_name, x.phone, x.is_active, x.is_admin, x.is_manager, x.is_restricted,
  x.perm_reimbursements, x.tos_accepted_at, x.last_login_at, x.updated_at, o.name AS organization_name`;
const ORGANIZATION = 'JOIN organizations o ON o.id = x.organization_id';

/** People of every organization. */
export async function listAdminUsers(tx: Tx, query: AdminListQuery): Promise<{ rows: Member[]; total: number }> {
  return await listRows(
    tx,
    {
      select: COLUMNS,
      from: 'users x',
      joins: ORGANIZATION,
      sorts: {
        name: `lower(x.first_name || ' ' || x.last_name)`,
        email: 'lower(x.email)',
        organization: 'lower(o.name)',
        is_active: 'x.is_active',
        last_login: 'x.last_login_at',
      },
      searched: [`(x.first_name || ' ' || x.last_name)`, 'x.email'],
      isSearchedByOrganization: true,
      organization: 'x.organization_id',
      present: (row: StoredUser) => presentMember(row, row.organization_name, true),
    },
    query,
  );
}

/** The next ones in the order of their ids. */
export async function listUsersAfter(tx: Tx, after: string, limit: number): Promise<Member[]> {
  const rows = await tx.query<StoredUser>(
    'admin-users-after',
    `SELECT ${COLUMNS} FROM users x ${ORGANIZATION} WHERE x.id > $1 ORDER BY x.id LIMIT $2`,
    [after, limit],
  );
  return rows.map((row) => presentMember(row, row.organization_name, true));
}
