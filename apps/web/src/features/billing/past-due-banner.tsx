import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { TRY_LATER, placeErrors } from '#lib/form-errors.ts';
import { isManager, useCurrentUser } from '#lib/session.ts';
import { toast } from '#ui/toast.ts';
import { currentSubscriptionOptions, usePortal } from './billing.queries.ts';
import { owedWords } from './owed.tsx';

/** Says what is owed and opens the payment provider's page at the card. */
export function PastDueBanner() {
  const portal = usePortal();
  const isOfManager = isManager(useCurrentUser());
  const current = useQuery({ ...currentSubscriptionOptions, enabled: isOfManager });
  const owed = current.data?.subscription?.owed ?? null;
  const open = () =>
    portal.mutate('payment-method', {
      onError: (error) => toast({ kind: 'danger', message: placeErrors(error, [], TRY_LATER).banner ?? TRY_LATER }),
    });
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />} mb="md">
      Your subscription is past due. Please{' '}
      <Anchor component="button" type="button" inherit onClick={open} disabled={portal.isPending || portal.isSuccess}>
        Update Payment Method
      </Anchor>
      .{owed !== null && ` ${owedWords(owed)}`}
    </Alert>
  );
}
