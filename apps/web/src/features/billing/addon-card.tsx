import { Card, List, Switch, Text, Title } from '@mantine/core';
import { useCurrentUser } from '#lib/session.ts';

export const ADDON = 'Reimbursement Estimates';
export const ADDON_WITH_PRICE = `$500.00 a month for ${ADDON}`;

interface AddonCardProps {
  isOn: boolean;
  isDisabled: boolean;
  onChange: (isOn: boolean) => void;
}

/** The add-on with what it costs and what its data is. */
export function AddonCard({ isOn, isDisabled, onChange }: AddonCardProps) {
  const isGiven = useCurrentUser()?.has_override_reimbursement === true;
  return (
    <Card withBorder component="section" aria-label={ADDON} mt="md">
      <Title order={3}>{ADDON}</Title>
      <AddonClaims />
      {isGiven && !isOn && (
        <Text size="sm" fw={650} mt="xs">
          We have switched estimates on for your organization: you see them without adding anything.
        </Text>
      )}
      <Switch
        mt="sm"
        label={`Add ${ADDON} for $500.00 a month`}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Card>
  );
}

export function AddonClaims() {
  return (
    <>
      <Text size="sm" mt={4}>
        Historical payer reimbursement data for out-of-network care, for use in Good Faith Estimates.
      </Text>
      <List size="sm" mt="xs">
        <List.Item>200k+ data points</List.Item>
        <List.Item>Refreshed quarterly</List.Item>
        <List.Item>Covers major commercial payers</List.Item>
      </List>
    </>
  );
}
