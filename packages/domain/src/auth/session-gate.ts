/** What stands before a protected screen, in this order (product.md 4.2). The server checks calls by itself; this only spares people dead ends. */
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';

/** Who may open a screen. */
export type RouteNeed = 'user' | 'manager' | 'admin';

export type GateVerdict = 'pass' | 'login' | 'accept-terms' | 'not-found' | 'plan-list' | 'unsubscribed';

export const ACCEPT_TERMS_PATH = '/terms/accept';
/** Open to every signed-in user: managers see plans there, others that there is no subscription. */
export const PLAN_LIST_PATH = '/organization/settings/plan';

/** The first steps of a practice, a sample answer among them, before anybody is shown a price. */
export const WELCOME_PATH = '/welcome';

type GateUser = Pick<SessionUser, 'has_current_tos' | 'has_active_subscription' | 'is_admin' | 'is_organization_manager'>;

/** `user` null: the session could not be refreshed. `path` without its query. */
export function sessionGate({ user, need, path }: { user: GateUser | null; need: RouteNeed; path: string }): GateVerdict {
  if (user === null) return 'login';
  if (!user.has_current_tos && user.has_active_subscription && path !== ACCEPT_TERMS_PATH) return 'accept-terms';
  if (path !== PLAN_LIST_PATH) {
    if (need === 'admin' && !user.is_admin) return 'not-found';
    if (need === 'manager' && !user.is_organization_manager) return 'not-found';
  }
  // Platform admins belong to an organization that needs no subscription.
  if (user.is_admin || user.has_active_subscription || path === PLAN_LIST_PATH) return 'pass';
  if (!user.is_organization_manager) return 'unsubscribed';
  return path === WELCOME_PATH ? 'pass' : 'plan-list';
}
