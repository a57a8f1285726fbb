import { Switch, type SwitchProps } from '@mantine/core';
import { Controller, type FieldValues } from 'react-hook-form';
import { messageOf, type Tied } from './tied-field.ts';

export function SwitchField<Values extends FieldValues>(props: Tied<Values> & Omit<SwitchProps, 'form' | 'name'>) {
  const { form, name, isRequired: _unused, ...rest } = props;
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <Switch
          error={messageOf(props)}
          {...rest}
          ref={field.ref}
          name={field.name}
          checked={field.value}
          onChange={(event) => field.onChange(event.currentTarget.checked)}
          onBlur={field.onBlur}
        />
      )}
    />
  );
}
