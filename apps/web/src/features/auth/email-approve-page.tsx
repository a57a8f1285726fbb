import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { approveEmail } from './auth.queries.ts';
import { EmailLink } from './email-link.tsx';

/** Where a manager asked for another address (docs/product.md 13.7). */
export function EmailApprovePage() {
  const { token = '' } = useParams({ strict: false });
  return (
    <EmailLink
      title="A new email address for your account"
      question="A manager of your organization asks to change the address you sign in with. The message with this link names the new one. If you do not agree, close this page: nothing changes."
      action="Agree to the new address"
      act={() => approveEmail(token)}
      done={<Text>Thank you. We sent a link to the new address; the change counts once it was confirmed there.</Text>}
    />
  );
}
