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
  findOwnerOfLink,
  insertLink,
  useLink,
  type AccountLink,
  type EmailAsker,
  type LinkPurpose,
} from './account-links.repository.ts';
import { isEmailTaken, lockAccountOf, setEmail } from './accounts.repository.ts';
import { endSessionsOf } from './sessions.repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const CONFIRM_MS = DAY_MS;
const APPROVE_MS = 7 * DAY_MS;
const UNDO_MS = 7 * DAY_MS;
const DEAD_LINK = 'This link is invalid or has expired.';
const TAKEN = 'This email address already has an account.';

export interface EmailWish {
  userId: string;
  oldEmail: string;
  newEmail: string;
  askedBy: EmailAsker;
  keys: OrganizationKeys;
}

type AskDeps = Pick<Deps, 'queue' | 'newId' | 'clock'>;

/** In the transaction that changes the user. Throws 422 under `email` where somebody has the address. */
export async function askForEmailChange(deps: AskDeps, tx: Tx, wish: EmailWish): Promise<void> {
  if (await isEmailTaken(tx, wish.newEmail)) throw invalid({ email: [TAKEN] });
  await endLinks(tx, wish.userId, ['email-approve', 'email-confirm'], deps.clock());
  // A manager could otherwise take the account over: its owner has to agree first.
  if (wish.askedBy === 'manager') {
    await mailLink(deps, tx, wish, {
      purpose: 'email-approve',
      email: wish.newEmail,
      to: wish.oldEmail,
      livesMs: APPROVE_MS,
      changeId: null,
    });
  } else await startChange(deps, tx, wish);
}

async function startChange(deps: AskDeps, tx: Tx, wish: EmailWish): Promise<void> {
  const changeId = deps.newId();
  await mailLink(deps, tx, wish, { purpose: 'email-confirm', email: wish.newEmail, to: wish.newEmail, livesMs: CONFIRM_MS, changeId });
  await mailLink(deps, tx, wish, { purpose: 'email-undo', email: wish.oldEmail, to: wish.oldEmail, livesMs: UNDO_MS, changeId });
}

interface MailedLink {
  purpose: 'email-approve' | 'email-confirm' | 'email-undo';
  email: string;
  to: string;
  livesMs: number;
  changeId: string | null;
}

async function mailLink(deps: AskDeps, tx: Tx, { userId, newEmail, askedBy, keys }: EmailWish, link: MailedLink): Promise<void> {
  const token = newToken();
  const now = deps.clock();
  await insertLink(tx, {
    id: deps.newId(),
    userId,
    purpose: link.purpose,
    tokenHash: hashToken(token),
    email: link.email,
    changeId: link.changeId,
    askedBy,
    now,
    expiresAt: new Date(now.getTime() + link.livesMs),
  });
  await queueMail(deps, tx, { kind: link.purpose, to: link.to, facts: { new_email: newEmail }, secret: { value: token, keys } });
}

type LinkDeps = Pick<Deps, 'db' | 'clock'>;

/** The owner agrees, at the old address, to what a manager asked for; from there on it is a change like any other. */
export async function approveEmail(deps: LinkDeps & AskDeps & Pick<Deps, 'keys'>, token: string, actor: Actor): Promise<void> {
  const { db, clock } = deps;
  const owner = await ownerOf(db, token);
  const keys = await deps.keys.keysOf(owner.organization_id);
  await db.asOrganization(owner.organization_id, async (tx) => {
    // A reset in this moment either came before or ends the change that begins here.
    const account = await lockAccountOf(tx, owner.user_id);
    const link = await useLink(tx, hashToken(token), 'email-approve', clock());
    if (link === null || link.email === null || account === null) throw invalid({ [NOFIELD]: [DEAD_LINK] });
    if (await isEmailTaken(tx, link.email)) throw invalid({ [NOFIELD]: [TAKEN] });
    await startChange(deps, tx, { userId: link.user_id, oldEmail: account.email, newEmail: link.email, askedBy: 'manager', keys });
    const entry = { action: 'email.approve' as const, objectType: 'user', objectIds: [link.user_id], changedFields: ['email'] };
    await recordAudit(tx, { ...actor, userId: link.user_id }, clock(), entry);
  });
}

/** Which word tells of the change, so that the log says whose doing it was. */
const CHANGED: Record<EmailAsker, AuditAction> = {
  owner: 'email.change',
  manager: 'email.change.approved-by-owner',
  admin: 'email.change.by-admin',
};

export async function confirmEmail(deps: LinkDeps, token: string, actor: Actor): Promise<void> {
  const action = ({ asked_by: askedBy }: AccountLink) => CHANGED[askedBy ?? 'owner'];
  await followLink(deps, { token, purpose: 'email-confirm', actor, action }, async (tx, link, now) => {
    // The week to take it back begins now.
    if (link.change_id !== null) await extendLinkOfChange(tx, link.change_id, 'email-undo', new Date(now.getTime() + UNDO_MS));
    // A reset link that went to the former address dies with it.
    await endLinks(tx, link.user_id, ['password-reset'], now);
  });
}

/** Also before the change was confirmed: then it never happens. */
export async function undoEmail(deps: LinkDeps, token: string, actor: Actor): Promise<void> {
  await followLink(deps, { token, purpose: 'email-undo', actor, action: () => 'email.undo' }, async (tx, link, now) => {
    if (link.change_id !== null) await endLinkOfChange(tx, link.change_id, 'email-confirm', now);
    await endLinks(tx, link.user_id, ['password-reset', 'email-approve', 'email-confirm'], now);
    // Somebody else was in the account, it seems.
    await endSessionsOf(tx, link.user_id, null, now);
  });
}

async function followLink(
  { db, clock }: LinkDeps,
  { token, purpose, actor, action }: { token: string; purpose: LinkPurpose; actor: Actor; action: (link: AccountLink) => AuditAction },
  andThen: (tx: Tx, link: AccountLink, now: Date) => Promise<void>,
): Promise<void> {
  const owner = await ownerOf(db, token);
  try {
    await db.asOrganization(owner.organization_id, async (tx) => {
      // Before the link, as a reset does: the two would wait for each other.
      await lockAccountOf(tx, owner.user_id);
      const now = clock();
      const link = await useLink(tx, hashToken(token), purpose, now);
      if (link === null || link.email === null) throw invalid({ [NOFIELD]: [DEAD_LINK] });
      await setEmail(tx, link.user_id, link.email, now);
      await andThen(tx, link, now);
      await recordAudit(tx, { ...actor, userId: link.user_id }, now, {
        action: action(link),
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

async function ownerOf(db: Deps['db'], token: string): Promise<{ organization_id: string; user_id: string }> {
  const owner = await findOwnerOfLink(db, hashToken(token));
  if (owner === null) throw invalid({ [NOFIELD]: [DEAD_LINK] });
  return owner;
}
