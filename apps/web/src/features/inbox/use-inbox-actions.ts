import type { InboxItem } from '@coverlight/contract/inbox/inbox.contract.ts';
import { useState } from 'react';
import { isNotThere, LIST_ERROR } from '#lib/form-errors.ts';
import { instantDayText } from '#ui/calendar-date.tsx';
import { toast } from '#ui/toast.ts';
import { type InboxChange, useChangeInboxItem } from './inbox.queries.ts';
import { patientOf } from './inbox-words.ts';

const TOAST_MS = 10_000;
const GONE = 'This was dealt with by somebody else.';

/** What can be done with an item; each can be undone from its toast. */
export function useInboxActions() {
  const { mutateAsync } = useChangeInboxItem();
  /** On their way out of this list: they go at once, so that keys can follow each other. */
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const setLeave = (id: string, isLeaving: boolean) =>
    setLeaving((before) => {
      const next = new Set(before);
      if (isLeaving) next.add(id);
      else next.delete(id);
      return next;
    });
  const change = async (id: string, wanted: InboxChange): Promise<boolean> => {
    try {
      await mutateAsync({ id, change: wanted });
      return true;
    } catch (error) {
      toast({ kind: 'danger', message: isNotThere(error) ? GONE : LIST_ERROR, durationMs: 5000 });
      return false;
    }
  };
  const leave = async (item: InboxItem, wanted: InboxChange, message: string) => {
    setLeave(item.id, true);
    const isDone = await change(item.id, wanted);
    // The list that was read since does not have it any more.
    setLeave(item.id, false);
    if (!isDone) return;
    toast({
      id: 'inbox',
      kind: 'success',
      message,
      durationMs: TOAST_MS,
      action: { label: 'Undo', onClick: () => void change(item.id, undoOf(item)) },
    });
  };
  return {
    leaving,
    done: (item: InboxItem) => void leave(item, { state: 'done', resolution: 'acted' }, `${patientOf(item)}: done.`),
    notUseful: (item: InboxItem) =>
      void leave(item, { state: 'done', resolution: 'not_useful' }, `${patientOf(item)}: closed as not useful.`),
    snooze: (item: InboxItem, until: string) =>
      void leave(item, { state: 'snoozed', until }, `${patientOf(item)}: snoozed until ${instantDayText(until)}.`),
    reopen: (item: InboxItem) => void leave(item, { state: 'open' }, `${patientOf(item)}: open again.`),
    assign: (item: InboxItem, assigneeId: string | null) => void change(item.id, { assignee_id: assigneeId }),
  };
}

/** Back to what it was. */
function undoOf({ state, snoozed_until: until, resolution }: InboxItem): InboxChange {
  if (state === 'done') return { state, resolution: resolution ?? 'acted' };
  // An end of rest that has passed meanwhile wakes it.
  return state === 'snoozed' && until !== null && Date.parse(until) > Date.now() ? { state, until } : { state: 'open' };
}
