import { Anchor, Text } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { TRY_LATER } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { TextField } from '#ui/fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { AuthCard } from './auth-card.tsx';
import { askForReset } from './auth.queries.ts';

const ASKED = 'If that address has an account, an email with a link is on its way.';

/** Says the same whatever the address (docs/product.md 2.6). */
export function PasswordResetPage() {
  const router = useRouter();
  const sent = useSentForm({
    defaultValues: { email: '' },
    fields: ['email'],
    fallback: TRY_LATER,
    send: ({ email }) => askForReset(email),
    done: async () => {
      toast({ kind: 'info', message: ASKED, durationMs: 10_000 });
      await router.navigate({ to: '/login' });
    },
  });
  return (
    <AuthCard title="Reset your password">
      <Text mb="md">Enter the email address of your account. You will get a link to set a new password.</Text>
      <SentForm
        sent={sent}
        submitLabel="Send the link"
        asksBeforeLeaving={false}
        beside={
          <Anchor component={Link} to="/login" size="sm">
            Back to login
          </Anchor>
        }
      >
        <TextField form={sent.form} name="email" label="Email" type="email" autoComplete="username" />
      </SentForm>
    </AuthCard>
  );
}
