import type { Payer } from '@coverlight/contract/payers/payer.schema.ts';
import { Select } from '@mantine/core';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { PayerSelect } from '#features/payers/payer-select.tsx';
import type { InquiryFormValues } from './form-values.ts';

/** The payer and, where it is a group, the plan of it. `needsPlan` tells at validation whether the plan must be there. */
export function PayerFields(props: {
  payers: readonly Payer[];
  /** A name to look for while no payer is chosen. */
  wanted?: string;
  needsPlan: () => boolean;
  onPayerChange: () => void;
}) {
  const { payers, wanted, needsPlan, onPayerChange } = props;
  const { control, setValue } = useFormContext<InquiryFormValues>();
  const [payerId, childId] = useWatch({ control, name: ['payer_id', 'child_id'] });
  const group = payers.find((payer) => payer.id === payerId && payer.is_group);
  return (
    <>
      <Controller
        control={control}
        name="payer_id"
        rules={{ required: 'Please choose a payer.' }}
        render={({ field, fieldState }) => (
          <PayerSelect
            ref={field.ref}
            payers={payers}
            {...(wanted !== undefined && payerId === '' ? { wanted } : {})}
            value={{ payerId, childId }}
            onChange={(choice) => {
              if (choice.payerId !== payerId) onPayerChange();
              field.onChange(choice.payerId);
              setValue('child_id', choice.childId, { shouldDirty: true });
            }}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      {group && (
        <Controller
          control={control}
          name="child_id"
          rules={{ validate: (value) => value !== '' || !needsPlan() || 'Please choose the plan.' }}
          render={({ field, fieldState }) => (
            <Select
              ref={field.ref}
              label="Plan"
              withAsterisk
              description="The start of the member ID may choose it for you."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={group.children.map((child) => ({ value: child.id, label: child.name }))}
              value={field.value === '' ? null : field.value}
              onChange={(value) => field.onChange(value ?? '')}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
              searchable={group.children.length > 8}
              clearable
            />
          )}
        />
      )}
    </>
  );
}
