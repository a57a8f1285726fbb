import { Button, Group, Text } from '@mantine/core';
import { Dialog } from '#ui/dialog.tsx';

export interface SessionQuestionProps {
  leftMs: number;
  /** The session ends whatever is done. */
  isFinal: boolean;
  onStay: () => void;
}

export function SessionQuestion({ leftMs, isFinal, onStay }: SessionQuestionProps) {
  return (
    <Dialog isOpen title="Stay signed in?" onClose={onStay}>
      <Text>
        {isFinal
          ? 'For safety a session ends after some hours, also while it is used. Please save what you are doing; you can sign in again at once.'
          : 'Nothing was done for a while. For safety you will be signed out soon.'}
      </Text>
      <Text mt="xs" className="tabular">
        {`Time left: ${minutesAndSeconds(leftMs)}`}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={onStay}>
          {isFinal ? 'Continue until then' : 'Stay signed in'}
        </Button>
      </Group>
    </Dialog>
  );
}

function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
