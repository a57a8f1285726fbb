import { Anchor, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { undoEmail } from './auth.queries.ts';
import { EmailLink } from './email-link.tsx';

export function EmailUndoPage() {
  const { token = '' } = useParams({ strict: false });
  return (
    <EmailLink
      title="Undo the change of your email address"
      question="Your account then has the address at which you got this link again."
      action="Undo the change"
      act={() => undoEmail(token)}
      done={
        <>
          <Text>The change is undone: you sign in with the former address again.</Text>
          <Text>
            If it was not you who changed it, somebody may know your password.{' '}
            <Anchor component={Link} to="/password-reset" inherit>
              Set a new password
            </Anchor>
          </Text>
        </>
      }
    />
  );
}
