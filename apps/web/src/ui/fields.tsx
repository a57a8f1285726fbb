/** Fields of plain forms, tied to a form and to the server's words about them. */
import { Checkbox, PasswordInput, type PasswordInputProps, Switch, type SwitchProps, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import { REQUIRED } from '#lib/use-sent-form.ts';
import type { DigitMask } from './digit-mask.ts';
import { DigitsInput } from './digits-input.tsx';

interface Tied<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  name: Path<Values>;
  isRequired?: boolean;
}
const rulesFor = (isRequired: boolean) => (isRequired ? { required: REQUIRED } : {});

function messageOf<Values extends FieldValues>({ form, name }: Tied<Values>): string | undefined {
  const message: unknown = (get(form.formState.errors, name) as { message?: unknown } | undefined)?.message;
  return typeof message === 'string' ? message : undefined;
}

export function TextField<Values extends FieldValues>(props: Tied<Values> & Omit<TextInputProps, 'form' | 'name'>) {
  const { form, name, isRequired = true, ...rest } = props;
  return <TextInput required={isRequired} error={messageOf(props)} {...rest} {...form.register(name, rulesFor(isRequired))} />;
}

export function PasswordField<Values extends FieldValues>(props: Tied<Values> & Omit<PasswordInputProps, 'form' | 'name'>) {
  const { form, name, isRequired = true, ...rest } = props;
  return <PasswordInput required={isRequired} error={messageOf(props)} {...rest} {...form.register(name, rulesFor(isRequired))} />;
}

/** Its value is the digits alone. `check` answers what is wrong with them, or null. */
export function DigitsField<Values extends FieldValues>(
  props: Tied<Values> & {
    mask: DigitMask;
    label: string;
    check: (digits: string) => string | null;
    description?: ReactNode;
    autoComplete?: string;
  },
) {
  const { form, name, mask, label, check, description, autoComplete = 'off', isRequired = true } = props;
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
          autoComplete={autoComplete}
          value={field.value}
          onChange={(digits) => field.onChange(digits)}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

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
