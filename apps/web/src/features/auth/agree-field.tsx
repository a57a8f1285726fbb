import { Anchor } from '@mantine/core';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { CheckboxField } from '#ui/checkbox-field.tsx';

/** The terms open in a tab of their own: what was typed stays. */
export function AgreeField<Values extends FieldValues & { agree: boolean }>({ form }: { form: UseFormReturn<Values> }) {
  return (
    <CheckboxField
      form={form}
      name={'agree' as Path<Values>}
      label={
        <>
          I agree to the{' '}
          <Anchor href="/terms" target="_blank" rel="noopener" inherit>
            Terms and Conditions
          </Anchor>
        </>
      }
    />
  );
}
