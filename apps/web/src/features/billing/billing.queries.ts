import { authContract } from '@coverlight/contract/auth/auth.contract.ts';
import { billingContract } from '@coverlight/contract/billing/billing.contract.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { setCurrentUser } from '#lib/session.ts';

/** What is sold, and one's own plan even where it no longer is. */
export const plansOptions = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await call(billingContract.plans, { query: {}, signal })).plans,
});

/** Managers only. */
export const currentSubscriptionOptions = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => call(billingContract.current, { signal }),
});

/** Either another plan, or the add-on on or off. */
export type Change = { new_plan_id: string } | { has_feature_reimbursement: boolean; promotion?: string };

/** The next invoice as it would be. Asked anew each time: a minute later it is another. */
export const previewOptions = (change: Change) =>
  queryOptions({
    queryKey: ['subscription', 'preview', change],
    queryFn: async ({ signal }) => (await call(billingContract.preview, { body: change, signal })).preview,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  });

/** Access may have changed with the subscription: the session's facts are read again, and with them the guards. */
export function useFreshSubscription(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const [{ user }] = await Promise.all([
      call(authContract.refresh, {}),
      client.invalidateQueries({ queryKey: currentSubscriptionOptions.queryKey }),
      client.invalidateQueries({ queryKey: plansOptions.queryKey }),
    ]);
    setCurrentUser(user);
  };
}

export function useChangeSubscription() {
  const refresh = useFreshSubscription();
  return useMutation({
    mutationFn: (body: Change & { preview?: string }) => call(billingContract.change, { body }),
    onSuccess: refresh,
  });
}

/** Leaves for the payment provider's page. */
export function useCheckout() {
  return useMutation({
    mutationFn: (order: { plan_id: string; has_feature_reimbursement: boolean }) => call(billingContract.checkout, { body: order }),
    onSuccess: ({ redirect_url: url }) => window.location.assign(url),
  });
}

/** Leaves for the payment provider's page of cards and invoices; for what is past due straight at the card. */
export function usePortal() {
  return useMutation({
    mutationFn: () => call(billingContract.portal, {}),
    onSuccess: ({ redirect_url: url }) => window.location.assign(url),
  });
}

export function useNotifyManagers() {
  return useMutation({ mutationFn: () => call(billingContract.notify, {}) });
}
