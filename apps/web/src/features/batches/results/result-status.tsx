import type { BatchRow } from '@coverlight/contract/batches/batch.schema.ts';
import { seenStatus } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import { HANDLED_ELSEWHERE, OTHER_PAYER_FIRST } from '#features/inquiries/list-choices.ts';
import { InquiryStatusBadge } from '#features/inquiries/inquiry-status-badge.tsx';
import { browserZone } from '#ui/calendar-date.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { ROW_LOOKS } from '../batch-words.ts';

const CHANGED = 2;

/** What the payer said of the plan, where it has answered; else where the row stands. */
export function ResultStatus({ row }: { row: BatchRow }) {
  const { result } = row;
  const look = ROW_LOOKS[row.state];
  if (result === null || (row.state !== 'answered' && row.state !== 'reused')) {
    return (
      <StatusBadge tone={look.tone} icon={look.icon}>
        {look.word}
      </StatusBadge>
    );
  }
  // Out of date it says nothing of today, and the list does not know of which day it told.
  const seen = result.status === 'expired' ? null : seenStatus({ ...result, created_at: '', as_of_date: null }, browserZone());
  return (
    <>
      {seen === null ? <InquiryStatusBadge status={result.status} /> : <StatusBadge tone={seen.tone}>{seen.label}</StatusBadge>}
      {row.state === 'reused' && <StatusBadge tone="info">Reused</StatusBadge>}
      {row.needs === CHANGED && <StatusBadge tone="info">Changed</StatusBadge>}
      {result.is_handled_elsewhere && <StatusBadge tone="warning">{HANDLED_ELSEWHERE}</StatusBadge>}
      {result.is_other_payer_first && <StatusBadge tone="warning">{OTHER_PAYER_FIRST}</StatusBadge>}
    </>
  );
}
