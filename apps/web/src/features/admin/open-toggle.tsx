import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';

/** Opens and closes the row below a row. */
export function OpenToggle({ name, isOpen, onToggle }: { name: string; isOpen: boolean; onToggle: (isOpen: boolean) => void }) {
  const Sign = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <ActionIcon variant="subtle" size="sm" aria-label={name} aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
      <Sign size={16} aria-hidden />
    </ActionIcon>
  );
}
