import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';

/** A flag as an icon with its word for those who cannot see it. */
export function YesNo({ is, yes = 'Yes', no = 'No' }: { is: boolean; yes?: string; no?: string }) {
  const Sign = is ? IconCheck : IconX;
  return (
    <span title={is ? yes : no}>
      <Sign size={18} aria-hidden color={is ? '#1f7a3d' : '#6b7280'} />
      <VisuallyHidden>{is ? yes : no}</VisuallyHidden>
    </span>
  );
}
