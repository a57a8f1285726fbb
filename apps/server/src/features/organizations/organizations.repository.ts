import type { SubscriptionStatus } from '@coverlight/domain/billing/subscription-access.ts';
import type { Tx } from '#db/client.ts';

export interface OrganizationFacts {
  name: string;
  /** Every member must have a second factor. */
  require_second_factor: boolean;
  created_at: Date;
  updated_at: Date;
  perm_provider_override: boolean;
  has_override_reimbursement: boolean;
}

/** The organization of the transaction; it is always there. */
export async function findOrganization(tx: Tx, organizationId: string): Promise<OrganizationFacts> {
  const [row] = await tx.query<OrganizationFacts & Record<string, unknown>>(
    'find-organization',
    'SELECT name, require_second_factor, created_at, updated_at, perm_provider_override, has_override_reimbursement FROM organizations WHERE id = $1',
    [organizationId],
  );
  if (row === undefined) throw new Error('an organization that is signed in is not there');
  return row;
}

/** The transaction must be set to this id already. */
export async function insertOrganization(tx: Tx, { id, name, now }: { id: string; name: string; now: Date }): Promise<void> {
  await tx.query('insert-organization', 'INSERT INTO organizations (id, name, created_at, updated_at) VALUES ($1, $2, $3, $3)', [
    id,
    name,
    now,
  ]);
}

/**
 * Changes of who is in charge wait for each other, so that two at once cannot leave nobody. A new row of the organization, as of its log, does
 * not wait: a sign-in has locked its user by then, whom a change may want next.
 */
export async function lockOrganization(tx: Tx): Promise<void> {
  await tx.query('lock-organization', 'SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [tx.organizationId]);
}

export async function setRequireSecondFactor(tx: Tx, isRequired: boolean, now: Date): Promise<void> {
  await tx.query('require-second-factor', 'UPDATE organizations SET require_second_factor = $2, updated_at = $3 WHERE id = $1', [
    tx.organizationId,
    isRequired,
    now,
  ]);
}

export interface SubscriptionSummary {
  plan_name: string;
  status: SubscriptionStatus;
  current_period_ends_at: Date | null;
  past_due_since: Date | null;
  has_feature_reimbursement: boolean;
}

/** The running one, else the last that ran; null where there never was one. */
export async function findSubscriptionSummary(tx: Tx): Promise<SubscriptionSummary | null> {
  const [row] = await tx.query<SubscriptionSummary & Record<string, unknown>>(
    'find-subscription-summary',
    `SELECT p.name AS plan_name, s.status, s.current_period_ends_at, s.past_due_since, s.has_feature_reimbursement
     FROM subscriptions s JOIN plans p ON p.id = s.plan_id WHERE s.organization_id = $1
     ORDER BY s.status IN ('canceled', 'incomplete_expired'), s.created_at DESC LIMIT 1`,
    [tx.organizationId],
  );
  return row ?? null;
}
