import type { RegistrationInfo } from '@coverlight/contract/auth/auth.contract.ts';
import { WELCOME_PATH } from '@coverlight/domain/auth/session-gate.ts';
import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { PasswordField, TextField } from '#ui/fields.tsx';
import { NpiField, PhoneField, TaxIdField } from '#ui/number-fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { TwoColumns } from '#ui/two-columns.tsx';
import { AgreeField } from './agree-field.tsx';
import { AuthCard } from './auth-card.tsx';
import { register, registrationInfoOptions, useEnter } from './auth.queries.ts';
import { PASSWORD_HINT } from './new-password-fields.tsx';
import { REGISTRATION_FIELDS, registrationStart } from './registration-values.ts';
import { REGISTERED } from './registered.ts';
import { SignedInNote } from './signed-in-note.tsx';

/** A practice comes in from the street (docs/product.md 2.4). Saved info that cannot be read leaves the form empty. */
export function RegisterPage() {
  const { id } = useSearch({ strict: false });
  const info = useQuery({ ...registrationInfoOptions(id ?? ''), enabled: id !== undefined });
  return (
    <AuthCard title="Register">
      <SignedInNote />
      {info.isLoading ? (
        <Stack aria-busy="true" role="status" aria-label="Loading">
          <Skeleton height={60} />
          <Skeleton height={320} />
        </Stack>
      ) : (
        <RegisterForm info={info.data ?? null} registrationId={info.data ? id : undefined} />
      )}
      <Text size="sm" mt="lg">
        Registered already?{' '}
        <Anchor component={Link} to="/login" inherit>
          Login
        </Anchor>
      </Text>
    </AuthCard>
  );
}

function RegisterForm({ info, registrationId }: { info: RegistrationInfo | null; registrationId: string | undefined }) {
  const enter = useEnter();
  const sent = useSentForm({
    defaultValues: registrationStart(info),
    fields: REGISTRATION_FIELDS,
    fallback: UNKNOWN_ERROR,
    send: (values) => register({ ...values, registration_id: registrationId }),
    done: async ({ user }) => {
      toast({ kind: 'success', message: REGISTERED });
      await enter(user, WELCOME_PATH);
    },
  });
  const { form } = sent;
  return (
    <SentForm sent={sent} submitLabel="Register">
      <TextField form={form} name="organization_name" label="Organization name" autoComplete="organization" />
      <TwoColumns>
        <TextField form={form} name="first_name" label="First name" autoComplete="given-name" />
        <TextField form={form} name="last_name" label="Last name" autoComplete="family-name" />
      </TwoColumns>
      <TextField form={form} name="email" label="Email" type="email" autoComplete="email" />
      <PhoneField form={form} name="phone" />
      <PasswordField form={form} name="password" label="Password" description={PASSWORD_HINT} autoComplete="new-password" />
      <Text size="sm" c="dimmed">
        Your first facility
      </Text>
      <TextField form={form} name="provider_name" label="Facility name" autoComplete="off" />
      <TwoColumns>
        <NpiField form={form} name="provider_npi" />
        <TaxIdField form={form} name="provider_tax_id" />
      </TwoColumns>
      <AgreeField form={form} />
    </SentForm>
  );
}
