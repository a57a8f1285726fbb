import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { LevelField } from '#features/users/level-field.tsx';
import { USER_FIELDS, userBody, userStart, type UserValues } from '#features/users/user-values.ts';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextField } from '#ui/fields.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { FormLoading, LoadFailure } from '#ui/form-states.tsx';
import { PhoneField } from '#ui/number-fields.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { updateUser, useRefreshAccounts, userOptions } from '../accounts.queries.ts';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { UserCredentials } from './user-credentials.tsx';

/** Whatever cannot be loaded is not found (docs/product.md 2.14). */
export function UserUpdatePage() {
  const { id = '' } = useParams({ strict: false });
  const { data: user, error } = useQuery(userOptions(id));
  if (error) return <LoadFailure error={error} />;
  const name = user ? `Update ${user.first_name} ${user.last_name}` : 'Update user';
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Users', to: '/admin/users' },
          { label: name, to: null },
        ]}
      />
      <PageTitle takesFocus={false}>Update user</PageTitle>
      {user ? <UserForm key={user.id} user={user} /> : <FormLoading />}
    </>
  );
}

/** Another admin can be shut out, oneself not. */
function adminBody({ first_name, last_name, email, phone, is_active }: UserValues, isOneself: boolean) {
  return { first_name, last_name, email, phone, ...(!isOneself && { is_active }) };
}

function UserForm({ user }: { user: Member }) {
  const router = useRouter();
  const refresh = useRefreshAccounts();
  const isOneself = useCurrentUser()?.id === user.id;
  // Platform admins are no members with a level (docs/product.md 6).
  const isAdmin = user.is_admin === true;
  const [isAsking, setIsAsking] = useState(false);
  const sent = useSentForm({
    defaultValues: userStart(user),
    fields: USER_FIELDS,
    fallback: UNKNOWN_ERROR,
    send: (values) => updateUser(user.id, isAdmin ? adminBody(values, isOneself) : userBody(values, { isOneself })),
    done: async (saved) => {
      await refresh('users');
      const asked = saved.pending_email ? ' The new email address counts once its link was opened.' : '';
      toast({ kind: 'success', message: `${saved.first_name} ${saved.last_name} was updated.${asked}` });
      await router.navigate({ to: '/admin/users' });
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
          <Anchor component={Link} to="/admin/users" size="sm">
            Back to the users
          </Anchor>
        }
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextField form={form} name="first_name" label="First name" autoComplete="off" />
          <TextField form={form} name="last_name" label="Last name" autoComplete="off" />
        </SimpleGrid>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="off" />
        <PhoneField form={form} name="phone" autoComplete="off" />
        {!isOneself && <SwitchField form={form} name="is_active" label="Active" />}
        {!isAdmin && (
          <>
            <LevelField form={form} />
            <SwitchField form={form} name="perm_reimbursements" label="Can see reimbursement estimates" />
          </>
        )}
      </SentForm>
      <UserCredentials user={user} />
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
