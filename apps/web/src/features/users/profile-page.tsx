import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { Alert, Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { refreshCurrentUser } from '#features/auth/auth.queries.ts';
import { IdentityField, useIdentity } from '#features/auth/identity-field.tsx';
import { OwnFactors } from '#features/auth/own-factors.tsx';
import { OwnSessions } from '#features/auth/own-sessions.tsx';
import { LIST_ERROR, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { TextField } from '#ui/fields.tsx';
import { FormLoading } from '#ui/form-states.tsx';
import { KeysButton } from '#ui/keys-button.tsx';
import { PhoneField } from '#ui/number-fields.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { CARD_WIDTH } from '#ui/theme.ts';
import { TwoColumns } from '#ui/two-columns.tsx';
import { LoadNewest } from './load-newest.tsx';
import { useUserVersion } from './use-user-version.ts';
import { updateUser, useRefreshUsers, userOptions, useStoreUser } from './users.queries.ts';
import { isNewMailbox } from './user-values.ts';

/** One's own details, password, second factors and sessions (docs/product.md 2.13). */
export function ProfilePage() {
  const user = useCurrentUser();
  return (
    <>
      <PageTitle takesFocus={false}>Profile</PageTitle>
      <Stack gap="lg" maw={CARD_WIDTH}>
        {user && <OwnDetails id={user.id} />}
        <OwnFactors />
        <OwnSessions />
        <div>
          <KeysButton />
        </div>
      </Stack>
    </>
  );
}

function OwnDetails({ id }: { id: string }) {
  const { data: user, isError, refetch } = useQuery(userOptions(id));
  if (isError && !user) return <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />;
  return user ? <DetailsForm user={user} reload={async () => (await refetch()).data} /> : <FormLoading />;
}

const detailsOf = ({ first_name, last_name, email = '', phone = '' }: Member) => ({
  first_name,
  last_name,
  email,
  phone,
  current_password: '',
});

function pendingWords({ pending_email: email, pending_email_waits_for: waitsFor }: Member): string {
  return waitsFor === 'owner'
    ? `A manager asks to change your email address to ${email}. It stays as it is unless you agree through the link sent to your present address.`
    : `Your email address changes to ${email} once you have opened the link sent there.`;
}

function DetailsForm({ user, reload }: { user: Member; reload: () => Promise<Member | undefined> }) {
  const refresh = useRefreshUsers();
  const store = useStoreUser();
  const version = useUserVersion(user, reload);
  const identity = useIdentity();
  const sent = useSentForm({
    defaultValues: detailsOf(user),
    fields: ['first_name', 'last_name', 'email', 'current_password', 'phone'],
    fallback: UNKNOWN_ERROR,
    send: ({ current_password: password, ...values }) => {
      const given = identity.take(isNewMailbox(user, values.email), password);
      return updateUser(user.id, { ...values, ...given, updated_at: version.readAt });
    },
    failed: version.noteFailure,
    takesFocus: 'from-nobody',
    done: async (saved) => {
      store(saved);
      version.takeOver(saved);
      // The old address stays until the new one was confirmed.
      form.reset({ ...form.getValues(), email: saved.email ?? '', current_password: '' });
      toast({ kind: 'success', message: 'Your information has been updated.' });
      await Promise.all([refreshCurrentUser(), refresh()]);
    },
  });
  const { form } = sent;
  return (
    <Paper withBorder p="lg" radius="md">
      <SentForm sent={sent} submitLabel="Save" beside={<LoadNewest form={form} version={version} startOf={detailsOf} />}>
        {user.pending_email && (
          <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
            {pendingWords(user)}
          </Alert>
        )}
        <TwoColumns>
          <TextField form={form} name="first_name" label="First name" autoComplete="given-name" />
          <TextField form={form} name="last_name" label="Last name" autoComplete="family-name" />
          <TextField form={form} name="email" label="Email" type="email" autoComplete="email" />
          <PhoneField form={form} name="phone" />
        </TwoColumns>
        {isNewMailbox(user, form.watch('email')) && (
          <IdentityField form={form} name="current_password" identity={identity} submit={sent.submit} />
        )}
      </SentForm>
      <Title order={2} mt="xl" mb="xs">
        Password
      </Title>
      <Group gap="md">
        <Text aria-hidden>••••••••••••</Text>
        <Anchor component={Link} to="/settings/password-change">
          Change password
        </Anchor>
      </Group>
    </Paper>
  );
}
