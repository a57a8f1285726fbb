import { Group, Switch } from '@mantine/core';
import { Choice } from '#ui/choice.tsx';
import { CODE_CHOICES, type InboxFilters, inboxFilters, STATE_CHOICES } from './inbox-filters.ts';
import classes from './inbox.module.css';

/** Every change starts again at the first page. */
const change = (next: Partial<InboxFilters>) => inboxFilters.set({ page: 1, ...next });

export function InboxFilterBar() {
  const { state, code, isMine } = inboxFilters.use();
  return (
    <Group align="flex-end" gap="sm" mb="md" className={classes.filters}>
      <Choice label="Show" options={STATE_CHOICES} value={state} onChange={(next) => change({ state: next })} />
      <Choice label="Change" options={CODE_CHOICES} value={code} onChange={(next) => change({ code: next })} />
      <Switch
        label="Assigned to me"
        checked={isMine}
        onChange={(event) => change({ isMine: event.currentTarget.checked })}
        className={classes.mine}
      />
    </Group>
  );
}
