/** `npm run admin:create -- EMAIL [FIRST_NAME LAST_NAME]`: makes a platform admin and prints a link to set the password, for one hour. */
import { email as emailShape } from '@coverlight/contract/scalars.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';
import { makeResetLink } from '#features/auth/password-reset.ts';
import { insertUser, makeAdmin } from '#features/auth/accounts.repository.ts';
import { withDeps } from './with-deps.ts';

export async function run(argv: string[]): Promise<void> {
  const [address, firstName = 'Platform', lastName = 'Admin'] = argv;
  const parsed = emailShape.safeParse(address);
  if (!parsed.success) throw new Error('Usage: npm run admin:create -- EMAIL [FIRST_NAME LAST_NAME]');
  await withDeps(
    async (deps) => {
      const link = await createAdmin(deps, { email: parsed.data, first_name: firstName, last_name: lastName });
      process.stdout.write(`Open this link within one hour to set the password of ${parsed.data}:\n${link}\n`);
    },
    { as: 'owner' },
  );
}

/** Of an admin who is there already it makes a new link only. Throws for an address that anybody else has. */
export async function createAdmin(
  { db, newId, clock, config }: Pick<Deps, 'db' | 'newId' | 'clock' | 'config'>,
  person: { email: string; first_name: string; last_name: string },
): Promise<string> {
  const [account] = await db.lookup<{ organization_id: string; user_id: string }>('find-account', 'SELECT * FROM find_account($1)', [
    person.email,
  ]);
  if (account !== undefined && account.organization_id !== INTERNAL_ORGANIZATION_ID) {
    throw new Error('This address belongs to a user of a practice.');
  }
  const userId = account?.user_id ?? newId();
  const { token } = await db.asOrganization(INTERNAL_ORGANIZATION_ID, async (tx) => {
    const now = clock();
    if (account === undefined) {
      await insertUser(tx, {
        ...person,
        organization_id: INTERNAL_ORGANIZATION_ID,
        id: userId,
        created_at: now,
        updated_at: now,
      });
      await makeAdmin(tx, userId);
    }
    await recordAudit(tx, SYSTEM_ACTOR, now, {
      action: account === undefined ? 'admin.create' : 'admin.link',
      objectType: 'user',
      objectIds: [userId],
    });
    return await makeResetLink({ newId, clock }, tx, userId);
  });
  return `${config.publicUrl.replace(/\/$/, '')}/password-reset/${userId}/${token}`;
}
