import { Radio, Stack } from '@mantine/core';
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { LEVELS } from './levels.ts';

/** Chooses a member's level, each with what it means. */
export function LevelField<Values extends FieldValues & { level: string }>(props: {
  form: UseFormReturn<Values>;
  /** Why it cannot be changed. */
  lockedBecause?: string | undefined;
}) {
  const { form, lockedBecause } = props;
  return (
    <Controller
      control={form.control}
      name={'level' as Path<Values>}
      render={({ field, fieldState }) => (
        <Radio.Group
          label="Level"
          description={lockedBecause}
          name={field.name}
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
        >
          <Stack gap="xs" mt="xs">
            {LEVELS.map((level, index) => (
              <Radio
                key={level.value}
                value={level.value}
                label={level.label}
                description={level.description}
                disabled={lockedBecause !== undefined}
                {...(index === 0 ? { ref: field.ref } : {})}
                onBlur={field.onBlur}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    />
  );
}
