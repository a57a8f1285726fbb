import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { TextField } from '#ui/fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import classes from './second-factor.module.css';
import { QrCode } from './qr-code.tsx';
import { confirmTotp, type Enrolled } from './second-factors.queries.ts';

/** Scan or type the secret, then prove that the app has it. */
export function AuthenticatorSetup(props: {
  totp: { secret: string; otpauth_url: string };
  onEnrolled: (enrolled: Enrolled) => void;
  onCancel: () => void;
}) {
  const { totp, onEnrolled, onCancel } = props;
  const sent = useSentForm({
    defaultValues: { code: '' },
    fields: ['code'],
    fallback: UNKNOWN_ERROR,
    send: ({ code }) => confirmTotp(code),
    done: onEnrolled,
  });
  return (
    <Stack>
      <Text>1. Scan this with your authenticator app, or type the secret into it.</Text>
      <QrCode text={totp.otpauth_url} label="Square to scan with the authenticator app" />
      <Group gap="sm">
        <code className={classes.secret}>{(totp.secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
        <CopyButton value={totp.secret}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy the secret'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text>2. Enter the 6 digits that the app shows then.</Text>
      <SentForm
        sent={sent}
        submitLabel="Confirm"
        asksBeforeLeaving={false}
        beside={
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        }
      >
        <TextField form={sent.form} name="code" label="Code" inputMode="numeric" autoComplete="one-time-code" maxLength={10} maw={200} />
      </SentForm>
    </Stack>
  );
}
