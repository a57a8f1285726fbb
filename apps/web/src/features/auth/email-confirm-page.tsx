import { Anchor, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { confirmEmail } from './auth.queries.ts';
import { EmailLink } from './email-link.tsx';

export function EmailConfirmPage() {
  const { token = '' } = useParams({ strict: false });
  return (
    <EmailLink
      title="Confirm your new email address"
      question="From then on you sign in with the address at which you got this link."
      action="Confirm the new address"
      act={() => confirmEmail(token)}
      done={
        <>
          <Text>Your new email address is confirmed. Use it from now on to sign in.</Text>
          <Anchor component={Link} to="/inquiries">
            Go to the inquiries
          </Anchor>
        </>
      }
    />
  );
}
