import { Alert, Button, Group, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { placeErrors, TRY_LATER } from '#lib/form-errors.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { toast } from '#ui/toast.ts';
import { AskedAmounts } from './asked-amounts.tsx';
import { previewOptions, useChangeSubscription } from './billing.queries.ts';
import type { Change, ChangeOutcome } from './carry-out.ts';
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
  const [isLooking, setIsLooking] = useState(false);
  const run = useChangeSubscription();
  const outcome = run.isPending && isLooking ? 'looking' : run.data;
  const error = outcome === undefined ? (run.error ?? preview.error) : null;
  const placed = error === null ? null : placeErrors(error, hasCoupon ? ['promotion'] : [], TRY_LATER);
  const applyCoupon = (code: string) => {
    // What is under way is not taken back by another code.
    if (run.isPending) return;
    run.reset();
    setCoupon(code);
  };
  const confirm = () => {
    // What is paid is what was seen: a code that was only typed has to be seen first.
    if (typedCoupon.trim() !== coupon) return applyCoupon(typedCoupon.trim());
    setIsLooking(false);
    const seen = preview.data === undefined ? {} : { preview: preview.data.token };
    return run.mutate(
      { change: asked, ...seen, onLost: () => setIsLooking(true) },
      {
        onSuccess: (became) => {
          // The amounts may be out of date by now.
          if (became !== 'made') return void preview.refetch();
          toast({ kind: 'success', message: doneMessage });
          return onClose(true);
        },
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
      {outcome && <Outcome outcome={outcome} />}
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

const OUTCOMES: Record<ChangeOutcome | 'looking', string> = {
  looking: 'We have no answer. The change may have been made; we are looking.',
  made: 'The change was made.',
  'not-made': 'The change was not made. You can try again.',
  unknown: 'The change may have been made, and we cannot find out now. Please look at this page again later before you try again.',
};

function Outcome({ outcome }: { outcome: ChangeOutcome | 'looking' }) {
  return (
    <Alert
      color={outcome === 'made' ? 'green' : 'yellow'}
      icon={outcome === 'looking' ? <Loader size="xs" /> : undefined}
      mb="md"
      role="status"
    >
      {OUTCOMES[outcome]}
    </Alert>
  );
}
