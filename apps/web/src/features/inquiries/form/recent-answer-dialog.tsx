import type { recentAnswerSchema } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { Button, Group, Text } from '@mantine/core';
import type * as z from 'zod/mini';
import { instantText } from '#ui/calendar-date.tsx';
import { Dialog } from '#ui/dialog.tsx';

export type RecentAnswer = z.infer<typeof recentAnswerSchema>;

/** The same question was answered within a day. Sending anyway is one key: its button has the focus. */
export function RecentAnswerDialog(props: {
  recent: RecentAnswer;
  onOpen: () => void;
  /** Opens all that is known of the patient. */
  onOpenPerson: () => void;
  onSendAnyway: () => void;
  onCancel: () => void;
}) {
  const { recent, onOpen, onOpenPerson, onSendAnyway, onCancel } = props;
  const status = recent.plan_status ? ` The plan's status was: ${recent.plan_status}.` : '';
  return (
    <Dialog isOpen title="This was answered within the last 24 hours" onClose={onCancel}>
      <Text>{`${recent.user.name} asked this payer the same on ${instantText(recent.created_at)}.${status}`}</Text>
      <Group justify="flex-end" mt="lg">
        {recent.person_id !== null && (
          <Button variant="subtle" onClick={onOpenPerson}>
            All checks of this patient
          </Button>
        )}
        <Button variant="default" onClick={onOpen}>
          Open that answer
        </Button>
        <Button data-autofocus onClick={onSendAnyway}>
          Send anyway
        </Button>
      </Group>
    </Dialog>
  );
}
