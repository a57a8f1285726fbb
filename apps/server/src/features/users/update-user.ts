/** Changing a member: by itself, by a manager, or by a platform admin through the admin area (product.md 6.1). */
import { ruleOnUserChange, type RightsWish } from '@coverlight/domain/users/user-change.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { askForEmailChange } from '#features/auth/email-change.ts';
import { holdSession } from '#features/auth/hold-account.ts';
import { endSessionsOf } from '#features/auth/sessions.repository.ts';
import { lockOrganization } from '#features/organizations/organizations.repository.ts';
import { conflict, forbidden, invalid, notFound } from '#http/app-error.ts';
import { countOthersInCharge, findMember, updateMember, type MemberChange, type UserRecord } from './users.repository.ts';

export interface UserInput extends RightsWish {
  first_name?: string | undefined;
  last_name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** When the person was read. */
  updated_at?: string | undefined;
}

export interface UserUpdate {
  id: string;
  input: UserInput;
  editor: 'self' | 'manager' | 'admin';
  actor: Actor;
  /** Of the transaction's organization. */
  keys: OrganizationKeys;
}

/** In a transaction of the member's organization. Throws 404, 401, 403, 422 and 409. A new email is mailed for, not stored. */
export async function updateUser(deps: Pick<Deps, 'queue' | 'newId' | 'clock'>, tx: Tx, update: UserUpdate): Promise<void> {
  const { id, input, actor } = update;
  if (tx.organizationId === null) throw notFound();
  await lockOrganization(tx);
  const member = await findMember(tx, tx.organizationId, id);
  if (member === null) throw notFound();
  const ruling = ruleOnUserChange({
    editor: update.editor,
    member,
    wish: input,
    othersInCharge: await countOthersInCharge(tx, member),
  });
  if (ruling.verdict === 'forbidden') throw forbidden(ruling.message);
  if (ruling.verdict === 'invalid') throw invalid({ [ruling.field]: [ruling.message] });
  const now = deps.clock();
  const isSameMailbox = input.email !== undefined && isMailbox(member.email, input.email);
  if (input.email !== undefined && !isSameMailbox) {
    // What whoever is in the account has confirmed is worth nothing after a reset by its owner.
    if (update.editor === 'self') await holdSession(tx, id, actor.sessionId);
    await askForEmailChange(deps, tx, {
      userId: id,
      oldEmail: member.email,
      newEmail: input.email,
      askedBy: update.editor === 'self' ? 'owner' : update.editor,
      keys: update.keys,
    });
  }
  if (ruling.verdict === 'conflict') throw conflict(ruling.message);
  if (input.updated_at !== undefined && new Date(input.updated_at).getTime() < member.updated_at.getTime())
    throw conflict('Changed by someone else meanwhile.');

  const change = { ...detailsOf(input), ...ruling.rights, ...(isSameMailbox ? { email: input.email ?? member.email } : {}) };
  const changed = changedFields(member, change);
  // Two changes in one millisecond must still differ for whoever read the first.
  const updatedAt = new Date(Math.max(now.getTime(), member.updated_at.getTime() + 1));
  await updateMember(tx, tx.organizationId, { id, change: { ...change, updated_at: updatedAt } }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'users_email') ? invalid({ email: ['This email address already has an account.'] }) : error;
  });
  // A session would go on to live if the person were activated again.
  if (ruling.endsSessions) await endSessionsOf(tx, id, null, now);
  await recordAudit(tx, actor, now, {
    action: 'user.update',
    objectType: 'user',
    objectIds: [id],
    changedFields: [...changed, ...(input.email !== undefined && !isSameMailbox ? ['email'] : [])],
  });
}

const isMailbox = (email: string, other: string) => email.toLowerCase() === other.toLowerCase();

/** Whether the input wants another mailbox for the member, which needs whoever asks to be there in person. Throws 404. */
export async function wantsNewEmail(tx: Tx, id: string, email: string | undefined): Promise<boolean> {
  if (email === undefined) return false;
  const member = tx.organizationId === null ? null : await findMember(tx, tx.organizationId, id);
  if (member === null) throw notFound();
  return !isMailbox(member.email, email);
}

function detailsOf({ first_name, last_name, phone }: UserInput): Partial<MemberChange> {
  return {
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(phone === undefined ? {} : { phone }),
  };
}

function changedFields(member: UserRecord, change: Partial<MemberChange>): string[] {
  return (Object.keys(change) as (keyof MemberChange)[]).filter((name) => change[name] !== member[name]);
}
