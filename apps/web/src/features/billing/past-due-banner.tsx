import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { TRY_LATER, placeErrors } from '#lib/form-errors.ts';
import { toast } from '#ui/toast.ts';
import { usePortal } from './billing.queries.ts';

/** Opens the payment provider's page at the card. */
export function PastDueBanner() {
  const portal = usePortal();
  const open = () =>
    portal.mutate(undefined, {
      onError: (error) => toast({ kind: 'danger', message: placeErrors(error, [], TRY_LATER).banner ?? TRY_LATER }),
    });
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />} mb="md">
      Your subscription is past due. Please{' '}
      <Anchor component="button" type="button" inherit onClick={open} disabled={portal.isPending || portal.isSuccess}>
        Update Payment Method
      </Anchor>
      .
    </Alert>
  );
}
