/** What the form about a member starts from and what it sends. */
import type { BodyInput } from '@coverlight/contract/endpoint.ts';
import type { Member } from '@coverlight/contract/users/user.schema.ts';
import type { usersContract } from '@coverlight/contract/users/users.contract.ts';
import { flagsOf, type Level, levelOf } from './levels.ts';

export interface UserValues {
  first_name: string;
  last_name: string;
  email: string;
  /** Of whoever fills in the form; sent with a new email only. */
  current_password: string;
  phone: string;
  is_active: boolean;
  level: Level;
  perm_reimbursements: boolean;
}

export type UserBody = BodyInput<typeof usersContract.update>;

/** In the order of the screen. */
export const USER_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'current_password',
  'phone',
  'is_active',
  'level',
  'perm_reimbursements',
] as const satisfies ReadonlyArray<keyof UserValues>;

export function userStart(user: Member): UserValues {
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email ?? '',
    current_password: '',
    phone: user.phone ?? '',
    is_active: user.is_active ?? true,
    level: levelOf(user.membership ?? { is_manager: false, is_restricted: false }),
    perm_reimbursements: user.membership?.perm_reimbursements ?? false,
  };
}

/** Nobody changes the own level, activity or permission, so these are not sent of oneself (docs/product.md 6.1); platform admins have no level. */
export function userBody(
  { level, is_active, perm_reimbursements, current_password: _password, ...person }: UserValues,
  { isOneself, isAdmin }: { isOneself: boolean; isAdmin: boolean },
): UserBody {
  if (isOneself) return person;
  return isAdmin ? { ...person, is_active } : { ...person, is_active, perm_reimbursements, ...flagsOf(level) };
}

/** The server compares mailboxes without case, too. */
export const isNewMailbox = (user: Member, email: string): boolean => email.trim().toLowerCase() !== (user.email ?? '').toLowerCase();
