import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { toast } from '#ui/toast.ts';
import { failed } from '../failed-toast.ts';
import { joinGroup, useRefreshPayers, useShownPayers } from './admin-payers.queries.ts';
import { type ChosenPayer, PayerPicker } from './payer-picker.tsx';

/** Puts the checked payers into a group, whose blue flag they take (docs/product.md 15.2). */
export function GroupBar({ chosen, onDone }: { chosen: ReadonlySet<string>; onDone: () => void }) {
  const refresh = useRefreshPayers();
  const shown = useShownPayers();
  const [group, setGroup] = useState<ChosenPayer | null>(null);
  const join = useMutation({
    mutationFn: async (into: ChosenPayer) => {
      try {
        await joinGroup(into.id, shown(chosen));
      } finally {
        // Also where it is refused because of what somebody else changed: that is then on the screen.
        await refresh();
      }
    },
    onSuccess: (_nothing, into) => {
      toast({ kind: 'success', message: `${chosen.size === 1 ? '1 payer' : `${chosen.size} payers`} joined ${into.name}.` });
      onDone();
    },
    onError: (error) => failed(error),
  });
  const button = useKeptFocus<HTMLButtonElement>(join.isPending);
  return (
    <Group align="flex-end" gap="sm" mb="sm">
      <PayerPicker label="Payer group" filter={{ is_group: true }} value={group} onChange={setGroup} />
      <Button
        ref={button}
        variant="default"
        disabled={chosen.size === 0 || group === null}
        loading={join.isPending}
        onClick={() => group && join.mutate(group)}
      >
        Assign to group
      </Button>
      <Text size="sm" c="dimmed" pb={8} role="status">
        {chosen.size === 0 ? 'Check payers to assign them to a group.' : `${chosen.size} checked`}
      </Text>
    </Group>
  );
}
