import { Button, Group, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { optionsOf } from '#features/payers/payer-options.ts';
import { PayerSelect } from '#features/payers/payer-select.tsx';
import { payersOptions } from '#features/payers/payers.queries.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';

const NOBODY = { payerId: '', childId: '' };

/** Payers that a rule is about, added one by one; none narrows nothing. */
export function RulePayers({ chosen, onChange }: { chosen: readonly string[]; onChange: (ids: string[]) => void }) {
  const payers = useQuery(payersOptions);
  if (payers.isError) return <ErrorBanner message={LIST_ERROR} onRetry={() => void payers.refetch()} />;
  if (!payers.data) return null;
  const names = new Map(optionsOf(payers.data).map(({ key, label }) => [key, label]));
  return (
    <Stack gap="xs">
      <PayerSelect
        // Empty again after each.
        key={chosen.length}
        label="Add a payer"
        isRequired={false}
        payers={payers.data}
        value={NOBODY}
        onChange={({ payerId, childId }) => onChange([...new Set([...chosen, childId || payerId])])}
      />
      {chosen.length === 0 ? (
        <Text size="sm" c="dimmed">
          Every payer
        </Text>
      ) : (
        <Group gap="xs">
          {chosen.map((id) => (
            <Button
              key={id}
              size="compact-sm"
              variant="default"
              rightSection={<IconX size={14} aria-hidden />}
              aria-label={`${names.get(id) ?? 'Payer'}: remove`}
              onClick={() => onChange(chosen.filter((one) => one !== id))}
            >
              {names.get(id) ?? 'Payer'}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
