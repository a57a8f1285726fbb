import { authContract } from '@coverlight/contract/auth/auth.contract.ts';
import { billingContract } from '@coverlight/contract/billing/billing.contract.ts';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#lib/api.ts';
import { setCurrentUser } from '#lib/session.ts';
import { carryOut, type Change } from './carry-out.ts';

/** How often screens look that show a subscription or wait for one. Never while nobody sees them. */
const LOOK_EVERY_MS = 15_000;

/** What is sold, and one's own plan even where it no longer is. */
export const plansOptions = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await call(billingContract.plans, { query: {}, signal })).plans,
});

/** Managers only. Opening the screen has counted as activity; looking again is none. */
export const currentSubscriptionOptions = queryOptions({
  queryKey: ['subscription'],
  queryFn: ({ signal }) => call(billingContract.current, { signal, background: true }),
});

/** For screens that stay open while the payment provider, or another tab, changes the subscription. */
export const followed = { refetchInterval: LOOK_EVERY_MS, refetchOnWindowFocus: 'always' } as const;

/** The next invoice as it would be. Asked anew each time: a minute later it is another. */
export const previewOptions = (change: Change) =>
  queryOptions({
    queryKey: ['subscription-preview', change],
    queryFn: async ({ signal }) => (await call(billingContract.preview, { body: change, signal })).preview,
    gcTime: 0,
    retry: false,
  });

/** Asked of the payment provider, when somebody wants to know. */
export const lastInvoiceOptions = queryOptions({
  queryKey: ['last-invoice'],
  queryFn: async ({ signal }) => (await call(billingContract.lastInvoice, { signal })).invoice,
  gcTime: 0,
  retry: false,
});

/** Coming back from the payment page: one look at that checkout. A failure is none: the payment provider's own message is waited for anyway. */
export async function lookAtCheckout(checkoutId: string): Promise<void> {
  await call(billingContract.checkoutReturn, { body: { checkout_id: checkoutId }, background: true });
}

/** The session's facts anew, which say what the person may do. */
export async function readSession(): Promise<SessionUser> {
  const { user } = await call(authContract.refresh, { background: true });
  setCurrentUser(user);
  return user;
}

/** While `isWaiting` the session's facts are read again and again, so that whoever waits for a subscription learns of it. */
export function useAwaitedAccess(isWaiting: boolean): void {
  useQuery({ queryKey: ['awaited-access'], queryFn: readSession, enabled: isWaiting, retry: false, gcTime: 0, ...followed });
}

/** Access may have changed with the subscription: what the screen shows and the session's facts are read again. */
export function useFreshSubscription(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    // A failure here is none of what was done before; the next screen's guard reads the session anyway.
    await Promise.allSettled([
      readSession(),
      client.invalidateQueries({ queryKey: currentSubscriptionOptions.queryKey }),
      client.invalidateQueries({ queryKey: plansOptions.queryKey }),
    ]);
  };
}

export function useChangeSubscription() {
  const refresh = useFreshSubscription();
  return useMutation({
    mutationFn: ({ change, preview, onLost }: { change: Change; preview?: string; onLost: () => void }) =>
      carryOut(change, preview, onLost),
    onSuccess: refresh,
  });
}

/** Leaves for the payment provider's page. */
export function useCheckout() {
  const refresh = useFreshSubscription();
  const checkout = useMutation({
    mutationFn: (order: { plan_id: string; has_feature_reimbursement: boolean }) => call(billingContract.checkout, { body: order }),
    onSuccess: ({ redirect_url: url }) => window.location.assign(url),
    // It may have been bought in another tab.
    onError: refresh,
  });
  useReturn(checkout.reset);
  return checkout;
}

/** Leaves for one of the payment provider's pages. */
export function usePortal() {
  const portal = useMutation({
    mutationFn: (page: 'overview' | 'payment-method' | 'open-invoice') => call(billingContract.portal, { body: { page } }),
    onSuccess: ({ redirect_url: url }) => window.location.assign(url),
  });
  useReturn(portal.reset);
  return portal;
}

/** The browser's own way back may bring the page as it was left, its buttons still busy. */
function useReturn(reset: () => void): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
}

export function useNotifyManagers() {
  return useMutation({ mutationFn: () => call(billingContract.notify, {}) });
}
