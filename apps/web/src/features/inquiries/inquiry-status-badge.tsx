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

/** An answer that may be about somebody else has arrived, yet is no fine one. */
const IN_DOUBT = { tone: 'neutral', icon: 'question' } as const;

interface InquiryStatusBadgeProps {
  status: InquiryStatus;
  isSomebodyElse?: boolean;
}

/** Where a check stands, in words; what the plan's status is stands elsewhere. */
export function InquiryStatusBadge({ status, isSomebodyElse = false }: InquiryStatusBadgeProps) {
  const { word, ...look } = LOOKS[status];
  const { tone, icon } = isSomebodyElse && status === 'complete' ? IN_DOUBT : look;
  return (
    <StatusBadge tone={tone} icon={icon}>
      {word}
    </StatusBadge>
  );
}
