/** A forgotten password: a link by mail, whatever the address; then the new one (product.md 13.5). */
import { NOFIELD } from '@coverlight/contract/errors.ts';
import type { Deps } from '#deps.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { queueMail } from '#features/mail/queue-mail.ts';
import { invalid, tooMany } from '#http/app-error.ts';
import { hashToken, newToken } from '#http/session.ts';
import { endLinks, countResets, findLiveLink, findOwnerOfLink, insertLink, RESET_MS, useLink } from './account-links.repository.ts';
import { findAccountOf, lockAccountOf, setPassword } from './accounts.repository.ts';
import { countAttempt, counterKey, forgiveAttempt } from './login-throttle.ts';
import { faultsOfTypedTwice } from './new-password.ts';
import { hashPassword } from './passwords.ts';
import { prepareResetJob } from './reset.job.ts';
import { countConfirmedFactors } from './second-factors.repository.ts';
import { endSessionsOf } from './sessions.repository.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Nobody's mailbox is filled by a stranger. */
const RESETS_AN_HOUR = 10;
const DEAD_LINK = 'This link is invalid or has expired. Please ask for a new one.';

type ResetDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'keys' | 'queue' | 'config' | 'counterSecret'>;

/** The same work for every address; what differs is left to a job. Throws 429 for an address of the network that asks too often. */
export async function askForReset(deps: ResetDeps, { email, actor }: { email: string; actor: Actor }): Promise<void> {
  const { db, clock } = deps;
  const counter = counterKey(deps.counterSecret, 'address', actor.address ?? '', 'reset');
  const { waitSeconds } = await db.withoutOrganization(
    async (tx) => await countAttempt(tx, counter, 'address', deps.config.login, clock()),
  );
  if (waitSeconds !== null) throw tooMany(waitSeconds);
  const [account] = await db.lookup<{ organization_id: string; user_id: string }>('find-account', 'SELECT * FROM find_account($1)', [
    email,
  ]);
  const organizationId = account?.organization_id ?? INTERNAL_ORGANIZATION_ID;
  await db.asOrganization(organizationId, async (tx) => {
    const userId = account?.user_id ?? null;
    await recordAudit(tx, { ...actor, userId }, clock(), { action: 'password.reset-asked', outcome: userId === null ? 'refused' : 'done' });
    await deps.queue.enqueue(tx, prepareResetJob, { organizationId, userId });
  });
}

/** Makes the link and its mail; for nobody and for a deactivated user it does nothing. */
export async function prepareReset(
  deps: ResetDeps,
  { organizationId, userId }: { organizationId: string; userId: string | null },
): Promise<void> {
  if (userId === null) return;
  const keys = await deps.keys.keysOf(organizationId);
  const now = deps.clock();
  await deps.db.asOrganization(organizationId, async (tx) => {
    // Two that are prepared in one moment would neither count nor end each other's link.
    const account = await lockAccountOf(tx, userId);
    if (account === null || !account.is_active) return;
    if ((await countResets(tx, userId, new Date(now.getTime() - HOUR_MS))) >= RESETS_AN_HOUR) return;
    const link = await makeResetLink(deps, tx, userId);
    await queueMail(deps, tx, {
      kind: 'password-reset',
      to: account.email,
      facts: { user_id: userId, link_id: link.id },
      secret: { value: link.token, keys },
    });
  });
}

/** Ends older links of the user: only the newest works. */
export async function makeResetLink(
  { newId, clock }: Pick<Deps, 'newId' | 'clock'>,
  tx: Parameters<typeof insertLink>[0],
  userId: string,
): Promise<{ id: string; token: string }> {
  const now = clock();
  const link = { id: newId(), token: newToken() };
  await endLinks(tx, userId, ['password-reset'], now);
  await insertLink(tx, {
    id: link.id,
    userId,
    purpose: 'password-reset',
    tokenHash: hashToken(link.token),
    email: null,
    changeId: null,
    askedBy: null,
    now,
    expiresAt: new Date(now.getTime() + RESET_MS),
  });
  return link;
}

export interface ResetInput {
  user_id: string;
  token: string;
  new_password1: string;
  new_password2: string;
}

/** Ends every session, every other such link and a change of email under way, and signs nobody in. Throws 422 NOFIELD for a link that does not work. */
export async function resetPassword(deps: ResetDeps, input: ResetInput, actor: Actor): Promise<void> {
  const { db, clock } = deps;
  const tokenHash = hashToken(input.token);
  const found = await findOwnerOfLink(db, tokenHash);
  if (found === null || found.user_id !== input.user_id) throw invalid({ [NOFIELD]: [DEAD_LINK] });
  const { organization_id: organizationId, user_id: userId } = found;
  const account = await db.asOrganization(organizationId, async (tx) => {
    const link = await findLiveLink(tx, tokenHash, 'password-reset', clock());
    const known = link === null ? null : await findAccountOf(tx, userId);
    if (known === null || !known.is_active) throw invalid({ [NOFIELD]: [DEAD_LINK] });
    return { ...known, hasSecondFactor: (await countConfirmedFactors(tx, userId)) > 0 };
  });
  // Before the link is used up: a refused password leaves it.
  const errors = faultsOfTypedTwice(input, {
    hasSecondFactor: account.hasSecondFactor,
    email: account.email,
    organizationName: account.organization_name,
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const passwordHash = await hashPassword(input.new_password1);

  await db.asOrganization(organizationId, async (tx) => {
    const now = clock();
    // Before the links, as whoever makes one does: the two would wait for each other.
    await lockAccountOf(tx, userId);
    if ((await useLink(tx, tokenHash, 'password-reset', now)) === null) throw invalid({ [NOFIELD]: [DEAD_LINK] });
    // A change of email, too: whoever was in the account could take it over by one that was asked for before.
    await endLinks(tx, userId, ['password-reset', 'email-approve', 'email-confirm'], now);
    await setPassword(tx, userId, passwordHash);
    await endSessionsOf(tx, userId, null, now);
    await recordAudit(tx, { ...actor, userId }, now, { action: 'password.reset', objectType: 'user', objectIds: [userId] });
    await queueMail(deps, tx, { kind: 'password-was-reset', to: account.email });
    // Whoever holds the mailbox is the owner: strangers' guesses no longer count against the account.
    await forgiveAttempt(tx, counterKey(deps.counterSecret, 'account', account.email.toLowerCase()), 'account');
  });
}
