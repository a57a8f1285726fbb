import type { InquiryRow } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { seenStatus } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import { changeLabel } from '@coverlight/domain/changes/changes-sentence.ts';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { browserZone } from '#ui/calendar-date.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { HANDLED_ELSEWHERE, OTHER_PAYER_FIRST } from './list-choices.ts';

/** What the payer said of the plan, as far as it may be read now, with its marks. `otherwise`: where there is no answer to tell of. */
export function SeenStatus({ row, otherwise = null }: { row: InquiryRow; otherwise?: ReactNode }) {
  const seen = seenStatus(row, browserZone());
  if (seen === null) return otherwise;
  // Of an answer that is out of date, or perhaps somebody else's, nothing stands out.
  const tone = row.status === 'expired' || row.may_be_somebody_else ? 'neutral' : 'warning';
  return (
    <Group gap={4}>
      <StatusBadge tone={seen.tone}>{seen.label}</StatusBadge>
      {row.is_handled_elsewhere && <StatusBadge tone={tone}>{HANDLED_ELSEWHERE}</StatusBadge>}
      {row.is_other_payer_first && <StatusBadge tone={tone}>{OTHER_PAYER_FIRST}</StatusBadge>}
      <Changed row={row} />
    </Group>
  );
}

/** The gravest of what is new since the answer before, unless all went on as usual. */
function Changed({ row: { changes, status, may_be_somebody_else: isSomebodyElse } }: { row: InquiryRow }) {
  const [gravest] = changes?.codes ?? [];
  if (!changes || gravest === undefined || changes.gravest === null || changes.gravest === 'info' || isSomebodyElse) return null;
  const tone = status === 'expired' ? 'neutral' : changes.gravest === 'urgent' ? 'danger' : 'warning';
  return <StatusBadge tone={tone} icon="change">{`Changed: ${changeLabel(gravest)}`}</StatusBadge>;
}
