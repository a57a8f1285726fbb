import { Button, CloseButton, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { dismissToast, type ShownToast, shownToasts, subscribeToToasts } from './toast.ts';
import classes from './toast-stack.module.css';

const ICONS = { success: IconCheck, info: IconInfoCircle, warning: IconAlertTriangle, danger: IconX };

/** The one place where toasts appear. Screen readers are told politely; hovering or focusing one holds it. */
export function ToastStack() {
  const toasts = useSyncExternalStore(subscribeToToasts, shownToasts);
  return (
    <section className={classes.stack} aria-label="Messages" aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const [isHeld, setIsHeld] = useState(false);
  useCountdown(toast, isHeld);
  const { action } = toast;
  const Sign = ICONS[toast.kind];
  return (
    <div
      className={classes.card}
      data-kind={toast.kind}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Sign size={20} className={classes.icon} aria-hidden />
      <Text size="sm" className={classes.message}>
        {toast.message}
      </Text>
      {action && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            dismissToast(toast.id);
            action.onClick();
          }}
        >
          {action.label}
        </Button>
      )}
      <CloseButton size="sm" aria-label="Close this message" onClick={() => dismissToast(toast.id)} />
    </div>
  );
}

/** Counts only while nobody holds the toast, so that its time is reading time. */
function useCountdown(toast: ShownToast, isHeld: boolean): void {
  const left = useRef(toast.durationMs);
  // A replaced toast starts anew.
  useEffect(() => {
    left.current = toast.durationMs;
  }, [toast]);
  useEffect(() => {
    if (isHeld) return undefined;
    const startedAt = Date.now();
    const timer = setTimeout(() => dismissToast(toast.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - startedAt;
    };
  }, [toast, isHeld]);
}
