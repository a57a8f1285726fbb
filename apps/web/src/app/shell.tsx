import { Alert, Anchor, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { PLAN_LIST_PATH } from '@coverlight/domain/auth/session-gate.ts';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { keepFocus } from '#lib/keep-focus.ts';
import { pageSettings } from '#lib/page-settings.ts';
import { isManager, useCurrentUser } from '#lib/session.ts';
import { lazy, Suspense, useEffect } from 'react';
import { NewVersionNotice } from './new-version.tsx';
import { useSessionEnd } from './session-end.ts';
import classes from './shell.module.css';

// Seldom needed, and it brings what talks to the payment provider.
const PastDueBanner = lazy(async () => ({ default: (await import('#features/billing/past-due-banner.tsx')).PastDueBanner }));
// What only signed-in people see stays out of the first load of the public screens.
const InboxCount = lazy(async () => ({ default: (await import('./account-menu.tsx')).InboxCount }));
const SignedInCorner = lazy(async () => ({ default: (await import('./account-menu.tsx')).SignedInCorner }));

/** Screens at addresses of their own that belong to a link of the navigation. */
const OF_SEVERAL = /^\/(plans|appointments)\b/;
const OF_CASES = /^\/(call-sheets|estimates|network-rules|reports)\b/;
const markedOn = (path: string, places: RegExp) => (places.test(path) ? { 'data-status': 'active', 'aria-current': 'page' as const } : {});

/** What surrounds every screen (docs/product.md 2.2). */
export function Shell() {
  const user = useCurrentUser();
  // There managers have the same banner with the way to pay in it.
  const hasOwnBanner = useLocation({ select: ({ pathname }) => pathname === PLAN_LIST_PATH }) && isManager(user);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useSessionEnd();
  useEffect(keepFocus, []);
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
            <nav aria-label="Main" className={classes.nav}>
              <Link to="/inquiries" className={classes.link}>
                Inquiries
              </Link>
              <Link to="/batches" className={classes.link} {...markedOn(path, OF_SEVERAL)}>
                Several
              </Link>
              <Link to="/persons" className={classes.link}>
                Patients
              </Link>
              <Link to="/inbox" className={classes.link}>
                What changed
                <Suspense>
                  <InboxCount />
                </Suspense>
              </Link>
              <Link to="/cases" className={classes.link} {...markedOn(path, OF_CASES)}>
                Cases
              </Link>
            </nav>
          )}
          <div className={classes.right}>
            {user ? (
              <Suspense>
                <SignedInCorner user={user} />
              </Suspense>
            ) : (
              <SignedOutButtons />
            )}
          </div>
        </div>
      </header>
      {user?.has_past_due_subscription && !hasOwnBanner && (
        <div className={classes.notice}>
          {isManager(user) ? (
            <Suspense>
              <PastDueBanner />
            </Suspense>
          ) : (
            <PastDueNotice />
          )}
        </div>
      )}
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <NewVersionNotice />
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

/** For those who cannot pay: the screen behind the link says who can. */
function PastDueNotice() {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />}>
      Your subscription is past due. Please{' '}
      <Anchor component={Link} to={PLAN_LIST_PATH}>
        Update Payment Method
      </Anchor>
      .
    </Alert>
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
