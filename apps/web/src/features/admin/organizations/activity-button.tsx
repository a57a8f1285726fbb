import type { AdminOrganization } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failed } from '../failed-toast.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { updateOrganization, useRefreshAccounts } from '../accounts.queries.ts';

/** Deactivates or reactivates a whole organization, after a question. */
export function ActivityButton({ organization }: { organization: AdminOrganization }) {
  const { id, name, is_active: isActive } = organization;
  const refresh = useRefreshAccounts();
  const [isAsking, setIsAsking] = useState(false);
  const verb = isActive ? 'Deactivate' : 'Reactivate';
  const change = useMutation({
    mutationFn: async () => {
      await updateOrganization(id, { is_active: !isActive });
      await refresh('organizations');
    },
    onSuccess: () => toast({ kind: 'success', message: `${name} was ${isActive ? 'deactivated' : 'reactivated'}.` }),
    onError: (error) => failed(error),
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`${verb} ${name}?`}
        confirmLabel={verb}
        isDanger={isActive}
        isBusy={change.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => change.mutate()}
      >
        <Text>
          {isActive
            ? 'All its users are signed out at once and cannot sign in any more. Nothing is deleted.'
            : 'Its users can sign in again.'}
        </Text>
      </ConfirmDialog>
    </>
  );
}
