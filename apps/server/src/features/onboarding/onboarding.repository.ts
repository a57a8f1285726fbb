/** What a practice has done of its first steps (product.md 2.15). */
import type { Tx } from '#db/client.ts';

export interface OnboardingRow {
  has_facility: boolean;
  has_colleagues: boolean;
  has_first_check: boolean;
  is_dismissed: boolean;
}

export async function findOnboarding(tx: Tx): Promise<OnboardingRow> {
  const [row] = await tx.query<OnboardingRow & Record<string, unknown>>(
    'find-onboarding',
    `SELECT EXISTS (SELECT FROM providers WHERE organization_id = $1) AS has_facility,
       (SELECT count(*) > 1 FROM users WHERE organization_id = $1) OR EXISTS (SELECT FROM invites WHERE organization_id = $1) AS has_colleagues,
       o.sample_opened_at IS NOT NULL OR EXISTS (SELECT FROM inquiries WHERE organization_id = $1 AND status <> 'draft') AS has_first_check,
       o.dismissed_at IS NOT NULL AS is_dismissed
     FROM (SELECT $1::text AS id) own LEFT JOIN onboarding o ON o.organization_id = own.id`,
    [tx.organizationId],
  );
  if (row === undefined) throw new Error('One row is always there.');
  return row;
}

export async function noteSampleOpened(tx: Tx, now: Date): Promise<void> {
  await tx.execute(
    `INSERT INTO onboarding (organization_id, sample_opened_at) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET sample_opened_at = coalesce(onboarding.sample_opened_at, excluded.sample_opened_at)`,
    [tx.organizationId, now],
  );
}

export async function dismissOnboarding(tx: Tx, now: Date): Promise<void> {
  await tx.execute(
    `INSERT INTO onboarding (organization_id, dismissed_at) VALUES ($1, $2)
     ON CONFLICT (organization_id) DO UPDATE SET dismissed_at = coalesce(onboarding.dismissed_at, excluded.dismissed_at)`,
    [tx.organizationId, now],
  );
}

/** The name of its first one. */
export async function findFirstFacility(tx: Tx): Promise<string | null> {
  const [row] = await tx.query<{ name: string }>(
    'first-facility',
    'SELECT name FROM providers WHERE organization_id = $1 ORDER BY created_at, id LIMIT 1',
    [tx.organizationId],
  );
  return row?.name ?? null;
}
