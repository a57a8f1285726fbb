import { Button, Title } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { CatchBoundary, Link, Outlet, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { PageTitle } from '#ui/page-title.tsx';
import classes from './admin-layout.module.css';
import { DangerZone } from './danger-zone.tsx';

const GROUPS = [
  {
    title: 'User Content',
    links: [
      { to: '/admin/organizations', label: 'Organizations' },
      { to: '/admin/inquiries', label: 'Inquiries' },
      { to: '/admin/providers', label: 'Providers' },
      { to: '/admin/users', label: 'Users' },
      { to: '/admin/invites', label: 'Invites' },
      { to: '/admin/register/populate', label: 'Register Populate' },
    ],
  },
  {
    title: 'System Content',
    links: [
      { to: '/admin/payers', label: 'Payers' },
      { to: '/admin/reimbursements', label: 'Reimbursements' },
      { to: '/admin/la-prefixes', label: 'Local Allowables' },
      { to: '/admin/payers/prefixes/upload', label: 'Payers Prefixes Upload' },
      { to: '/admin/payer-phones', label: 'Payer Phones' },
      { to: '/admin/health', label: 'Payer Health' },
      { to: '/admin/audit', label: 'Audit Log' },
      { to: '/admin/x12', label: 'Read X12' },
    ],
  },
] as const;

/** What surrounds every admin screen: the side menu, and a boundary that keeps it when a screen breaks (docs/product.md 2.14, 15.7). */
export function AdminLayout() {
  const path = useLocation({ select: (location) => location.pathname });
  // The path on which an error was asked for; going elsewhere leaves it behind.
  const [faultyPath, setFaultyPath] = useState<string | null>(null);
  return (
    <div className={classes.area}>
      <AdminMenu key={path} path={path} onFrontEndError={() => setFaultyPath(path)} />
      <div className={classes.content}>
        <CatchBoundary getResetKey={() => path} errorComponent={BrokenScreen}>
          {faultyPath === path ? <Faulty /> : <Outlet />}
        </CatchBoundary>
      </div>
    </div>
  );
}

function AdminMenu({ path, onFrontEndError }: { path: string; onFrontEndError: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav className={classes.menu} aria-label="Admin" data-open={isOpen}>
      <Button
        className={classes.toggle}
        variant="default"
        fullWidth
        aria-expanded={isOpen}
        aria-controls="admin-menu"
        rightSection={<IconChevronDown size={16} aria-hidden />}
        onClick={() => setIsOpen(!isOpen)}
      >
        Admin menu
      </Button>
      <div id="admin-menu" className={classes.groups}>
        {GROUPS.map((group) => (
          <div key={group.title} className={classes.group}>
            <Title order={2} className={classes.groupTitle}>
              {group.title}
            </Title>
            <ul className={classes.links}>
              {group.links.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className={classes.link}
                    activeProps={{}}
                    data-here={isHere(path, to)}
                    aria-current={isHere(path, to) ? 'page' : undefined}
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div className={classes.group}>
          <Title order={2} className={classes.groupTitle}>
            Danger Zone
          </Title>
          <DangerZone onFrontEndError={onFrontEndError} />
        </div>
        <p className={classes.zone}>All times are Pacific time.</p>
      </div>
    </nav>
  );
}

/** The longest entry that the path begins with: uploading prefixes has an entry of its own below the payers'. */
export function isHere(path: string, to: string): boolean {
  const entries = GROUPS.flatMap(({ links }) => links.map((link): string => link.to));
  const holding = entries.filter((entry) => path === entry || path.startsWith(`${entry}/`));
  return holding.toSorted((a, b) => b.length - a.length)[0] === to;
}

function Faulty(): never {
  throw new Error('Asked for in the danger zone.');
}

function BrokenScreen() {
  return (
    <>
      <PageTitle>Something went wrong on this page</PageTitle>
      <p>The rest of the application still works. Reload to try again.</p>
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </>
  );
}
