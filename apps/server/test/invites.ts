import { randomBytes } from 'node:crypto';
import { newLinkCode } from '../src/features/invites/invite-user.ts';
import { insertInvite, type NewInvite } from '../src/features/invites/invites.repository.ts';
import { hashToken } from '../src/http/session.ts';
import { createOrganization, newId, type Store } from './factories.ts';

/** A pending one for a restricted user; answers its id and the code of its link. */
export async function createInvite(
  store: Store,
  over: Partial<Omit<NewInvite, 'codeHash'>> & { organization_id?: string; code?: string } = {},
): Promise<{ id: string; organization_id: string; email: string; code: string }> {
  const { organization_id = (await createOrganization(store)).id, code = newLinkCode(), ...given } = over;
  const invite = await store.database.asOrganization(organization_id, async (tx) => {
    const now = over.now ?? new Date();
    return await insertInvite(tx, {
      id: newId(),
      email: `invited-${randomBytes(4).toString('hex')}@practice.test`,
      is_manager: false,
      is_restricted: true,
      perm_reimbursements: false,
      inviter: { id: newId(), first_name: 'Marlow', last_name: 'Ashby' },
      now,
      expiresAt: new Date(now.getTime() + 14 * 86_400_000),
      ...given,
      codeHash: hashToken(code),
    });
  });
  return { id: invite.id, organization_id, email: invite.email, code };
}
