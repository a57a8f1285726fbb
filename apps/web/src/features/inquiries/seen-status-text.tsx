import type { InquiryRow } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { seenStatus } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import { Text } from '@mantine/core';
import { browserZone } from '#ui/calendar-date.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';

/** What the payer said of the plan, as far as it may be read now. A doubt about whose answer it is stands out. */
export function SeenStatusText({ row }: { row: InquiryRow }) {
  const seen = seenStatus(row, browserZone());
  if (seen === null) return null;
  if (row.may_be_somebody_else) return <StatusBadge tone={seen.tone}>{seen.label}</StatusBadge>;
  return (
    <Text size="xs" c="dimmed">
      {seen.label}
    </Text>
  );
}
