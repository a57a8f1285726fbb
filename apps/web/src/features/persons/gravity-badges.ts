import type { Gravity } from '@coverlight/contract/persons/changes.schema.ts';
import { GRAVITY_LABELS } from '@coverlight/domain/persons/change-labels.ts';
import type { Tone } from '#ui/status-badge.tsx';

export const GRAVITY_BADGES: Readonly<Record<Gravity, { label: string; tone: Tone }>> = {
  urgent: { label: GRAVITY_LABELS.urgent, tone: 'danger' },
  look: { label: GRAVITY_LABELS.look, tone: 'warning' },
  info: { label: GRAVITY_LABELS.info, tone: 'neutral' },
};
