import type { AdminOrganization } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { updateOrganization, useRefreshAccounts } from '../accounts.queries.ts';
import { failed } from '../failed-toast.ts';

/** Deactivates or reactivates a whole organization, after a question. */
export function ActivityButton({ organization }: { organization: AdminOrganization }) {
  const { id, name, is_active: isActive } = organization;
  const refresh = useRefreshAccounts();
  // What was asked for stays as it was asked, though the organization changes below it.
  const [asking, setAsking] = useState({ isOpen: false, activates: false });
  const close = () => setAsking((asked) => ({ ...asked, isOpen: false }));
  const change = useSingleMutation({
    mutationFn: async (activates: boolean) => {
      await updateOrganization(id, { is_active: activates });
      await refresh('organizations');
    },
    onSuccess: (_saved, activates) => toast({ kind: 'success', message: `${name} was ${activates ? 'reactivated' : 'deactivated'}.` }),
    onError: (error) => failed(error),
    onSettled: close,
  });
  const verb = asking.activates ? 'Reactivate' : 'Deactivate';
  return (
    <>
      <Button variant="default" onClick={() => setAsking({ isOpen: true, activates: !isActive })}>
        {isActive ? 'Deactivate' : 'Reactivate'}
      </Button>
      <ConfirmDialog
        isOpen={asking.isOpen}
        title={`${verb} ${name}?`}
        confirmLabel={verb}
        isDanger={!asking.activates}
        isBusy={change.isPending}
        onCancel={close}
        onConfirm={() => change.mutate(asking.activates)}
      >
        <Text>
          {asking.activates
            ? 'Its users can sign in again.'
            : 'All its users are signed out at once and cannot sign in any more. Nothing is deleted.'}
        </Text>
      </ConfirmDialog>
    </>
  );
}
