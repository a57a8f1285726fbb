import { TextInput } from '@mantine/core';
import type { Path, UseFormReturn } from 'react-hook-form';
import { messageOf, rulesFor } from '#ui/tied-field.ts';
import { type EstimateValues, isDollars } from './estimate-values.ts';

interface AmountFieldProps {
  form: UseFormReturn<EstimateValues>;
  name: Path<EstimateValues>;
  label: string;
  isRequired?: boolean;
  /** What is wrong with what was typed; dollars if absent. */
  check?: (typed: string) => string | null;
}

const dollarFault = (typed: string) => (isDollars(typed) ? null : 'Please enter dollars such as 150.00.');

/** An amount as text: it is never rounded. */
export function AmountField({ form, name, label, isRequired = false, check = dollarFault }: AmountFieldProps) {
  const validate = (typed: unknown) => (typeof typed !== 'string' || typed.trim() === '' ? true : (check(typed) ?? true));
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      maxLength={14}
      required={isRequired}
      withAsterisk={false}
      error={messageOf({ form, name })}
      {...form.register(name, { ...rulesFor(isRequired), validate })}
    />
  );
}
