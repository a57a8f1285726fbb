import { Badge } from '@mantine/core';
import {
  IconArrowsExchange,
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconHelpCircle,
  IconInfoCircle,
  IconPencil,
  IconX,
  type Icon,
} from '@tabler/icons-react';

export type Tone = 'success' | 'danger' | 'warning' | 'info' | 'neutral';
export type StatusIcon = 'check' | 'cross' | 'clock' | 'pencil' | 'warning' | 'ban' | 'question' | 'info' | 'change';

const ICONS: Record<StatusIcon, Icon> = {
  check: IconCheck,
  cross: IconX,
  clock: IconClock,
  pencil: IconPencil,
  warning: IconAlertTriangle,
  ban: IconBan,
  question: IconHelpCircle,
  info: IconInfoCircle,
  change: IconArrowsExchange,
};
const USUAL_ICON: Record<Tone, StatusIcon> = { success: 'check', danger: 'cross', warning: 'warning', info: 'info', neutral: 'info' };
/** Ink on ground, each pair above 6:1. Own pairs, since Mantine's light variants of dark shades are unreadable. */
const PAIRS: Record<Tone, { background: string; color: string }> = {
  success: { background: '#dff3e4', color: '#14532d' },
  danger: { background: '#fde5e3', color: '#8a1c13' },
  warning: { background: '#fdf0d0', color: '#6b4400' },
  info: { background: '#e0effb', color: '#124a78' },
  neutral: { background: '#e9edef', color: '#37444b' },
};

/** A status as colour, icon and word together: never by colour alone. */
export function StatusBadge({ tone, icon, children }: { tone: Tone; icon?: StatusIcon; children: string }) {
  const Sign = ICONS[icon ?? USUAL_ICON[tone]];
  return (
    <Badge
      style={PAIRS[tone]}
      leftSection={<Sign size={14} aria-hidden />}
      styles={{
        root: { height: 'auto', minHeight: 22, fontWeight: 600, overflowWrap: 'normal' },
        label: { whiteSpace: 'inherit', overflow: 'visible' },
      }}
    >
      {children}
    </Badge>
  );
}
