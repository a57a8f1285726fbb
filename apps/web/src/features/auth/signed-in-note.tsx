import { Alert, Anchor } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { currentUser } from '#lib/session.ts';

/** On screens for signed-out people, to somebody who came there signed in. Who signs in on this very screen is not told. */
export function SignedInNote() {
  const [email] = useState(() => currentUser()?.email ?? null);
  if (email === null) return null;
  return (
    <Alert color="blue" icon={<IconInfoCircle aria-hidden />} mb="md">
      {`You are already signed in as ${email}. Going on here ends that session. `}
      <Anchor component={Link} to="/inquiries" inherit>
        Back to your inquiries
      </Anchor>
    </Alert>
  );
}
