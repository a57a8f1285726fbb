import { Checkbox, Stack } from '@mantine/core';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { dateMask } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';

export interface AsOfDateFieldProps {
  label: string;
  /** Digits MMDDYYYY; '' is today. */
  value: string;
  onChange: (digits: string) => void;
  onBlur: () => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

/** The day the coverage is asked for. 'As Of Today' is preset and clears the date; typing one lifts it. */
export function AsOfDateField({ label, value, onChange, onBlur, error, ref }: AsOfDateFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [wantsDate, setWantsDate] = useState(false);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current);
  const isToday = value === '' && !wantsDate;
  const toggle = (checked: boolean) => {
    setWantsDate(!checked);
    if (checked) onChange('');
    else input.current?.focus();
  };
  return (
    <Stack gap={6}>
      <DigitsInput
        ref={input}
        label={label}
        mask={dateMask}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        error={error}
        placeholder="MM/DD/YYYY"
      />
      <Checkbox label="As Of Today" checked={isToday} onChange={(event) => toggle(event.currentTarget.checked)} />
    </Stack>
  );
}
