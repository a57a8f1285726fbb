import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useLogout } from '#features/auth/auth.queries.ts';
import { pageSettings } from '#lib/page-settings.ts';
import classes from './shell.module.css';

/** Where a person gets to what is not inquiries; what the role lacks is left out (docs/product.md 2.2). */
export function AccountMenu({ user }: { user: SessionUser }) {
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
