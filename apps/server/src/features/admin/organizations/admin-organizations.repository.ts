import type { AdminOrganization, AdminSubscription } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import { toCents, toDollars } from '@coverlight/domain/billing/money.ts';
import { subscriptionAccess } from '@coverlight/domain/billing/subscription-access.ts';
import type { Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { namedColumns } from '#db/named-columns.ts';
import { subscriptions } from '#db/tables/billing.ts';
import { presentSubscription } from '#features/billing/billing.presenter.ts';
import { ADDON_COST } from '#features/billing/plan-list.ts';
import { listRows, type AdminListQuery } from '#features/admin/admin-lists.ts';

type SubscriptionRecord = typeof subscriptions.$inferSelect;

interface StoredOrganization extends Record<string, unknown> {
  id: string;
  name: string;
  is_active: boolean;
  has_override_reimbursement: boolean;
  perm_provider_override: boolean;
  created_at: Date;
  updated_at: Date;
  status: SubscriptionRecord['status'] | null;
  past_due_since: Date | null;
  cancels_at_period_end: boolean | null;
  has_feature_reimbursement: boolean | null;
}

const COLUMNS = `x.id, x.name, x.is_active, x.has_override_reimbursement, x.perm_provider_override, x.created_at, x.updated_at,
  s.status, s.past_due_since, s.cancels_at_period_end, s.has_feature_reimbursement`;
/** With the running subscription, else the last that ran. */
const SUBSCRIPTION = `LEFT JOIN LATERAL (
  SELECT b.* FROM subscriptions b WHERE b.organization_id = x.id
  ORDER BY b.status IN ('canceled', 'incomplete_expired'), b.created_at DESC LIMIT 1) s ON true`;

function present(row: StoredOrganization, now: Date): AdminOrganization {
  const { hasActive } = subscriptionAccess(row.status, row.past_due_since, now);
  return {
    id: row.id,
    name: row.name,
    is_active: row.is_active,
    has_active_subscription: hasActive || row.id === INTERNAL_ORGANIZATION_ID,
    has_cancelled: row.status === 'canceled' || row.cancels_at_period_end === true,
    has_feature_reimbursement: hasActive && row.has_feature_reimbursement === true,
    has_override_reimbursement: row.has_override_reimbursement,
    perm_provider_override: row.perm_provider_override,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export async function listAdminOrganizations(
  tx: Tx,
  query: AdminListQuery & { isActive?: boolean | undefined },
  now: Date,
): Promise<{ rows: AdminOrganization[]; total: number }> {
  return await listRows(
    tx,
    {
      select: COLUMNS,
      from: 'organizations x',
      shown: SUBSCRIPTION,
      sorts: { name: 'lower(x.name)', created_at: 'x.created_at', is_active: 'x.is_active' },
      searched: ['x.name'],
      organization: 'x.id',
      conditions: query.isActive === undefined ? [] : [query.isActive ? 'x.is_active' : 'NOT x.is_active'],
      present: (row: StoredOrganization) => present(row, now),
    },
    query,
  );
}

/** Null for an unknown id. */
export async function findAdminOrganization(tx: Tx, id: string, now: Date): Promise<AdminOrganization | null> {
  const [row] = await tx.query<StoredOrganization>(
    'admin-organization',
    `SELECT ${COLUMNS} FROM organizations x ${SUBSCRIPTION} WHERE x.id = $1`,
    [id],
  );
  return row === undefined ? null : present(row, now);
}

export interface OrganizationChange {
  is_active?: boolean | undefined;
  perm_provider_override?: boolean | undefined;
  has_override_reimbursement?: boolean | undefined;
}

/** Of the transaction's organization; what is left out stays. */
export async function updateOrganization(tx: Tx, change: OrganizationChange, now: Date): Promise<void> {
  await tx.query(
    'admin-update-organization',
    `UPDATE organizations SET is_active = coalesce($2, is_active), perm_provider_override = coalesce($3, perm_provider_override),
       has_override_reimbursement = coalesce($4, has_override_reimbursement), updated_at = $5 WHERE id = $1`,
    [tx.organizationId, change.is_active ?? null, change.perm_provider_override ?? null, change.has_override_reimbursement ?? null, now],
  );
}

/** Of every member of the transaction's organization: they would go on to live if it were activated again. */
export async function endAllSessions(tx: Tx, now: Date): Promise<void> {
  await tx.query('end-all-sessions', 'UPDATE sessions SET ended_at = $2 WHERE organization_id = $1 AND ended_at IS NULL', [
    tx.organizationId,
    now,
  ]);
}

type StoredSubscription = SubscriptionRecord &
  Record<string, unknown> & { plan_name: string; base_cost: string; organization_name: string };

export async function listAdminSubscriptions(
  tx: Tx,
  query: AdminListQuery,
  now: Date,
): Promise<{ rows: AdminSubscription[]; total: number }> {
  return await listRows(
    tx,
    {
      select: 'x.*, p.name AS plan_name, p.base_cost, o.name AS organization_name',
      from: 'subscriptions x',
      joins: 'JOIN plans p ON p.id = x.plan_id JOIN organizations o ON o.id = x.organization_id',
      sorts: {
        created_at: 'x.created_at',
        status: 'x.status',
        organization: 'lower(o.name)',
        current_period_ends_at: 'x.current_period_ends_at',
      },
      searched: ['p.name', 'x.remote_id'],
      isSearchedByOrganization: true,
      organization: 'x.organization_id',
      present: (row: StoredSubscription) => presentAdminSubscription(row, now),
    },
    query,
  );
}

/** The running one, else the last that ran. */
export async function findAdminSubscription(tx: Tx, organizationId: string, now: Date): Promise<AdminSubscription | null> {
  const [row] = await tx.query<StoredSubscription>(
    'admin-current-subscription',
    `SELECT ${namedColumns(subscriptions, 'x')}, p.name AS plan_name, p.base_cost, o.name AS organization_name
     FROM subscriptions x JOIN plans p ON p.id = x.plan_id JOIN organizations o ON o.id = x.organization_id WHERE x.organization_id = $1
     ORDER BY x.status IN ('canceled', 'incomplete_expired'), x.created_at DESC LIMIT 1`,
    [organizationId],
  );
  return row === undefined ? null : presentAdminSubscription(row, now);
}

const presentAdminSubscription = (row: StoredSubscription, now: Date): AdminSubscription => ({
  ...presentSubscription(row, now),
  plan_name: row.plan_name,
  monthly_cost: toDollars(toCents(row.base_cost) + (row.has_feature_reimbursement ? toCents(ADDON_COST) : 0n)),
  organization: { id: row.organization_id, name: row.organization_name },
  created_at: row.created_at.toISOString(),
});
