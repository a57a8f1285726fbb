import { Alert, Button, Group, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { ApiFailure } from '#lib/api.ts';
import { placeErrors, TRY_LATER } from '#lib/form-errors.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { toast } from '#ui/toast.ts';
import { AskedAmounts } from './asked-amounts.tsx';
import type { Preview } from '@coverlight/contract/billing/subscription.schema.ts';
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
  const search = useSearchForOutcome(run.error, preview);
  const error = search === 'none' ? (run.error ?? preview.error) : null;
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
        onError: (failure) => void (isUncertain(failure) ? undefined : preview.refetch()),
      },
    );
  };
  useEffect(() => {
    if (search !== 'made') return;
    toast({ kind: 'success', message: doneMessage });
    // Asking once more changes nothing and brings the page up to date; what becomes of that is no news.
    run.mutate(asked, { onSettled: () => onClose(true) });
    // oxlint-disable-next-line react/exhaustive-deps -- these are new at every render
  }, [search]);
  const close = () => {
    // Leaving would look as if it were taken back.
    if (!run.isPending && search !== 'looking') onClose(false);
  };
  return (
    <Dialog isOpen title={title} size="lg" onClose={close}>
      <ErrorBanner message={placed?.banner ?? null} {...(preview.isError ? { onRetry: () => void preview.refetch() } : {})} />
      <Outcome search={search} />
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
        <Button variant="default" onClick={close} disabled={run.isPending || search === 'looking'} data-autofocus>
          Cancel
        </Button>
        <Button loading={run.isPending} disabled={!preview.isSuccess || preview.isFetching || search === 'looking'} onClick={confirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Dialog>
  );
}

/** No sure answer: the change may have been made. What the server refused (4xx) was not. */
const isUncertain = (error: unknown): boolean => error instanceof ApiFailure && (error.status === 0 || error.status >= 500);

type Search = 'none' | 'looking' | 'made' | 'not-made' | 'unknown';

const LOOK_EVERY_MS = 3000;
const MAX_LOOKS = 20;
/** The server and its repeats have come to an end by then: what is not made will not be. */
const SETTLED_MS = 40_000;

/** After a lost answer: asks the payment provider, through the preview, until it is known what became of the change. */
function useSearchForOutcome(error: unknown, preview: UseQueryResult<Preview>): Search {
  const [found, setFound] = useState<{ of: unknown; search: Search }>({ of: null, search: 'none' });
  const { refetch } = preview;
  useEffect(() => {
    if (!isUncertain(error)) return undefined;
    let isLeft = false;
    let looks = 0;
    const lostAt = Date.now();
    const look = async (): Promise<void> => {
      looks += 1;
      const { data, isSuccess } = await refetch();
      if (isLeft) return;
      const isSettled = Date.now() - lostAt >= SETTLED_MS;
      if (isSuccess && data.is_made) setFound({ of: error, search: 'made' });
      else if (isSuccess && isSettled) setFound({ of: error, search: 'not-made' });
      else if (looks >= MAX_LOOKS) setFound({ of: error, search: 'unknown' });
      else timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    };
    let timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [error, refetch]);
  if (!isUncertain(error)) return 'none';
  return found.of === error ? found.search : 'looking';
}

const OUTCOMES: Record<Exclude<Search, 'none'>, string> = {
  looking: 'We have no answer. The change may have been made; we are looking.',
  made: 'The change was made.',
  'not-made': 'The change was not made. You can try again.',
  unknown: 'The change may have been made, and we cannot find out now. Please look at this page again later before you try again.',
};

function Outcome({ search }: { search: Search }) {
  if (search === 'none') return null;
  return (
    <Alert
      color={search === 'made' ? 'green' : 'yellow'}
      icon={search === 'looking' ? <Loader size="xs" /> : undefined}
      mb="md"
      role="status"
    >
      {OUTCOMES[search]}
    </Alert>
  );
}
