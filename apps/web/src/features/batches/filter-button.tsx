import { Button } from '@mantine/core';
import { inGroups } from './batch-words.ts';

/** Which rows of a list are shown, with how many there are. */
export function FilterButton({ label, count, isOn, onClick }: { label: string; count: number; isOn: boolean; onClick: () => void }) {
  return (
    <Button size="compact-sm" variant={isOn ? 'filled' : 'default'} aria-pressed={isOn} onClick={onClick}>
      {`${label} ${inGroups(count)}`}
    </Button>
  );
}
