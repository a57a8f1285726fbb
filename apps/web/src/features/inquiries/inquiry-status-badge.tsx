import type { InquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { StatusBadge, type StatusIcon, type Tone } from '#ui/status-badge.tsx';

const LOOKS: Record<InquiryStatus, { tone: Tone; icon: StatusIcon; word: string }> = {
  draft: { tone: 'neutral', icon: 'pencil', word: 'Draft' },
  pending: { tone: 'info', icon: 'clock', word: 'Asking' },
  complete: { tone: 'success', icon: 'check', word: 'Complete' },
  'max-retry': { tone: 'warning', icon: 'clock', word: 'Still asking' },
  unknown: { tone: 'neutral', icon: 'question', word: 'No answer' },
  expired: { tone: 'warning', icon: 'warning', word: 'Out of date' },
  cancel: { tone: 'neutral', icon: 'ban', word: 'Stopped' },
  error: { tone: 'danger', icon: 'cross', word: 'Refused' },
  failure: { tone: 'danger', icon: 'cross', word: 'Could not ask' },
};

/** Where a check stands, in words; what the plan's status is stands elsewhere. */
export function InquiryStatusBadge({ status }: { status: InquiryStatus }) {
  const { tone, icon, word } = LOOKS[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {word}
    </StatusBadge>
  );
}
