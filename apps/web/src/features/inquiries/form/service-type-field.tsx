import type { PayerField } from '@coverlight/contract/payers/payer.schema.ts';
import { MultiSelect, Select } from '@mantine/core';
import { serviceTypeLabel } from './schema-rules.ts';

interface ServiceTypeFieldProps {
  field: PayerField;
  value: string[];
  onChange: (codes: string[]) => void;
  onBlur: () => void;
  error: string | undefined;
  isRequired: boolean;
}

/** What kind of care is asked about: one or several, as the payer takes it. */
export function ServiceTypeField({ field, value, onChange, onBlur, error, isRequired }: ServiceTypeFieldProps) {
  const options = field.options.map((option) => ({ value: option.id, label: option.name }));
  const known = new Set(field.options.map((option) => option.id));
  const chosen = value.filter((code) => known.has(code));
  const rest = {
    label: serviceTypeLabel(field),
    data: options,
    searchable: true,
    selectFirstOptionOnChange: true,
    error,
    onBlur,
    withAsterisk: isRequired,
  };
  if (!field.multiple) {
    return <Select {...rest} value={chosen[0] ?? null} onChange={(code) => onChange(code === null ? [] : [code])} clearable />;
  }
  return (
    <MultiSelect
      {...rest}
      value={chosen}
      onChange={onChange}
      {...(field.max_options === null ? {} : { maxValues: field.max_options })}
      hidePickedOptions
      placeholder={chosen.length === 0 ? 'Choose' : ''}
    />
  );
}
