/** Who may change what of a member, and what that leaves (product.md 6.1, 7.7). */

/** What of a member is a matter of rights. */
export interface MemberRights {
  is_active: boolean;
  is_manager: boolean;
  is_restricted: boolean;
  perm_reimbursements: boolean;
}

/** A key left out stays. */
export type RightsWish = { [K in keyof MemberRights]?: MemberRights[K] | undefined };

export interface UserChangeCase {
  /** 'admin' is a platform admin through the admin area, who is never the member's own colleague. */
  editor: 'self' | 'manager' | 'admin';
  member: MemberRights & { is_admin: boolean };
  wish: RightsWish;
  /** Active managers of the organization beside this member; for a member of the platform's own organization, active admins. */
  othersInCharge: number;
}

export type UserChangeRuling =
  | { verdict: 'allowed'; rights: MemberRights; endsSessions: boolean }
  | { verdict: 'forbidden'; message: string }
  | { verdict: 'invalid'; field: keyof MemberRights; message: string }
  | { verdict: 'conflict'; message: string };

const RIGHTS = ['is_active', 'is_manager', 'is_restricted', 'perm_reimbursements'] as const;

/** One ruling for every road to a member: the refusal that applies first, in the order of product.md 7.2. */
export function ruleOnUserChange({ editor, member, wish, othersInCharge }: UserChangeCase): UserChangeRuling {
  const rights: MemberRights = {
    is_active: wish.is_active ?? member.is_active,
    is_manager: wish.is_manager ?? member.is_manager,
    is_restricted: wish.is_restricted ?? member.is_restricted,
    perm_reimbursements: wish.perm_reimbursements ?? member.perm_reimbursements,
  };
  const changed = RIGHTS.filter((name) => rights[name] !== member[name]);
  if (editor === 'manager' && member.is_admin) return { verdict: 'forbidden', message: 'You may not do this.' };
  if (editor === 'self' && changed.length > 0) {
    return { verdict: 'forbidden', message: 'You cannot change your own level, activity or permissions.' };
  }
  if (rights.is_manager && rights.is_restricted) {
    return { verdict: 'invalid', field: 'is_restricted', message: 'A manager cannot be restricted.' };
  }
  if (member.is_admin && (rights.is_manager || rights.is_restricted)) {
    return { verdict: 'invalid', field: rights.is_manager ? 'is_manager' : 'is_restricted', message: 'A platform admin has no level.' };
  }
  const isInCharge = (of: MemberRights) => of.is_active && (member.is_admin || of.is_manager);
  if (isInCharge(member) && !isInCharge(rights) && othersInCharge === 0) {
    const who = member.is_admin ? 'The platform needs at least one active admin.' : 'An organization needs at least one active manager.';
    return { verdict: 'conflict', message: who };
  }
  return { verdict: 'allowed', rights, endsSessions: member.is_active && !rights.is_active };
}

/** Who may take away a member's second factors (product.md 13.2): a manager a member's, an admin anybody else's. */
export function mayResetSecondFactor(
  editor: { kind: 'manager' | 'admin'; userId: string },
  member: { id: string; is_admin: boolean; is_manager: boolean },
): boolean {
  if (editor.userId === member.id) return false;
  return editor.kind === 'admin' || !(member.is_admin || member.is_manager);
}
