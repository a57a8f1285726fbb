import type { Subscription } from '@coverlight/contract/billing/subscription.schema.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { placeErrors, TRY_LATER } from '#lib/form-errors.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { AskedAmounts } from './asked-amounts.tsx';
import { previewOptions } from './billing.queries.ts';

/** What will be billed as things stand, extra inquiries included. Asked only when somebody wants to know. */
export function NextInvoiceButton({ subscription }: { subscription: Subscription }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Next invoice
      </Button>
      {isOpen && <NextInvoiceDialog subscription={subscription} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function NextInvoiceDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  // A change to what is so already: the invoice that comes anyway.
  const preview = useQuery(previewOptions({ has_feature_reimbursement: subscription.has_feature_reimbursement }));
  const message = preview.error === null ? null : placeErrors(preview.error, [], TRY_LATER).banner;
  return (
    <Dialog isOpen title="Your next invoice" size="lg" onClose={onClose}>
      <ErrorBanner message={message} onRetry={() => void preview.refetch()} />
      <AskedAmounts preview={preview} isOfChange={false} />
    </Dialog>
  );
}
