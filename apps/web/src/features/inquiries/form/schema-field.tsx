import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import type { ReactElement } from 'react';
import { PasswordInput, Select, TextInput } from '@mantine/core';
import { Controller, type ControllerFieldState, type ControllerRenderProps, useFormContext, useWatch } from 'react-hook-form';
import { dateMask, ssnMask } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';
import { AsOfDateField } from './as-of-date-field.tsx';
import type { InquiryFormValues, SchemaFieldName } from './form-values.ts';
import { fieldOf, isRequired } from './schema-rules.ts';
import { ServiceTypeField } from './service-type-field.tsx';

const RELATIONSHIPS = [
  { id: '18', name: 'Self' },
  { id: '01', name: 'Spouse' },
  { id: '19', name: 'Child' },
  { id: '20', name: 'Employee' },
];
const GENDERS = [
  { id: 'F', name: 'Female' },
  { id: 'M', name: 'Male' },
];
const SSN_NOTE = 'Not kept: a draft or copy never holds it.';

/** A field that an error named although the payer's schema has none of its own. */
const bareField = (name: SchemaFieldName): PayerField => ({
  name,
  label: LABELS[name],
  allowed: true,
  required: false,
  pattern: null,
  maxLength: null,
  min: null,
  options: [],
  multiple: false,
  max_options: null,
});
const LABELS: Record<SchemaFieldName, string> = {
  memberId: 'Member ID',
  patientBirthDate: 'Birth date',
  patientFirstName: 'First name',
  patientLastName: 'Last name',
  patientSuffix: 'Suffix',
  patientGender: 'Gender',
  subscriberRelationship: 'Relationship to subscriber',
  groupNumber: 'Group number',
  patientSSN: 'Social security number',
  asOfDate: 'As of date',
  serviceType: 'Service type',
  submitterId: 'Submitter ID',
};

interface FieldView {
  name: SchemaFieldName;
  field: PayerField;
  isRequired: boolean;
  props: ControllerRenderProps<InquiryFormValues, SchemaFieldName>;
  error: string | undefined;
}

/** One field of the payer's schema, drawn as its kind needs. */
export function SchemaField(props: { name: SchemaFieldName; schema: PayerSchema; validate: (name: SchemaFieldName) => string | true }) {
  const { name, schema, validate } = props;
  const { control } = useFormContext<InquiryFormValues>();
  const combo = useWatch({ control, name: 'combo' });
  const field = fieldOf(schema, name) ?? bareField(name);
  const view = (render: { field: FieldView['props']; fieldState: ControllerFieldState }): FieldView => ({
    name,
    field,
    isRequired: isRequired(schema, name, combo),
    props: render.field,
    error: render.fieldState.error?.message,
  });
  return (
    <Controller control={control} name={name} rules={{ validate: () => validate(name) }} render={(render) => DRAW[name](view(render))} />
  );
}

const DRAW: Record<SchemaFieldName, (view: FieldView) => ReactElement> = {
  memberId: drawText,
  patientBirthDate: drawBirthDate,
  patientFirstName: drawText,
  patientLastName: drawText,
  patientSuffix: drawText,
  patientGender: (view) => drawChoice(view, GENDERS),
  subscriberRelationship: (view) => drawChoice(view, RELATIONSHIPS),
  groupNumber: drawText,
  patientSSN: drawSsn,
  asOfDate: drawAsOfDate,
  serviceType: drawServiceType,
  submitterId: drawText,
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

function drawBirthDate(view: FieldView) {
  return <DigitsInput {...base(view)} mask={dateMask} placeholder="MM/DD/YYYY" />;
}

function drawAsOfDate(view: FieldView) {
  const { withAsterisk: _none, ...rest } = base(view);
  return <AsOfDateField {...rest} />;
}

function drawServiceType({ field, isRequired: required, props, error }: FieldView) {
  const value = Array.isArray(props.value) ? props.value : [];
  return (
    <ServiceTypeField
      field={field}
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
