/** A new email counts once its owner pressed the button behind the link; the old address can take it back (product.md 13.7). */
import type { AuditAction } from '@coverlight/contract/audit/audit-actions.ts';
import { NOFIELD } from '@coverlight/contract/errors.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { queueMail } from '#features/mail/queue-mail.ts';
import { invalid } from '#http/app-error.ts';
import { hashToken, newToken } from '#http/session.ts';
import {
  endLinkOfChange,
  endLinks,
  extendLinkOfChange,
  insertLink,
  useLink,
  type AccountLink,
  type LinkPurpose,
} from './account-links.repository.ts';
import { isEmailTaken, setEmail } from './accounts.repository.ts';
import { endSessionsOf } from './sessions.repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const CONFIRM_MS = DAY_MS;
const UNDO_MS = 7 * DAY_MS;
const DEAD_LINK = 'This link is invalid or has expired.';
const TAKEN = 'This email address already has an account.';

/** In the transaction that changes the user. Throws 422 under `email` where somebody has the address. */
export async function askForEmailChange(
  deps: Pick<Deps, 'queue' | 'newId' | 'clock'>,
  tx: Tx,
  { userId, oldEmail, newEmail, keys }: { userId: string; oldEmail: string; newEmail: string; keys: OrganizationKeys },
): Promise<void> {
  if (await isEmailTaken(tx, newEmail)) throw invalid({ email: [TAKEN] });
  const now = deps.clock();
  const changeId = deps.newId();
  await endLinks(tx, userId, ['email-confirm'], now);
  const mailLink = async (
    purpose: LinkPurpose & ('email-confirm' | 'email-undo'),
    link: { email: string; to: string; livesMs: number },
  ) => {
    const token = newToken();
    await insertLink(tx, {
      id: deps.newId(),
      userId,
      purpose,
      tokenHash: hashToken(token),
      email: link.email,
      changeId,
      now,
      expiresAt: new Date(now.getTime() + link.livesMs),
    });
    await queueMail(deps, tx, { kind: purpose, to: link.to, facts: { new_email: newEmail }, secret: { value: token, keys } });
  };
  await mailLink('email-confirm', { email: newEmail, to: newEmail, livesMs: CONFIRM_MS });
  await mailLink('email-undo', { email: oldEmail, to: oldEmail, livesMs: UNDO_MS });
}

type LinkDeps = Pick<Deps, 'db' | 'clock'>;

export async function confirmEmail(deps: LinkDeps, token: string, actor: Actor): Promise<void> {
  await followLink(deps, { token, purpose: 'email-confirm', actor, action: 'email.change' }, async (tx, link, now) => {
    // The week to take it back begins now.
    if (link.change_id !== null) await extendLinkOfChange(tx, link.change_id, 'email-undo', new Date(now.getTime() + UNDO_MS));
    // A reset link that went to the former address dies with it.
    await endLinks(tx, link.user_id, ['password-reset'], now);
  });
}

/** Also before the change was confirmed: then it never happens. */
export async function undoEmail(deps: LinkDeps, token: string, actor: Actor): Promise<void> {
  await followLink(deps, { token, purpose: 'email-undo', actor, action: 'email.undo' }, async (tx, link, now) => {
    if (link.change_id !== null) await endLinkOfChange(tx, link.change_id, 'email-confirm', now);
    await endLinks(tx, link.user_id, ['password-reset', 'email-confirm'], now);
    // Somebody else was in the account, it seems.
    await endSessionsOf(tx, link.user_id, null, now);
  });
}

async function followLink(
  { db, clock }: LinkDeps,
  { token, purpose, actor, action }: { token: string; purpose: LinkPurpose; actor: Actor; action: AuditAction },
  andThen: (tx: Tx, link: AccountLink, now: Date) => Promise<void>,
): Promise<void> {
  const tokenHash = hashToken(token);
  const [found] = await db.lookup<{ organization_id: string }>('find-account-link', 'SELECT * FROM find_account_link($1)', [tokenHash]);
  if (found === undefined) throw invalid({ [NOFIELD]: [DEAD_LINK] });
  try {
    await db.asOrganization(found.organization_id, async (tx) => {
      const now = clock();
      const link = await useLink(tx, tokenHash, purpose, now);
      if (link === null || link.email === null) throw invalid({ [NOFIELD]: [DEAD_LINK] });
      await setEmail(tx, link.user_id, link.email, now);
      await andThen(tx, link, now);
      await recordAudit(tx, { ...actor, userId: link.user_id }, now, {
        action,
        objectType: 'user',
        objectIds: [link.user_id],
        changedFields: ['email'],
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) throw invalid({ [NOFIELD]: [TAKEN] });
    throw error;
  }
}
