import { Anchor } from '@mantine/core';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { TRY_LATER } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { AuthCard } from './auth-card.tsx';
import { confirmReset } from './auth.queries.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

/** Where the mailed link leads. Signs nobody in (docs/product.md 2.6). */
export function PasswordResetConfirmPage() {
  const { uid = '', token = '' } = useParams({ strict: false });
  const router = useRouter();
  const sent = useSentForm({
    defaultValues: { new_password1: '', new_password2: '' },
    fields: ['new_password1', 'new_password2'],
    fallback: TRY_LATER,
    send: (values) => confirmReset({ user_id: uid, token, ...values }),
    done: async () => {
      toast({ kind: 'success', message: 'Your password has been reset.' });
      await router.navigate({ to: '/login' });
    },
  });
  return (
    <AuthCard title="Set a new password">
      <SentForm
        sent={sent}
        submitLabel="Set the password"
        asksBeforeLeaving={false}
        beside={
          <Anchor component={Link} to="/password-reset" size="sm">
            Ask for a new link
          </Anchor>
        }
      >
        <NewPasswordFields form={sent.form} />
      </SentForm>
    </AuthCard>
  );
}
