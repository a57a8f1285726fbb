import type { AdminPayer, PayerSource } from '@coverlight/contract/admin/admin-payer.schema.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '#ui/fields.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { TwoColumns } from '#ui/two-columns.tsx';
import { lockedBecause } from './payer-switches.ts';
import type { PayerValues } from './payer-values.ts';

interface SourcesFieldsProps {
  payer: AdminPayer;
  form: UseFormReturn<PayerValues>;
  /** Clearinghouses in the order in which they are asked. */
  order: readonly string[];
  onOrder: (order: string[]) => void;
}

/** What is known of the payer at each clearinghouse, and which is asked first (docs/product.md 11.3, 15.2). */
export function PayerSourcesFields({ payer, form, order, onOrder }: SourcesFieldsProps) {
  const shown = order.flatMap((id) => payer.sources.find(({ clearinghouse }) => clearinghouse === id) ?? []);
  return (
    <Stack gap="lg">
      {shown.length > 1 && (
        <Text size="sm">They are asked in this order, the next one where the one before declares that it has no answer.</Text>
      )}
      {shown.map((source, place) => (
        <SourceFields
          key={source.clearinghouse}
          source={source}
          form={form}
          onFirst={
            place === 0
              ? null
              : () => onOrder([source.clearinghouse, ...order.filter((clearinghouse) => clearinghouse !== source.clearinghouse)])
          }
        />
      ))}
    </Stack>
  );
}

function SourceFields({ source, form, onFirst }: { source: PayerSource; form: UseFormReturn<PayerValues>; onFirst: (() => void) | null }) {
  const { clearinghouse, clearinghouse_name: name } = source;
  const at = form.getValues('sources').findIndex((values) => values.clearinghouse === clearinghouse);
  if (at === -1) return null;
  const locked = lockedBecause(source);
  return (
    <Stack gap="xs" role="group" aria-label={name}>
      <TwoColumns>
        <TextField form={form} name={`sources.${at}.code`} label={`${name} code`} isRequired={false} autoComplete="off" />
        <TextField
          form={form}
          name={`sources.${at}.typed_name`}
          label={`Name for ${name}`}
          description={source.name === null ? 'Not listed there' : `Listed there as ${source.name}`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          isRequired={false}
          autoComplete="off"
        />
      </TwoColumns>
      <Group justify="space-between">
        <SwitchField
          form={form}
          name={`sources.${at}.is_active`}
          label={`Asked through ${name}`}
          description={locked}
          disabled={locked !== undefined}
        />
        {onFirst !== null && (
          <Button variant="default" size="xs" onClick={onFirst}>
            {`Ask ${name} first`}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
