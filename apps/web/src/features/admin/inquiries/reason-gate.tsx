import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { REQUIRED } from '#lib/form-errors.ts';
import { CARD_WIDTH } from '#ui/theme.ts';
import { giveReason, REASON_LENGTH, type ReasonScope, useReason } from './access-reason.ts';
import classes from './reason-gate.module.css';

export interface ReasonGateProps {
  scope: ReasonScope;
  /** What is about to be seen: "the inquiries of all organizations". */
  what: string;
  /** False where it stands below other things. */
  takesFocus?: boolean;
  children: (reason: string) => ReactNode;
}

/** Shows patients' data only after somebody said why it is looked at. */
export function ReasonGate({ scope, what, takesFocus = true, children }: ReasonGateProps) {
  const reason = useReason(scope);
  const place = useRef<HTMLDivElement>(null);
  const give = (given: string) => {
    giveReason(scope, given);
    // The form goes, and would take the focus along.
    place.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      {reason === undefined ? <ReasonForm what={what} takesFocus={takesFocus} onGive={give} /> : children(reason)}
    </div>
  );
}

function ReasonForm({ what, takesFocus, onGive }: { what: string; takesFocus: boolean; onGive: (reason: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reason = typed.trim();
    if (reason === '') {
      setError(REQUIRED);
      field.current?.focus();
      return;
    }
    onGive(reason);
  };
  return (
    <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
      <form onSubmit={submit} noValidate>
        <Text size="sm" mb="sm">
          {`You are about to see ${what}. The reason is kept in the audit log and asked for once an hour.`}
        </Text>
        <TextInput
          ref={field}
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
