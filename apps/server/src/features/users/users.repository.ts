/** Members of an organization. The password hash leaves here only where it is asked for. */
import { and, asc, eq, getTableColumns, ilike, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { containing, limitsOf, orderOf, type Page } from '#db/page.ts';
import { users } from '#db/tables/users.ts';
import type { Scope } from '#http/viewer.ts';

const { password_hash: _passwordHash, ...columns } = getTableColumns(users);
export type UserRecord = Omit<typeof users.$inferSelect, 'password_hash'>;

export interface UserQuery extends Page {
  /** name, email, is_active, last_login; with - descending. */
  sort?: string;
  /** Part of the name or email. */
  q?: string;
}

const DEFAULT_ROWS = 1000;
const fullName = sql`lower(${users.first_name} || ' ' || ${users.last_name})`;
const sortable = {
  name: fullName,
  email: sql`lower(${users.email})`,
  is_active: sql`${users.is_active}`,
  last_login: sql`${users.last_login_at}`,
};

/** A restricted user sees only itself (product.md 6). */
export async function listUsers(tx: Tx, scope: Scope, query: UserQuery): Promise<{ rows: UserRecord[]; total: number }> {
  const { offset, limit } = limitsOf(query, DEFAULT_ROWS);
  const part = containing(query.q ?? '');
  const where = and(
    eq(users.organization_id, scope.organizationId),
    scope.restricted ? eq(users.id, scope.userId) : undefined,
    query.q === undefined ? undefined : or(ilike(sql`${users.first_name} || ' ' || ${users.last_name}`, part), ilike(users.email, part)),
  );
  const rows = await tx.orm
    .select(columns)
    .from(users)
    .where(where)
    .orderBy(orderOf(sortable, query.sort ?? 'name'), asc(users.id))
    .offset(offset)
    .limit(limit);
  return { rows, total: await tx.orm.$count(users, where) };
}

/** Active managers, whom anybody of the organization may turn to. */
export async function listManagers(
  tx: Tx,
  organizationId: string,
  page: Page,
): Promise<{ rows: Pick<UserRecord, 'first_name' | 'last_name' | 'email'>[]; total: number }> {
  const { offset, limit } = limitsOf(page, DEFAULT_ROWS);
  const where = and(eq(users.organization_id, organizationId), eq(users.is_manager, true), eq(users.is_active, true));
  const rows = await tx.orm
    .select({ first_name: users.first_name, last_name: users.last_name, email: users.email })
    .from(users)
    .where(where)
    .orderBy(fullName, asc(users.id))
    .offset(offset)
    .limit(limit);
  return { rows, total: await tx.orm.$count(users, where) };
}

export async function acceptTerms(tx: Tx, scope: Scope, version: string, at: Date): Promise<void> {
  await tx.orm
    .update(users)
    .set({ tos_version: version, tos_accepted_at: at })
    .where(and(eq(users.organization_id, scope.organizationId), eq(users.id, scope.userId)));
}

export async function findMember(tx: Tx, organizationId: string, id: string): Promise<UserRecord | null> {
  const [row] = await tx.orm
    .select(columns)
    .from(users)
    .where(and(eq(users.organization_id, organizationId), eq(users.id, id)));
  return row ?? null;
}

export type MemberChange = Pick<
  UserRecord,
  'first_name' | 'last_name' | 'email' | 'phone' | 'is_active' | 'is_manager' | 'is_restricted' | 'perm_reimbursements'
>;

export async function updateMember(
  tx: Tx,
  organizationId: string,
  { id, change }: { id: string; change: Partial<MemberChange> & { updated_at: Date } },
): Promise<void> {
  await tx.orm
    .update(users)
    .set(change)
    .where(and(eq(users.organization_id, organizationId), eq(users.id, id)));
}

/** Active managers beside this user; of the platform's own organization, active admins. */
export async function countOthersInCharge(tx: Tx, { id, is_admin }: Pick<UserRecord, 'id' | 'is_admin'>): Promise<number> {
  const inCharge = is_admin ? eq(users.is_admin, true) : eq(users.is_manager, true);
  const others = and(eq(users.organization_id, tx.organizationId ?? ''), ne(users.id, id), eq(users.is_active, true), inCharge);
  return await tx.orm.$count(users, others);
}
