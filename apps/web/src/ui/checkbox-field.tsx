import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { messageOf, rulesFor, type Tied } from './tied-field.ts';

export function CheckboxField<Values extends FieldValues>(props: Tied<Values> & { label: ReactNode }) {
  const { form, name, label, isRequired = true } = props;
  return (
    <Checkbox
      label={label}
      error={messageOf(props)}
      {...form.register(name, rulesFor(isRequired))}
      // Mantine ties the words to the box only in wrappers of its own.
      aria-invalid={messageOf(props) !== undefined}
    />
  );
}
