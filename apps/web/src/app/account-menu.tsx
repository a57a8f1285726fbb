import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { Link } from '@tanstack/react-router';
import { useLogout } from '#features/auth/auth.queries.ts';
import { UrgentCount } from '#features/inbox/urgent-count.tsx';
import { pageSettings } from '#lib/page-settings.ts';
import { MENU_ITEM, MenuButton } from '#ui/menu-button.tsx';
import { Keys } from './keys.tsx';
import { SessionDialog } from './session-dialog.tsx';

/** What the shell shows to signed-in people only, loaded once somebody is. */
export function SignedInCorner({ user }: { user: SessionUser }) {
  return (
    <>
      <AccountMenu user={user} />
      <SessionDialog />
      <Keys key={user.id} userId={user.id} />
    </>
  );
}

/** In the link to what changed; here, since it is needed by the same people. */
export const InboxCount = UrgentCount;

/** Where a person gets to what is not inquiries; what the role lacks is left out (docs/product.md 2.2). */
function AccountMenu({ user }: { user: SessionUser }) {
  const logout = useLogout();
  const pages = [
    ...(user.is_admin ? [{ to: '/admin', label: 'Admin' }] : []),
    ...(user.is_organization_manager ? [{ to: '/organization/settings', label: 'Organization Settings' }] : []),
    { to: '/settings', label: 'Profile Settings' },
  ];
  return (
    <MenuButton label={user.email}>
      {pages.map(({ to, label }) => (
        <Link key={to} to={to} role="menuitem" className={MENU_ITEM}>
          {label}
        </Link>
      ))}
      <a href={`mailto:${pageSettings.supportEmail}`} role="menuitem" className={MENU_ITEM}>
        Email Support
      </a>
      <Link to="/terms" role="menuitem" className={MENU_ITEM}>
        Terms
      </Link>
      <button type="button" role="menuitem" className={MENU_ITEM} onClick={() => logout.mutate()}>
        Logout
      </button>
    </MenuButton>
  );
}
