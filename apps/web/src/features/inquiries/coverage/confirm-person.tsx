import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { useConfirmPerson } from '../inquiries.queries.ts';
import { personName, typedName } from './people.ts';

/** Asks before the warning is taken away; what was said can be taken back from the toast. */
export function ConfirmPerson({ inquiry }: { inquiry: Inquiry }) {
  const [isOpened, setIsOpened] = useState(false);
  // With its answer the warning is gone, and this button with it: what follows must not hang on it.
  const takeBack = useConfirmPerson(inquiry.id);
  const confirm = useConfirmPerson(inquiry.id, () =>
    toast({
      kind: 'success',
      message: 'Recorded: this answer is about your patient.',
      durationMs: 10_000,
      action: { label: 'Undo', onClick: () => takeBack.mutate(false) },
    }),
  );
  const say = () =>
    confirm.mutate(true, {
      onError: () => toast({ kind: 'danger', message: LIST_ERROR, durationMs: 5000 }),
      onSettled: () => setIsOpened(false),
    });
  const typed = typedName(inquiry.submission) ?? 'your patient';
  const returned = personName(inquiry.coverage?.patient ?? inquiry.coverage?.subscriber ?? null) ?? 'the person returned';
  return (
    <>
      <Button size="compact-sm" variant="default" className="no-print" onClick={() => setIsOpened(true)}>
        It is this patient
      </Button>
      <ConfirmDialog
        isOpen={isOpened}
        title="Is this answer about your patient?"
        confirmLabel="Yes, it is the same person"
        isBusy={confirm.isPending}
        onConfirm={say}
        onCancel={() => setIsOpened(false)}
      >
        <Text>{`You asked about ${typed}; the payer answered about ${returned}, with another birth date.`}</Text>
        <Text mt="xs">Say yes only after comparing the card. It is recorded that you said so.</Text>
      </ConfirmDialog>
    </>
  );
}
