import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { isManager, useCurrentUser } from '#lib/session.ts';
import { KeysButton } from '#ui/keys-button.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { InboxFilterBar } from './inbox-filter-bar.tsx';
import { InboxList } from './inbox-list.tsx';

/** What somebody has to look at, urgent first (docs/product.md 2.17). */
export function InboxPage() {
  const user = useCurrentUser();
  return (
    <>
      <PageTitle
        actions={
          <Group gap="md">
            <KeysButton />
            {isManager(user) && (
              <Anchor component={Link} to="/inbox/settings">
                Settings
              </Anchor>
            )}
          </Group>
        }
      >
        What changed
      </PageTitle>
      <Text mb="md">What new answers say differently from the ones before, urgent first.</Text>
      <InboxFilterBar />
      {user && <InboxList userId={user.id} />}
    </>
  );
}
