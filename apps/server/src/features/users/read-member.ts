import type { Member } from '@coverlight/contract/users/user.schema.ts';
import type { Tx } from '#db/client.ts';
import { findPendingEmail } from '#features/auth/account-links.repository.ts';
import { countConfirmedFactors } from '#features/auth/second-factors.repository.ts';
import { findOrganization } from '#features/organizations/organizations.repository.ts';
import { presentMember } from './users.presenter.ts';
import { findMember } from './users.repository.ts';

/** One member of the transaction's organization with all that its manager and it itself may know; null where it is not there. */
export async function readMember(tx: Tx, id: string, now: Date): Promise<Member | null> {
  if (tx.organizationId === null) return null;
  const user = await findMember(tx, tx.organizationId, id);
  if (user === null) return null;
  const { name } = await findOrganization(tx, tx.organizationId);
  return {
    ...presentMember(user, name, true),
    ...(await findPendingEmail(tx, id, now)),
    has_second_factor: (await countConfirmedFactors(tx, id)) > 0,
  };
}
