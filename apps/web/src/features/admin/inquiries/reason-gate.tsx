import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { giveReason, REASON_LENGTH, type ReasonScope, useReason } from './access-reason.ts';

export interface ReasonGateProps {
  scope: ReasonScope;
  /** What is about to be seen: "the inquiries of all organizations". */
  what: string;
  children: (reason: string) => ReactNode;
}

/** Shows patients' data only after somebody said why it is looked at. */
export function ReasonGate({ scope, what, children }: ReasonGateProps) {
  const reason = useReason(scope);
  return reason === undefined ? <ReasonForm scope={scope} what={what} /> : children(reason);
}

function ReasonForm({ scope, what }: { scope: ReasonScope; what: string }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reason = typed.trim();
    if (reason === '') setError('This field is required.');
    else giveReason(scope, reason);
  };
  return (
    <Paper withBorder p="lg" radius="md" maw={620}>
      <form onSubmit={submit} noValidate>
        <Text size="sm" mb="sm">
          {`You are about to see ${what}. The reason is kept in the audit log and asked for once an hour.`}
        </Text>
        <TextInput
          label="Reason"
          description="For example the number of a support case. Please do not name patients."
          required
          maxLength={REASON_LENGTH}
          autoComplete="off"
          value={typed}
          error={error}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(null);
          }}
        />
        <Group mt="md">
          <Button type="submit">Continue</Button>
        </Group>
      </form>
    </Paper>
  );
}
