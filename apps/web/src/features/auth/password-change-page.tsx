import { Anchor, Paper } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { PasswordField } from '#ui/fields.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { CARD_WIDTH } from '#ui/theme.ts';
import { changePassword, refreshCurrentUser } from './auth.queries.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

/** Ends the person's other sessions, and gives this one a new time (docs/product.md 13.3). */
export function PasswordChangePage() {
  const router = useRouter();
  const user = useCurrentUser();
  const sent = useSentForm({
    defaultValues: { old_password: '', new_password1: '', new_password2: '' },
    fields: ['old_password', 'new_password1', 'new_password2'],
    fallback: UNKNOWN_ERROR,
    send: changePassword,
    done: async () => {
      await refreshCurrentUser();
      toast({ kind: 'success', message: 'Your password has been updated.' });
      await router.navigate({ to: '/settings' });
    },
  });
  return (
    <>
      <PageTitle takesFocus={false}>Change password</PageTitle>
      <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
        <SentForm
          sent={sent}
          submitLabel="Change password"
          asksBeforeLeaving={false}
          beside={
            <Anchor component={Link} to="/settings" size="sm">
              Back to the profile
            </Anchor>
          }
        >
          {/* Password managers save the new password under this name. */}
          <input type="text" hidden name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
          <PasswordField form={sent.form} name="old_password" label="Old password" autoComplete="current-password" />
          <NewPasswordFields form={sent.form} />
        </SentForm>
      </Paper>
    </>
  );
}
