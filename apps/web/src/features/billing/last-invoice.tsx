import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { placeErrors, TRY_LATER } from '#lib/form-errors.ts';
import { instantDayText } from '#ui/calendar-date.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { lastInvoiceOptions } from './billing.queries.ts';
import { InvoiceTable, Sum } from './invoice-preview.tsx';

/** For a subscription that ends or has ended: what was billed last. */
export function LastInvoiceButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Last invoice
      </Button>
      {isOpen && <LastInvoiceDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function LastInvoiceDialog({ onClose }: { onClose: () => void }) {
  const { data: invoice, error, isPending, refetch } = useQuery(lastInvoiceOptions);
  return (
    <Dialog isOpen title="Your last invoice" size="lg" onClose={onClose}>
      <ErrorBanner message={error === null ? null : placeErrors(error, [], TRY_LATER).banner} onRetry={() => void refetch()} />
      {isPending && <Skeleton height={140} role="status" aria-label="Loading" />}
      {invoice === null && <Text>No invoice was made yet.</Text>}
      {invoice && (
        <InvoiceTable
          caption={invoice.billed_at === null ? 'Invoice' : `Invoice of ${instantDayText(invoice.billed_at)}`}
          lines={invoice.lines}
        >
          <Sum label="Total" amount={invoice.total} />
        </InvoiceTable>
      )}
    </Dialog>
  );
}
