import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { TextField } from '#ui/fields.tsx';
import { FormLoading, LoadFailure } from '#ui/form-states.tsx';
import { PhoneField } from '#ui/number-fields.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { LevelField } from './level-field.tsx';
import { FactorReset } from './factor-reset.tsx';
import { updateUser, useRefreshUsers, userOptions } from './users.queries.ts';
import { USER_FIELDS, userBody, userStart } from './user-values.ts';

const OWN = 'Your own level can only be changed by another manager.';

/** A manager changes a member of the organization (docs/product.md 2.13). */
export function UserUpdatePage() {
  const { id = '' } = useParams({ strict: false });
  const { data: user, error } = useQuery(userOptions(id));
  if (error) return <LoadFailure error={error} />;
  return (
    <>
      <PageTitle takesFocus={false}>Update user</PageTitle>
      {user ? <UserForm user={user} /> : <FormLoading />}
    </>
  );
}

function UserForm({ user }: { user: Member }) {
  const router = useRouter();
  const refresh = useRefreshUsers();
  const isOneself = useCurrentUser()?.id === user.id;
  const [isAsking, setIsAsking] = useState(false);
  const sent = useSentForm({
    defaultValues: userStart(user),
    fields: USER_FIELDS,
    fallback: UNKNOWN_ERROR,
    send: (values) => updateUser(user.id, userBody(values, { isOneself })),
    done: async (saved) => {
      await refresh();
      const isAsked = saved.pending_email !== null && saved.pending_email !== user.pending_email;
      const asked = isAsked ? ` The new email address counts once its link was opened.` : '';
      toast({ kind: 'success', message: `${saved.first_name} ${saved.last_name} was updated.${asked}` });
      await router.navigate({ to: '/organization/settings' });
    },
  });
  const { form } = sent;
  const submit: typeof sent.submit = (event) => {
    event?.preventDefault();
    if (user.is_active && !form.getValues('is_active')) setIsAsking(true);
    else sent.submit();
  };
  return (
    <Paper withBorder p="lg" radius="md" maw={620}>
      <SentForm
        sent={{ ...sent, submit }}
        submitLabel="Save"
        beside={
          <Anchor component={Link} to="/organization/settings" size="sm">
            Back to the organization
          </Anchor>
        }
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextField form={form} name="first_name" label="First name" autoComplete="off" />
          <TextField form={form} name="last_name" label="Last name" autoComplete="off" />
        </SimpleGrid>
        <TextField
          form={form}
          name="email"
          label="Email"
          type="email"
          autoComplete="off"
          description={user.pending_email ? `Changes to ${user.pending_email} once the link sent there was opened.` : undefined}
        />
        <PhoneField form={form} name="phone" autoComplete="off" />
        <SwitchField form={form} name="is_active" label="Active" disabled={isOneself} />
        <LevelField form={form} lockedBecause={isOneself ? OWN : undefined} />
        <SwitchField form={form} name="perm_reimbursements" label="Can see reimbursement estimates" disabled={isOneself} />
      </SentForm>
      {!isOneself && <FactorReset user={user} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={`Deactivate ${user.first_name} ${user.last_name}?`}
        confirmLabel="Deactivate"
        isDanger
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          sent.submit();
        }}
      >
        <Text>They are signed out at once and cannot sign in any more. Their inquiries stay.</Text>
      </ConfirmDialog>
    </Paper>
  );
}
