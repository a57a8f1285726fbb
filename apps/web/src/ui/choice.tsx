import { NativeSelect } from '@mantine/core';

interface ChoiceProps<Value extends string> {
  label: string;
  data: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** The browser's own list of choices: it opens well on a phone, and a page that is opened all day loads no other. */
export function Choice<Value extends string>({ label, data, value, onChange }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      label={label}
      data={data.map((one) => ({ value: one.value, label: one.label }))}
      value={value}
      onChange={(event) => {
        const chosen = data.find((one) => one.value === event.currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}
