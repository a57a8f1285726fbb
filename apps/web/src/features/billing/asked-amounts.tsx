import type { Preview } from '@coverlight/contract/billing/subscription.schema.ts';
import { Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { InvoicePreview } from './invoice-preview.tsx';

/** The next invoice, or the word that it is on its way: the payment provider may take its time. */
export function AskedAmounts({ preview, isOfChange }: { preview: UseQueryResult<Preview>; isOfChange: boolean }) {
  if (preview.data !== undefined) return <InvoicePreview preview={preview.data} isOfChange={isOfChange} />;
  if (!preview.isPending) return null;
  return (
    <>
      <Text size="sm" mt="sm" role="status">
        Asking the payment provider what this costs.
      </Text>
      <Skeleton height={140} mt="sm" />
    </>
  );
}
