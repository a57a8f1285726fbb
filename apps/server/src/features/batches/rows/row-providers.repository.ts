import type { Tx } from '#db/client.ts';

export interface NamedProvider {
  id: string;
  name: string;
  npi: string;
}

/** Facilities that a row of a batch may name. */
export async function listActiveForRows(tx: Tx, organizationId: string): Promise<NamedProvider[]> {
  return await tx.query<NamedProvider & Record<string, unknown>>(
    'list-providers-of-rows',
    'SELECT id, name, npi FROM providers WHERE organization_id = $1 AND is_active',
    [organizationId],
  );
}
