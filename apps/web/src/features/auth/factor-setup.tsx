import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { PasskeySetup } from './passkey-setup.tsx';
import { hasPasskeySupport } from './passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type Enrolled, startTotp } from './second-factors.queries.ts';

export interface FactorSetupProps {
  /** The factor is there; its recovery codes may still have to be seen. */
  onMade?: () => void;
  onEnrolled: (enrolled: Enrolled) => void;
  onCancel?: () => void;
}

/** Makes a second factor of either kind, and shows the recovery codes where it is the first. */
export function FactorSetup({ onMade, onEnrolled, onCancel }: FactorSetupProps) {
  const [isPasskey, setIsPasskey] = useState(false);
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null);
  const totp = useMutation({ mutationFn: startTotp });
  const finish = (made: Enrolled) => {
    onMade?.();
    if (made.recovery_codes) setEnrolled(made);
    else onEnrolled(made);
  };
  const goBack = () => {
    setIsPasskey(false);
    totp.reset();
  };
  const first = useRef<HTMLButtonElement>(null);
  const isChoosing = !totp.data && !isPasskey;
  // The button that led here, or back here, is gone.
  useEffect(() => {
    if (isChoosing && document.activeElement === document.body) first.current?.focus();
  }, [isChoosing]);
  if (enrolled?.recovery_codes) return <RecoveryCodes codes={enrolled.recovery_codes} onSeen={() => onEnrolled(enrolled)} />;
  if (totp.data) return <AuthenticatorSetup totp={totp.data} onEnrolled={finish} onCancel={goBack} />;
  if (isPasskey) return <PasskeySetup onEnrolled={finish} onCancel={goBack} />;
  return (
    <Stack>
      <ErrorBanner message={totp.isError ? placeErrors(totp.error, [], UNKNOWN_ERROR).banner : null} />
      <Group gap="sm">
        <Button ref={first} variant="default" loading={totp.isPending} onClick={() => totp.mutate()}>
          Authenticator app
        </Button>
        {hasPasskeySupport() && (
          <Button variant="default" onClick={() => setIsPasskey(true)}>
            Passkey
          </Button>
        )}
        {onCancel && (
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </Group>
    </Stack>
  );
}
