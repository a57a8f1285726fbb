/** Fields of plain forms, tied to a form and to the server's words about them. */
import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';
import type { FieldValues } from 'react-hook-form';
import { messageOf, rulesFor, type Tied } from './tied-field.ts';

export function TextField<Values extends FieldValues>(props: Tied<Values> & Omit<TextInputProps, 'form' | 'name'>) {
  const { form, name, isRequired = true, ...rest } = props;
  return (
    <TextInput
      required={isRequired}
      withAsterisk={false}
      error={messageOf(props)}
      {...rest}
      {...form.register(name, rulesFor(isRequired))}
    />
  );
}

export function PasswordField<Values extends FieldValues>(props: Tied<Values> & Omit<PasswordInputProps, 'form' | 'name'>) {
  const { form, name, isRequired = true, ...rest } = props;
  return (
    <PasswordInput
      required={isRequired}
      withAsterisk={false}
      error={messageOf(props)}
      {...rest}
      {...form.register(name, rulesFor(isRequired))}
    />
  );
}
