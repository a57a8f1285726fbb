import { Alert, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from '#ui/toast.ts';
import { currentSubscriptionOptions, useFreshSubscription } from './billing.queries.ts';

const LOOK_EVERY_MS = 1000;
/** The payment provider usually tells within a second or two. */
const LOOK_FOR_MS = 60_000;

/** The payment provider sends people back here with the session's id before its own message has arrived: waits for that. */
export function CheckoutReturn() {
  const [isWaiting, setIsWaiting] = useState(() => new URLSearchParams(window.location.search).has('checkout'));
  return isWaiting ? <WaitForAccess onDone={() => setIsWaiting(false)} /> : null;
}

function WaitForAccess({ onDone }: { onDone: () => void }) {
  const [isLate, setIsLate] = useState(false);
  const current = useQuery({ ...currentSubscriptionOptions, refetchInterval: isLate ? false : LOOK_EVERY_MS });
  const refresh = useFreshSubscription();
  const isActive = current.data?.subscription?.is_active === true;
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LOOK_FOR_MS);
    return () => clearTimeout(timer);
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
