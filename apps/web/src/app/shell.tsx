import { Alert, Anchor, Button, Menu } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { Link, Outlet } from '@tanstack/react-router';
import { pageSettings } from '#lib/page-settings.ts';
import { useCurrentUser } from '#lib/session.ts';
import { useLogout } from '#features/auth/auth.queries.ts';
import { NewVersionNotice } from './new-version.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { useSessionEnd } from './session-end.ts';
import classes from './shell.module.css';

/** What surrounds every screen (docs/product.md 2.2). */
export function Shell() {
  const user = useCurrentUser();
  useSessionEnd();
  return (
    <>
      <a href="#main" className={classes.skip}>
        Skip to the content
      </a>
      <EnvironmentBanner />
      <header className={classes.header}>
        <div className={classes.bar}>
          <Link to="/" className={classes.brand} aria-label="Coverlight, home">
            <img src="/favicon.svg" alt="" width={28} height={28} />
            <span className={classes.brandName}>Coverlight</span>
          </Link>
          {user && (
            <nav aria-label="Main">
              <Link to="/inquiries" className={classes.link}>
                Inquiries
              </Link>
            </nav>
          )}
          <div className={classes.right}>{user ? <AccountMenu user={user} /> : <SignedOutButtons />}</div>
        </div>
      </header>
      {user?.has_past_due_subscription && <PastDueBanner />}
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <NewVersionNotice />
      <SessionDialog />
    </>
  );
}

function EnvironmentBanner() {
  const { environment } = pageSettings;
  if (environment === '' || environment === 'production') return null;
  return (
    <aside className={classes.environment} aria-label="Environment">
      {`This is the ${environment} environment. Do not enter real patients.`}
    </aside>
  );
}

function PastDueBanner() {
  return (
    <div className={classes.notice}>
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
        Your subscription is past due. Please{' '}
        <Anchor component={Link} to="/organization/settings/plan">
          Update Payment Method
        </Anchor>
        .
      </Alert>
    </div>
  );
}

function SignedOutButtons() {
  return (
    <>
      <Button component={Link} to="/login" variant="default">
        Login
      </Button>
      <Button component={Link} to="/register">
        Register
      </Button>
    </>
  );
}

function AccountMenu({ user }: { user: SessionUser }) {
  const logout = useLogout();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button variant="subtle" className={classes.account} rightSection={<IconChevronDown size={16} aria-hidden />}>
          {user.email}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {user.is_admin && (
          <Menu.Item component={Link} to="/admin">
            Admin
          </Menu.Item>
        )}
        {user.is_organization_manager && (
          <Menu.Item component={Link} to="/organization/settings">
            Organization Settings
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/settings">
          Profile Settings
        </Menu.Item>
        <Menu.Item component="a" href={`mailto:${pageSettings.supportEmail}`}>
          Email Support
        </Menu.Item>
        <Menu.Item component={Link} to="/terms">
          Terms
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => logout.mutate()}>Logout</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
