import type { AdminPayerRow } from '@coverlight/contract/admin/admin-payer.schema.ts';
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { failed } from '../failed-toast.ts';
import { splitPayer, useRefreshPayers } from './admin-payers.queries.ts';

/** Takes a merge back (docs/product.md 15.1). */
export function SplitButton({ payer, onSplit }: { payer: AdminPayerRow; onSplit?: () => Promise<void> }) {
  const refresh = useRefreshPayers();
  const [isAsking, setIsAsking] = useState(false);
  const split = useMutation({
    mutationFn: () => splitPayer(payer.id),
    onSuccess: async () => {
      toast({ kind: 'success', message: 'Payer split successfully!' });
      await onSplit?.();
      await refresh();
    },
    onError: (error) => failed(error, 'Failed to split payer'),
    onSettled: () => setIsAsking(false),
  });
  const names = payer.children.map(({ name }) => name).join(' and ');
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
        Split
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Split ${payer.name}?`}
        confirmLabel="Split"
        isDanger
        isBusy={split.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => split.mutate()}
      >
        <Text>{`${names} stand for themselves again. Inquiries made meanwhile keep the name ${payer.name}.`}</Text>
      </ConfirmDialog>
    </>
  );
}
