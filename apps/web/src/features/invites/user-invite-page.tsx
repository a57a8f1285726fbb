import { Anchor, Paper } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { LevelField } from '#features/users/level-field.tsx';
import { flagsOf, type Level } from '#features/users/levels.ts';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { SwitchField } from '#ui/switch-field.tsx';
import { TextField } from '#ui/fields.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { CARD_WIDTH } from '#ui/theme.ts';
import { createInvite, useRefreshInvites } from './invites.queries.ts';

/** Nobody sees more than their own inquiries unless the manager wants it (docs/product.md 2.13). */
const START: { email: string; level: Level; perm_reimbursements: boolean } = {
  email: '',
  level: 'restricted_user',
  perm_reimbursements: false,
};

export function UserInvitePage() {
  const router = useRouter();
  const refresh = useRefreshInvites();
  const sent = useSentForm({
    defaultValues: START,
    fields: ['email', 'level', 'perm_reimbursements'],
    fallback: UNKNOWN_ERROR,
    send: ({ email, level, perm_reimbursements }) => createInvite({ email, perm_reimbursements, ...flagsOf(level) }),
    done: async () => {
      await refresh();
      toast({ kind: 'success', message: 'An invitation email has been sent.' });
      await router.navigate({ to: '/organization/settings' });
    },
  });
  const { form } = sent;
  return (
    <>
      <PageTitle takesFocus={false}>Invite a user</PageTitle>
      <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
        <SentForm
          sent={sent}
          submitLabel="Send invitation"
          beside={
            <Anchor component={Link} to="/organization/settings" size="sm">
              Back to the organization
            </Anchor>
          }
        >
          <TextField form={form} name="email" label="Email" type="email" autoComplete="off" />
          <LevelField form={form} />
          <SwitchField form={form} name="perm_reimbursements" label="Can see reimbursement estimates" />
        </SentForm>
      </Paper>
    </>
  );
}
