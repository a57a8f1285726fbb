import type { NetworkVerdict } from '@coverlight/contract/cases/network-rule.schema.ts';
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { StatusBadge, type Tone } from '#ui/status-badge.tsx';
import classes from './cases.module.css';

const LOOKS: Readonly<Record<NetworkVerdict['verdict'], { label: string; tone: Tone }>> = {
  in: { label: 'In network', tone: 'success' },
  out: { label: 'Out of network', tone: 'warning' },
  'single-case': { label: 'Single case agreement', tone: 'warning' },
  ask: { label: 'Network not known', tone: 'neutral' },
};

/** What the practice's own rules say, quoted with the rule: never the payer's word (product.md 20.5). */
export function NetworkVerdictLine({ network }: { network: NetworkVerdict }) {
  const { label, tone } = LOOKS[network.verdict];
  return (
    <section className={classes.row} aria-label="Network by your rules">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      <Text size="sm" className={classes.sentence}>
        {network.words}
        {network.rule?.note != null && network.rule.note !== '' && ` (${network.rule.note})`}
        {'. '}
        <Text span size="sm" c="dimmed">
          Your practice’s rule, not the payer’s word.{' '}
          <Anchor component={Link} to="/network-rules" inherit>
            Network rules
          </Anchor>
        </Text>
      </Text>
    </section>
  );
}
