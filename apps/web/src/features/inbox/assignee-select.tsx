import type { InboxItem } from '@coverlight/contract/inbox/inbox.contract.ts';
import { NativeSelect } from '@mantine/core';
import { patientOf } from './inbox-words.ts';
import classes from './inbox.module.css';

interface AssigneeSelectProps {
  item: InboxItem;
  people: readonly { value: string; label: string }[];
  onAssign: (assigneeId: string | null) => void;
}

/** Who looks after it. */
export function AssigneeSelect({ item, people, onAssign }: AssigneeSelectProps) {
  const { assignee_id: id, assignee_name: name } = item;
  // Somebody whom the viewer's list does not have, such as one who has left.
  const unlisted = id !== null && !people.some(({ value }) => value === id) ? [{ value: id, label: name ?? 'Somebody else' }] : [];
  return (
    <NativeSelect
      size="xs"
      className={classes.assignee}
      aria-label={`Assigned to, ${patientOf(item)}`}
      data={[{ value: '', label: 'Nobody assigned' }, ...unlisted, ...people]}
      value={id ?? ''}
      onChange={(event) => onAssign(event.currentTarget.value || null)}
    />
  );
}
