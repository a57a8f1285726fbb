import type { Tx } from '#db/client.ts';

export interface OrganizationFacts {
  name: string;
  perm_provider_override: boolean;
  has_override_reimbursement: boolean;
}

/** The organization of the transaction; it is always there. */
export async function findOrganization(tx: Tx, organizationId: string): Promise<OrganizationFacts> {
  const [row] = await tx.query<OrganizationFacts & Record<string, unknown>>(
    'find-organization',
    'SELECT name, perm_provider_override, has_override_reimbursement FROM organizations WHERE id = $1',
    [organizationId],
  );
  if (row === undefined) throw new Error('an organization that is signed in is not there');
  return row;
}
