import type { AdminOrganization, AdminSubscription } from '@coverlight/contract/admin/admin-accounts.contract.ts';

import { Button, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { toast } from '#ui/toast.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { instantDayText } from '#ui/calendar-date.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { moneyText } from '#ui/money.tsx';
import { currentSubscriptionOptions, updateOrganization, useRefreshAccounts } from '../accounts.queries.ts';
import { failed } from '../failed-toast.ts';

/** Deactivates or reactivates a whole organization, after a question. */
export function ActivityButton({ organization }: { organization: AdminOrganization }) {
  const { id, name, is_active: isActive } = organization;
  const refresh = useRefreshAccounts();
  // What was asked for stays as it was asked, though the organization changes below it.
  const [asking, setAsking] = useState({ isOpen: false, activates: false });
  const close = () => setAsking((asked) => ({ ...asked, isOpen: false }));
  const [subscription, setSubscription] = useState<Choice>('keep');
  const asksFor = asking.isOpen && !asking.activates;
  const current = useQuery({ ...currentSubscriptionOptions(id), enabled: asksFor });
  const change = useSingleMutation({
    mutationFn: async (activates: boolean) => {
      await updateOrganization(id, activates ? { is_active: true } : { is_active: false, subscription });
      await refresh('organizations');
    },
    onSuccess: (_saved, activates) => toast({ kind: 'success', message: `${name} was ${activates ? 'reactivated' : 'deactivated'}.` }),
    onError: (error) => failed(error),
    onSettled: close,
  });
  const verb = asking.activates ? 'Reactivate' : 'Deactivate';
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setSubscription('keep');
          setAsking({ isOpen: true, activates: !isActive });
        }}
      >
        {isActive ? 'Deactivate' : 'Reactivate'}
      </Button>
      <ConfirmDialog
        isOpen={asking.isOpen}
        title={`${verb} ${name}?`}
        confirmLabel={verb}
        isDanger={!asking.activates}
        isBusy={change.isPending}
        isWaiting={asksFor && current.data === undefined}
        onCancel={close}
        onConfirm={() => change.mutate(asking.activates)}
      >
        <Text>
          {asking.activates
            ? 'Its users can sign in again.'
            : 'All its users are signed out at once and cannot sign in any more. Nothing is deleted.'}
        </Text>
        {asksFor && <SubscriptionChoice current={current} value={subscription} onChange={setSubscription} />}
      </ConfirmDialog>
    </>
  );
}

type Choice = 'keep' | 'cancel_at_period_end';

interface SubscriptionChoiceProps {
  current: UseQueryResult<AdminSubscription | null>;
  value: Choice;
  onChange: (value: Choice) => void;
}

/** A subscription that goes on is billed although nobody can sign in. */
function SubscriptionChoice({ current: { data: subscription, isError, refetch }, value, onChange }: SubscriptionChoiceProps) {
  if (isError && subscription === undefined) return <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />;
  if (subscription === undefined) return <Skeleton height={60} mt="sm" role="status" aria-label="Loading" />;
  const hasEnded = subscription === null || subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
  if (hasEnded) return <Text mt="sm">It has no subscription that is billed.</Text>;
  const { plan_name: plan, monthly_cost: cost, current_period_ends_at: endsAt, has_cancelled: isEnding } = subscription;
  const day = endsAt === null ? 'the end of its period' : instantDayText(endsAt);
  if (isEnding) return <Text mt="sm">{`Its ${plan} plan is canceled already and ends on ${day}.`}</Text>;
  return (
    <Radio.Group
      mt="sm"
      label="What becomes of its subscription?"
      description={`The ${plan} plan renews on ${day} for ${moneyText(cost)}, before discounts and extra inquiries.`}
      value={value}
      onChange={(chosen) => onChange(chosen === 'cancel_at_period_end' ? 'cancel_at_period_end' : 'keep')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="keep" label="It goes on and is billed" />
        <Radio value="cancel_at_period_end" label={`It is canceled and ends on ${day}`} />
      </Stack>
    </Radio.Group>
  );
}
