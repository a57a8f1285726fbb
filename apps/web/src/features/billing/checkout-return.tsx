import { Alert, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '#ui/toast.ts';
import { currentSubscriptionOptions, followed, lookAtCheckout, useFreshSubscription } from './billing.queries.ts';

const LOOK_EVERY_MS = 1000;
/** The payment provider usually tells within a second or two. */
const LOOK_FOR_MS = 60_000;

/** Whether somebody comes back from paying. The payment provider sends people back before its own message has arrived. */
export const isCheckoutReturn = (): boolean => checkoutId() !== null;
const checkoutId = (): string | null => new URLSearchParams(window.location.search).get('checkout');

interface CheckoutReturnProps {
  isLate: boolean;
  /** The message did not come in time: who did not pay after all may choose again. */
  onLate: () => void;
  onDone: () => void;
}

/** Waits for that message. */
export function CheckoutReturn({ isLate, onLate, onDone }: CheckoutReturnProps) {
  const current = useQuery({ ...currentSubscriptionOptions, ...followed, ...(isLate ? {} : { refetchInterval: LOOK_EVERY_MS }) });
  const refresh = useFreshSubscription();
  const isActive = current.data?.subscription?.is_active === true;
  const { refetch } = current;
  useEffect(() => {
    const id = checkoutId();
    // One look; where it fails, the payment provider's message is waited for.
    if (id !== null)
      void lookAtCheckout(id).then(
        () => refetch(),
        () => undefined,
      );
  }, [refetch]);
  useEffect(() => {
    const timer = setTimeout(onLate, LOOK_FOR_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the functions are new at every render
  }, []);
  useEffect(() => {
    if (!isActive) return;
    // Coming back to this page later is no return from paying.
    window.history.replaceState(window.history.state, '', window.location.pathname);
    void refresh().then(() => toast({ kind: 'success', message: 'Your subscription is active.' }));
    onDone();
    // oxlint-disable-next-line react/exhaustive-deps -- the functions are new at every render
  }, [isActive]);
  return (
    <Alert color="blue" icon={isLate ? undefined : <Loader size="xs" />} mb="md" role="status">
      {isLate
        ? 'We have not heard of your payment yet. If you have paid, your plan will appear here by itself; please look again later.'
        : 'Thank you. Your subscription is being activated.'}
    </Alert>
  );
}
