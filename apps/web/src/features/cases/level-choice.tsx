import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import { LEVELS_OF_CARE } from '@coverlight/domain/inquiries/coverage/care-levels.ts';
import { Checkbox, Group } from '@mantine/core';

interface LevelChoiceProps {
  label: string;
  description?: string;
  value: readonly CareLevelKey[];
  onChange: (levels: CareLevelKey[]) => void;
  error?: string | undefined;
}

/** In the order of care, whatever the order of choosing. */
export function LevelChoice({ label, description, value, onChange, error }: LevelChoiceProps) {
  const choose = (next: string[]) => onChange(LEVELS_OF_CARE.map(({ key }) => key).filter((key) => next.includes(key)));
  return (
    <Checkbox.Group label={label} description={description} value={[...value]} onChange={choose} error={error}>
      <Group gap="6px 18px" mt={4}>
        {LEVELS_OF_CARE.map(({ key, name }) => (
          <Checkbox key={key} value={key} label={name} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
