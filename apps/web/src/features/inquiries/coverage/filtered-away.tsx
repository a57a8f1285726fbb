import { FILTERED_AWAY } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import { Text } from '@mantine/core';

/** Where the payer did state something that the filters hide (docs/product.md 2.9.5). */
export function FilteredAway() {
  return (
    <Text span c="dimmed" size="sm" fs="italic">
      {FILTERED_AWAY}
    </Text>
  );
}
