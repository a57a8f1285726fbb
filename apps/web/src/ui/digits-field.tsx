import type { ReactNode } from 'react';
import { Controller, type FieldValues } from 'react-hook-form';
import type { DigitMask } from './digit-mask.ts';
import { DigitsInput } from './digits-input.tsx';
import { rulesFor, type Tied } from './tied-field.ts';

/** Its value is the digits alone. `check` answers what is wrong with them, or null. */
export function DigitsField<Values extends FieldValues>(
  props: Tied<Values> & {
    mask: DigitMask;
    label: string;
    check: (digits: string) => string | null;
    description?: ReactNode;
    autoComplete?: string;
    /** Of what is shown, separators included. */
    maxLength?: number;
  },
) {
  const { form, name, mask, label, check, description, autoComplete = 'off', maxLength, isRequired = true } = props;
  return (
    <Controller
      control={form.control}
      name={name}
      rules={{ ...rulesFor(isRequired), validate: (digits: string) => (digits === '' ? true : (check(digits) ?? true)) }}
      render={({ field, fieldState }) => (
        <DigitsInput
          ref={field.ref}
          name={field.name}
          mask={mask}
          label={label}
          description={description}
          required={isRequired}
          withAsterisk={false}
          autoComplete={autoComplete}
          maxLength={maxLength}
          value={field.value}
          onChange={(digits) => field.onChange(digits)}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
