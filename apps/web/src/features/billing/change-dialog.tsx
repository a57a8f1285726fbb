import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { placeErrors, TRY_LATER } from '#lib/form-errors.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { toast } from '#ui/toast.ts';
import { AskedAmounts } from './asked-amounts.tsx';
import { previewOptions, useChangeSubscription, type Change } from './billing.queries.ts';
import { CouponField } from './coupon-field.tsx';

export interface ChangeDialogProps {
  title: string;
  change: Change;
  confirmLabel: string;
  /** Said when it is done. */
  doneMessage: string;
  /** Takes a coupon code. */
  hasCoupon?: boolean;
  /** What to know before confirming. */
  children?: ReactNode;
  /** `isDone` false: it was left without a change. */
  onClose: (isDone: boolean) => void;
}

/** Shows what a change costs, and carries out exactly what was shown. */
export function ChangeDialog({ title, change, confirmLabel, doneMessage, hasCoupon = false, children, onClose }: ChangeDialogProps) {
  const [coupon, setCoupon] = useState('');
  const [typedCoupon, setTypedCoupon] = useState('');
  const asked: Change = coupon === '' ? change : { ...change, promotion: coupon };
  const preview = useQuery(previewOptions(asked));
  const run = useChangeSubscription();
  const error = run.error ?? preview.error;
  const placed = error === null ? null : placeErrors(error, hasCoupon ? ['promotion'] : [], TRY_LATER);
  const applyCoupon = (code: string) => {
    run.reset();
    setCoupon(code);
  };
  const confirm = () => {
    // What is paid is what was seen: a code that was only typed has to be seen first.
    if (typedCoupon.trim() !== coupon) return applyCoupon(typedCoupon.trim());
    return run.mutate(
      { ...asked, ...(preview.data === undefined ? {} : { preview: preview.data.token }) },
      {
        onSuccess: () => {
          toast({ kind: 'success', message: doneMessage });
          onClose(true);
        },
        // The amounts may be out of date by now.
        onError: () => void preview.refetch(),
      },
    );
  };
  const close = () => {
    // Leaving would look as if it were taken back.
    if (!run.isPending) onClose(false);
  };
  return (
    <Dialog isOpen title={title} size="lg" onClose={close}>
      <ErrorBanner message={placed?.banner ?? null} {...(preview.isError ? { onRetry: () => void preview.refetch() } : {})} />
      {children}
      {hasCoupon && (
        <CouponField
          typed={typedCoupon}
          applied={preview.isSuccess ? coupon : ''}
          error={placed?.fields['promotion'] ?? null}
          onType={(code) => {
            setTypedCoupon(code);
            if (code.trim() === '') applyCoupon('');
          }}
          onApply={() => applyCoupon(typedCoupon.trim())}
        />
      )}
      <AskedAmounts preview={preview} isOfChange />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} disabled={run.isPending} data-autofocus>
          Cancel
        </Button>
        <Button loading={run.isPending} disabled={!preview.isSuccess || preview.isFetching} onClick={confirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  );
}
