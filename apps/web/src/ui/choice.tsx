import { InputBase } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

export interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  /** Below the options, each under its name. */
  groups?: readonly { name: string; options: readonly Option<Value>[] }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** The browser's own list of choices: it opens well on a phone, and a page that is opened all day loads no other. */
export function Choice<Value extends string>({ label, options, groups = [], value, onChange }: ChoiceProps<Value>) {
  const all = [...options, ...groups.flatMap((group) => group.options)];
  return (
    <InputBase
      component="select"
      label={label}
      value={value}
      pointer
      rightSection={<IconChevronDown size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      onChange={(event) => {
        const chosen = all.find((one) => one.value === event.currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      <Options options={options} />
      {groups.map((group) => (
        <optgroup key={group.name} label={group.name}>
          <Options options={group.options} />
        </optgroup>
      ))}
    </InputBase>
  );
}

function Options({ options }: { options: readonly Option<string>[] }) {
  return options.map((one) => (
    <option key={one.value} value={one.value}>
      {one.label}
    </option>
  ));
}
