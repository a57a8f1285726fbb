import type { Gravity } from '@coverlight/contract/persons/changes.schema.ts';
import type { Tone } from '#ui/status-badge.tsx';

/** What staff do about a change of this gravity. */
export const GRAVITY_BADGES: Readonly<Record<Gravity, { label: string; tone: Tone }>> = {
  urgent: { label: 'Urgent', tone: 'danger' },
  look: { label: 'Have a look', tone: 'warning' },
  info: { label: 'As usual', tone: 'neutral' },
};
