import type { SecondFactorDue } from '@coverlight/contract/auth/second-factor.schema.ts';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isSignedOut, placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { pageSettings } from '#lib/page-settings.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { TextField } from '#ui/fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { AuthCard } from './auth-card.tsx';
import { giveSecondFactor } from './auth.queries.ts';
import { hasPasskeySupport, takePasskey } from './passkey.ts';

type CodeMethod = 'totp' | 'recovery_code';
const NO_PASSKEY = 'The passkey was not given. Try again, or choose another way.';

const WORDS: Record<CodeMethod, { label: string; description: string; other: string }> = {
  totp: { label: 'Code', description: 'The 6 digits that your authenticator app shows now.', other: 'Use the authenticator app' },
  recovery_code: {
    label: 'Recovery code',
    description: 'One of the codes that you saved. Each works once.',
    other: 'Use a recovery code',
  },
};

export interface SecondFactorStepProps {
  due: SecondFactorDue;
  onSignedIn: (user: SessionUser) => Promise<void>;
  onStartOver: () => void;
  /** The password was given too long ago. */
  onTooLate: () => void;
}

/** What follows the right password where a second factor is due (docs/product.md 13.2). */
export function SecondFactorStep(props: SecondFactorStepProps) {
  const { due, onStartOver } = props;
  const codeMethods = due.methods.filter((method) => method !== 'passkey');
  const [method, setMethod] = useState<CodeMethod | undefined>(codeMethods[0]);
  const others = codeMethods.filter((other) => other !== method);
  return (
    <AuthCard title="Second step" takesFocus={method === undefined}>
      <Stack>
        {due.passkey_options && hasPasskeySupport() && <PasskeyButton {...props} options={due.passkey_options} />}
        {method && <CodeForm key={method} method={method} {...props} />}
        <Group gap="md">
          {others.map((other) => (
            <Anchor key={other} component="button" type="button" size="sm" onClick={() => setMethod(other)}>
              {WORDS[other].other}
            </Anchor>
          ))}
          <Anchor component="button" type="button" size="sm" onClick={onStartOver}>
            Start over
          </Anchor>
        </Group>
        <Text size="sm" c="dimmed">
          Lost your second factor? Ask your manager to reset it. Managers write to{' '}
          <Anchor href={`mailto:${pageSettings.supportEmail}`} inherit>
            {pageSettings.supportEmail}
          </Anchor>
          .
        </Text>
      </Stack>
    </AuthCard>
  );
}

function PasskeyButton(props: SecondFactorStepProps & { options: NonNullable<SecondFactorDue['passkey_options']> }) {
  const { options, onSignedIn, onTooLate, onStartOver } = props;
  const given = useMutation({
    mutationFn: async () => {
      const credential = await takePasskey(options);
      return credential && (await giveSecondFactor({ method: 'passkey', credential }));
    },
    onSuccess: (reply) => (reply ? onSignedIn(reply.user) : undefined),
    onError: (error) => (isSignedOut(error) ? onTooLate() : undefined),
  });
  if (given.isError) {
    // What was asked of the passkey can be answered once; another try needs another question.
    return <ErrorBanner message={placeErrors(given.error, [], UNKNOWN_ERROR).banner} onRetry={onStartOver} />;
  }
  return (
    <div>
      <ErrorBanner message={given.isSuccess && given.data === null ? NO_PASSKEY : null} />
      <Button fullWidth loading={given.isPending} onClick={() => given.mutate()}>
        Use a passkey
      </Button>
    </div>
  );
}

function CodeForm({ method, onSignedIn, onTooLate }: SecondFactorStepProps & { method: CodeMethod }) {
  const sent = useSentForm({
    defaultValues: { code: '' },
    fields: ['code'],
    fallback: UNKNOWN_ERROR,
    send: ({ code }) =>
      giveSecondFactor({ method, code }).catch((error: unknown) => {
        if (isSignedOut(error)) return null;
        throw error;
      }),
    done: (reply) => (reply ? onSignedIn(reply.user) : onTooLate()),
  });
  return (
    <SentForm sent={sent} submitLabel="Continue" asksBeforeLeaving={false}>
      <TextField
        form={sent.form}
        name="code"
        label={WORDS[method].label}
        description={WORDS[method].description}
        autoComplete="one-time-code"
        {...(method === 'totp' ? { inputMode: 'numeric' as const, maxLength: 10 } : { autoCapitalize: 'none', spellCheck: false })}
      />
    </SentForm>
  );
}
