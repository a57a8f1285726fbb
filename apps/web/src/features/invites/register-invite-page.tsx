import type { PublicInvite } from '@coverlight/contract/invites/invite.schema.ts';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { Anchor, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { AgreeField } from '#features/auth/agree-field.tsx';
import { AuthCard } from '#features/auth/auth-card.tsx';
import { registerByInvite, useEnter } from '#features/auth/auth.queries.ts';
import { PASSWORD_HINT } from '#features/auth/new-password-fields.tsx';
import { REGISTERED } from '#features/auth/registered.ts';
import { SignedInNote } from '#features/auth/signed-in-note.tsx';
import { isNotThere, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PasswordField, TextField } from '#ui/fields.tsx';
import { PhoneField } from '#ui/number-fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { TwoColumns } from '#ui/two-columns.tsx';
import { inviteByCodeOptions } from './invites.queries.ts';

// Only where the organization demands one.
const DemandedFactor = lazy(async () => ({ default: (await import('#features/auth/demanded-factor.tsx')).DemandedFactor }));

const INVALID = 'This invitation is invalid or has expired.';

/** Where the link of an invitation leads (docs/product.md 2.5). */
export function RegisterInvitePage() {
  const { id: code = '' } = useParams({ strict: false });
  const { data: invite, isError } = useQuery(inviteByCodeOptions(code));
  const router = useRouter();
  const enter = useEnter();
  const [isFactorDue, setIsFactorDue] = useState(false);
  // Used or revoked while the form was being filled in.
  const [isGone, setIsGone] = useState(false);
  const signedIn = async (user: SessionUser) => {
    toast({ kind: 'success', message: REGISTERED });
    await enter(user, '/inquiries');
  };
  if (isFactorDue) {
    return (
      <Suspense>
        <DemandedFactor onSignedIn={signedIn} onStartOver={() => void router.navigate({ to: '/login' })} />
      </Suspense>
    );
  }
  if (isError || isGone) {
    return (
      <AuthCard title="Register" takesFocus>
        <ErrorBanner message={INVALID} />
        <Text mb="md">Ask the person who invited you for a new invitation.</Text>
        <Anchor component={Link} to="/login">
          Login
        </Anchor>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Register">
      <SignedInNote />
      {invite ? (
        <InviteForm
          code={code}
          invite={invite}
          onGone={() => setIsGone(true)}
          onFactorDue={() => setIsFactorDue(true)}
          onSignedIn={signedIn}
        />
      ) : (
        <Stack aria-busy="true" role="status" aria-label="Loading">
          <Skeleton height={60} />
          <Skeleton height={240} />
        </Stack>
      )}
    </AuthCard>
  );
}

interface InviteFormProps {
  code: string;
  invite: PublicInvite;
  onGone: () => void;
  onFactorDue: () => void;
  onSignedIn: (user: SessionUser) => Promise<void>;
}

function InviteForm({ code, invite, onGone, onFactorDue, onSignedIn }: InviteFormProps) {
  const sent = useSentForm({
    defaultValues: { first_name: '', last_name: '', phone: '', password: '', agree: false },
    fields: ['first_name', 'last_name', 'phone', 'password', 'agree'],
    fallback: UNKNOWN_ERROR,
    send: (values) =>
      registerByInvite(code, { ...values, invite_id: code }).catch((error: unknown) => {
        if (isNotThere(error)) onGone();
        throw error;
      }),
    done: async (answer) => {
      if ('second_factor' in answer) onFactorDue();
      else await onSignedIn(answer.user);
    },
  });
  const { form } = sent;
  return (
    <>
      <Text mb="md">{`${invite.user.first_name} ${invite.user.last_name} invited you to Coverlight.`}</Text>
      <SentForm sent={sent} submitLabel="Register">
        <TextInput label="Email" type="email" value={invite.email} readOnly variant="filled" autoComplete="username" />
        <TwoColumns>
          <TextField form={form} name="first_name" label="First name" autoComplete="given-name" />
          <TextField form={form} name="last_name" label="Last name" autoComplete="family-name" />
        </TwoColumns>
        <PhoneField form={form} name="phone" />
        <PasswordField form={form} name="password" label="Password" description={PASSWORD_HINT} autoComplete="new-password" />
        <AgreeField form={form} />
      </SentForm>
    </>
  );
}
