import { Button, Group, Text } from '@mantine/core';
import { IconEye, IconTrash } from '@tabler/icons-react';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { toast } from '#ui/toast.ts';
import { useHideInquiries } from './inquiries.queries.ts';

const TOAST_MS = 10_000;
const failed = () => toast({ kind: 'danger', message: LIST_ERROR, durationMs: 5000 });

/** Managers take checked rows out of everybody's list, or bring removed ones back. Nothing is lost: it can be undone. */
export function BulkHideBar(props: { chosen: ReadonlySet<string>; areHidden: boolean; onDone: () => void }) {
  const { chosen, areHidden, onDone } = props;
  const hide = useHideInquiries();
  const change = () => {
    const ids = [...chosen];
    const isHidden = !areHidden;
    hide.mutate(
      { ids, isHidden },
      {
        onError: failed,
        onSuccess: () => {
          onDone();
          toast({
            id: 'bulk-hide',
            kind: 'success',
            message: `${countText(ids.length)} ${isHidden ? 'removed' : 'restored'}.`,
            durationMs: TOAST_MS,
            action: { label: 'Undo', onClick: () => hide.mutate({ ids, isHidden: !isHidden }, { onError: failed }) },
          });
        },
      },
    );
  };
  if (chosen.size === 0) return null;
  return (
    <Group mb="sm" gap="sm">
      <Text size="sm">{`${countText(chosen.size)} selected`}</Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={hide.isPending}
        onClick={change}
        leftSection={areHidden ? <IconEye size={16} aria-hidden /> : <IconTrash size={16} aria-hidden />}
      >
        {areHidden ? 'Restore' : 'Remove'}
      </Button>
    </Group>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 inquiry' : `${count.toLocaleString('en-US')} inquiries`;
}
