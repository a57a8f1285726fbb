import { NOFIELD } from '@coverlight/contract/errors.ts';
import type { SecondFactorDue } from '@coverlight/contract/auth/second-factor.schema.ts';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { Anchor, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '#lib/api.ts';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PasswordField, TextField } from '#ui/fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { AuthCard } from './auth-card.tsx';
import { SignedInNote } from './signed-in-note.tsx';
import { logIn, useEnter } from './auth.queries.ts';

// Most people sign in without either.
const SecondFactorStep = lazy(async () => ({ default: (await import('./second-factor-step.tsx')).SecondFactorStep }));
const DemandedFactor = lazy(async () => ({ default: (await import('./demanded-factor.tsx')).DemandedFactor }));

const route = getRouteApi('/open/login');
const TRY_AGAIN_MS = 3000;
const TOO_LATE = 'Signing in took too long. Please enter your password again.';

export function LoginPage() {
  const { next } = route.useSearch();
  const enter = useEnter();
  const [due, setDue] = useState<SecondFactorDue | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const signedIn = (user: SessionUser) => enter(user, next ?? '/inquiries');
  const startOver = (reason: string | null) => {
    setDue(null);
    setNote(reason);
  };

  if (due) {
    const Step = due.enrol ? DemandedFactor : SecondFactorStep;
    return (
      <Suspense>
        <Step due={due} onSignedIn={signedIn} onStartOver={() => startOver(null)} onTooLate={() => startOver(TOO_LATE)} />
      </Suspense>
    );
  }
  return (
    <AuthCard title="Login">
      <SignedInNote />
      <ErrorBanner message={note} />
      <PasswordStep
        onAnswer={async (answer) => {
          setNote(null);
          if ('second_factor' in answer) setDue(answer.second_factor);
          else await signedIn(answer.user);
        }}
      />
      <Text size="sm" mt="lg">
        New here?{' '}
        <Anchor component={Link} to="/register" inherit>
          Register
        </Anchor>
      </Text>
    </AuthCard>
  );
}

/** On a development machine whose demo accounts are still being made (docs/product.md 16.5). */
const isStillLoading = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 503 && error.errors[NOFIELD]?.includes('Demo data are still loading.') === true;

function PasswordStep({ onAnswer }: { onAnswer: (answer: Awaited<ReturnType<typeof logIn>>) => Promise<void> }) {
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useSentForm({
    defaultValues: { email: '', password: '' },
    fields: ['email', 'password'],
    fallback: UNKNOWN_ERROR,
    send: logIn,
    failed: async (error) => {
      if (isStillLoading(error)) again.current = setTimeout(sent.submit, TRY_AGAIN_MS);
    },
    done: onAnswer,
  });
  useEffect(() => () => clearTimeout(again.current), []);
  return (
    <SentForm
      sent={sent}
      submitLabel="Login"
      asksBeforeLeaving={false}
      beside={
        <Anchor component={Link} to="/password-reset" size="sm">
          Can't remember?
        </Anchor>
      }
    >
      <TextField form={sent.form} name="email" label="Email" type="email" autoComplete="username webauthn" />
      <PasswordField form={sent.form} name="password" label="Password" autoComplete="current-password" />
    </SentForm>
  );
}
