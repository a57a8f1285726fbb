import type { SecondFactor } from '@coverlight/contract/auth/second-factor.schema.ts';
import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { Instant } from '#ui/calendar-date.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { toast } from '#ui/toast.ts';
import { FactorSetup } from './factor-setup.tsx';
import { NewRecoveryCodes } from './new-recovery-codes.tsx';
import { RemoveFactorDialog } from './remove-factor-dialog.tsx';
import { secondFactorsOptions } from './second-factors.queries.ts';

type Step = 'overview' | 'setup' | 'codes';

/** A person's own second factors: see, add, remove, new recovery codes (docs/product.md 13.2). */
export function OwnFactors() {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(secondFactorsOptions);
  const [step, setStep] = useState<Step>('overview');
  const [leaving, setLeaving] = useState<SecondFactor | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: secondFactorsOptions.queryKey });
  const finish = async () => {
    setStep('overview');
    await refresh();
  };

  const factors = data?.second_factors ?? [];
  const addButton = useRef<HTMLButtonElement>(null);
  const isBack = useRef(false);
  // What had the focus went with the step or the dialog.
  useEffect(() => {
    if (step !== 'overview') isBack.current = true;
    else if (isBack.current) {
      isBack.current = false;
      if (document.activeElement === document.body) addButton.current?.focus();
    }
  });
  const isLast = factors.length === 1;
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-labelledby="second-factors">
      <Title order={2} id="second-factors" mb="xs">
        Second factor
      </Title>
      <Text mb="md">Beside your password, something that only you have: an authenticator app or a passkey.</Text>
      {isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={80} />}
      {data && step === 'setup' && (
        <FactorSetup
          onCancel={() => setStep('overview')}
          onEnrolled={() => {
            toast({ kind: 'success', message: 'Your second factor is set up.' });
            void finish();
          }}
        />
      )}
      {data && step === 'codes' && <NewRecoveryCodes onDone={() => void finish()} />}
      {data && step === 'overview' && (
        <>
          {factors.length > 0 ? (
            <DataTable
              label="Second factors"
              columns={factorColumns(data.is_demanded && isLast, setLeaving)}
              rows={factors}
              rowId={(factor) => factor.id}
              rowLabel={(factor) => factor.name}
              empty={null}
            />
          ) : (
            <Text c="dimmed">You have none yet.</Text>
          )}
          {factors.length > 0 && <Text size="sm" mt="sm">{`Recovery codes left: ${data.recovery_codes_left}.`}</Text>}
          <Group gap="sm" mt="md">
            <Button ref={addButton} variant="default" onClick={() => setStep('setup')}>
              Add a second factor
            </Button>
            {factors.length > 0 && (
              <Button variant="default" onClick={() => setStep('codes')}>
                New recovery codes
              </Button>
            )}
          </Group>
        </>
      )}
      {leaving && (
        <RemoveFactorDialog
          factor={leaving}
          isLast={isLast}
          onClose={() => setLeaving(null)}
          onRemoved={() => {
            isBack.current = true;
            setLeaving(null);
            toast({ kind: 'success', message: 'The second factor was removed.' });
            void finish();
          }}
        />
      )}
    </Paper>
  );
}

const factorColumns = (isKept: boolean, onRemove: (factor: SecondFactor) => void): readonly Column<SecondFactor>[] => [
  { id: 'name', header: 'Name', cell: (factor) => factor.name },
  { id: 'kind', header: 'Kind', cell: (factor) => (factor.kind === 'totp' ? 'Authenticator app' : 'Passkey') },
  { id: 'created', header: 'Added', cell: (factor) => <Instant at={factor.created_at} /> },
  { id: 'used', header: 'Last used', cell: (factor) => (factor.last_used_at ? <Instant at={factor.last_used_at} /> : 'Never') },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (factor) =>
      isKept ? (
        <Text size="sm" c="dimmed">
          Your organization asks for one
        </Text>
      ) : (
        <Button size="compact-sm" variant="default" aria-label={`Remove ${factor.name}`} onClick={() => onRemove(factor)}>
          Remove
        </Button>
      ),
  },
];
