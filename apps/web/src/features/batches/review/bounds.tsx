import { REUSE_DAYS, type Batch } from '@coverlight/contract/batches/batch.schema.ts';
import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { Choice, type Option } from '#ui/choice.tsx';
import { useUpdateBatch } from '../batches.queries.ts';

const REUSE: readonly Option<string>[] = REUSE_DAYS.map((days) => ({
  value: String(days),
  label: days === 0 ? 'Ask everybody' : days === 1 ? 'Of the last day' : `Of the last ${days} days`,
}));
const MOST = 1_000_000;

/** The number; null where nothing is typed. Undefined where it is none. */
function ceilingOf(typed: string): number | null | undefined {
  const digits = typed.trim().replaceAll(',', '');
  if (digits === '') return null;
  return /^\d{1,7}$/.test(digits) && Number(digits) <= MOST ? Number(digits) : undefined;
}

/** How many checks at most, and which answers stand in for a new one. Each change is kept at once, and the sentence above follows. */
export function Bounds({ batch }: { batch: Batch }) {
  const update = useUpdateBatch(batch.id);
  const [typed, setTyped] = useState(batch.ceiling === null ? '' : String(batch.ceiling));
  const refused = update.error === null ? null : placeErrors(update.error, ['ceiling', 'reuse_days'], UNKNOWN_ERROR);
  const ceiling = ceilingOf(typed);
  const keepCeiling = () => {
    if (ceiling !== undefined && ceiling !== batch.ceiling) update.mutate({ ceiling });
  };
  return (
    <Group align="flex-start" gap="md">
      <TextInput
        label="At most so many checks"
        placeholder="No bound"
        inputMode="numeric"
        autoComplete="off"
        w={220}
        value={typed}
        error={ceiling === undefined ? `Please enter a number up to ${MOST.toLocaleString('en-US')}.` : refused?.fields.ceiling}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={keepCeiling}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) keepCeiling();
        }}
      />
      {batch.started_at === null && (
        <Choice
          label="Answers that are reused"
          options={REUSE}
          value={String(batch.reuse_days)}
          onChange={(value) => {
            const days = REUSE_DAYS.find((one) => String(one) === value);
            if (days !== undefined) update.mutate({ reuse_days: days });
          }}
        />
      )}
      {refused?.banner && (
        <p role="alert" style={{ color: 'var(--mantine-color-error)' }}>
          {refused.banner}
        </p>
      )}
    </Group>
  );
}
