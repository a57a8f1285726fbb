import { type FieldOf, FORM_FIELDS, type FormField, type FormFieldKind, labelOfField } from '@coverlight/contract/inquiries/form-fields.ts';
import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { RELATIONSHIP_OPTIONS } from '@coverlight/domain/payers/default-schema.ts';
import type { ReactElement } from 'react';
import { PasswordInput, Select, TextInput } from '@mantine/core';
import { Controller, type ControllerFieldState, type ControllerRenderProps, useFormContext, useWatch } from 'react-hook-form';
import { completedDate, dateMask, ssnMask } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';
import { WithHelp } from '#ui/help-mark.tsx';
import { AsOfDateField } from './as-of-date-field.tsx';
import { CareField } from './care-field.tsx';
import { FIELD_HELP } from './field-help.ts';
import type { InquiryFormValues } from './form-values.ts';
import { fieldOf, isRequired, localToday } from './schema-rules.ts';

/** Where the payer offers none of its own. */
const CHOICES: Record<FieldOf<'choice'>, readonly { id: string; name: string }[]> = {
  patientGender: [
    { id: 'F', name: 'Female' },
    { id: 'M', name: 'Male' },
  ],
  subscriberRelationship: RELATIONSHIP_OPTIONS,
};
const SSN_NOTE = 'Not kept: a draft or copy never holds it.';

/** A field that an error named although the payer's schema has none of its own. */
const bareField = (name: FormField): PayerField => ({
  name,
  label: labelOfField(name),
  allowed: true,
  required: false,
  pattern: null,
  maxLength: null,
  min: null,
  options: [],
  multiple: false,
  max_options: null,
});

/** What is known of the payer beside its schema. */
interface AskedPayer {
  name: string;
  silentServices: readonly string[];
}

interface FieldView {
  name: FormField;
  payer: AskedPayer;
  field: PayerField;
  isRequired: boolean;
  props: ControllerRenderProps<InquiryFormValues, FormField>;
  error: string | undefined;
}

/** One field of the payer's schema, drawn as its kind needs. */
export function SchemaField(props: {
  name: FormField;
  schema: PayerSchema;
  payer: AskedPayer;
  validate: (name: FormField) => string | true;
}) {
  const { name, schema, payer, validate } = props;
  const { control } = useFormContext<InquiryFormValues>();
  const combo = useWatch({ control, name: 'combo' });
  const field = fieldOf(schema, name) ?? bareField(name);
  const view = (render: { field: FieldView['props']; fieldState: ControllerFieldState }): FieldView => ({
    name,
    field,
    payer,
    isRequired: isRequired(schema, name, combo),
    props: render.field,
    error: render.fieldState.error?.message,
  });
  return (
    <Controller
      control={control}
      name={name}
      rules={{ validate: () => validate(name) }}
      render={(render) => <WithHelp help={FIELD_HELP[name]}>{DRAW[FORM_FIELDS[name].kind](view(render))}</WithHelp>}
    />
  );
}

const DRAW: Record<FormFieldKind, (view: FieldView) => ReactElement> = {
  text: drawText,
  'birth-date': drawBirthDate,
  'as-of-date': drawAsOfDate,
  choice: (view) => drawChoice(view, CHOICES[view.name as FieldOf<'choice'>]),
  'service-types': drawServiceType,
  ssn: drawSsn,
};

const textOf = (value: string | string[]) => (typeof value === 'string' ? value : '');
const base = ({ field, isRequired: withAsterisk, props, error }: FieldView) => ({
  ref: props.ref,
  label: field.label,
  withAsterisk,
  error,
  onBlur: props.onBlur,
  onChange: props.onChange,
  value: textOf(props.value),
});

/** With the year written out once the typing is over. */
function dateBase(view: FieldView) {
  const { onBlur, ...rest } = base(view);
  const complete = () => {
    const meant = completedDate(rest.value, localToday(new Date()));
    if (meant !== rest.value) rest.onChange(meant);
    onBlur();
  };
  return { ...rest, onBlur: complete };
}

function drawBirthDate(view: FieldView) {
  return <DigitsInput {...dateBase(view)} mask={dateMask} placeholder="MM/DD/YYYY" />;
}

function drawAsOfDate(view: FieldView) {
  const { withAsterisk: _none, ...rest } = dateBase(view);
  return <AsOfDateField {...rest} />;
}

function drawServiceType({ field, payer, isRequired: required, props, error }: FieldView) {
  const value = Array.isArray(props.value) ? props.value : [];
  return (
    <CareField
      field={field}
      payerName={payer.name}
      silentServices={payer.silentServices}
      value={value}
      onChange={props.onChange}
      onBlur={props.onBlur}
      error={error}
      isRequired={required}
      ref={props.ref}
    />
  );
}

function drawSsn(view: FieldView) {
  const { value, onChange, ...rest } = base(view);
  return (
    <PasswordInput
      {...rest}
      description={SSN_NOTE}
      inputMode="numeric"
      autoComplete="off"
      value={ssnMask.format(value)}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\D/g, '').slice(0, ssnMask.length))}
    />
  );
}

function drawChoice(view: FieldView, fallback: readonly { id: string; name: string }[]) {
  const { value, onChange, ...rest } = base(view);
  const options = view.field.options.length > 0 ? view.field.options : fallback;
  return (
    <Select
      {...rest}
      data={options.map((option) => ({ value: option.id, label: option.name }))}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
      clearable
      searchable={options.length > 8}
    />
  );
}

function drawText(view: FieldView) {
  if (view.field.options.length > 0) return drawChoice(view, []);
  const { maxLength } = view.field;
  return <TextInput {...base(view)} autoComplete="off" spellCheck={false} {...(maxLength === null ? {} : { maxLength })} />;
}
