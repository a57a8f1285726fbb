import type { CallSheet, CallValue } from '@coverlight/contract/cases/call-sheet.schema.ts';
import { Button, Group, Text, Title } from '@mantine/core';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { TextField } from '#ui/fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { questionId } from './call-value.ts';
import classes from './calls.module.css';
import { sendAnswers, useShowSheet } from './calls.queries.ts';
import type { CallClock } from './use-call-clock.ts';

const REFUSED = 'refused';

interface CallEndProps {
  sheet: CallSheet;
  values: Readonly<Record<string, CallValue>>;
  clock: CallClock;
  onBack: () => void;
  onStored: () => void;
  /** Of a call that brought nothing. */
  onGiveUp: () => void;
}

/** Who told it, and under which number it can be found again: without them a word told by phone proves nothing. */
export function CallEnd({ sheet, values, clock, onBack, onStored, onGiveUp }: CallEndProps) {
  const show = useShowSheet();
  const answered = sheet.questions.filter((question) => questionId(question) in values);
  const sent = useSentForm({
    defaultValues: { rep_name: '', reference_no: '' },
    fields: ['rep_name', 'reference_no'],
    fallback: UNKNOWN_ERROR,
    send: (typed) =>
      sendAnswers(sheet.id, {
        ...typed,
        called_at: clock.calledAt,
        ended_at: new Date().toISOString(),
        on_hold_seconds: clock.holdSeconds,
        answers: answered.flatMap((question) => {
          const value = values[questionId(question)];
          return value === undefined ? [] : [{ question: question.question, level: question.level, network: question.network, value }];
        }),
      }),
    done: async (stored) => {
      toast({ kind: 'success', message: answered.length === 1 ? '1 answer was saved.' : `${answered.length} answers were saved.` });
      await show(stored);
      onStored();
    },
  });
  if (answered.length === 0) {
    return (
      <div className={classes.card}>
        <Title order={2}>End of the call</Title>
        <Text>Nothing was answered: there is nothing to save.</Text>
        <Group gap="xs">
          <Button onClick={onGiveUp}>End without answers</Button>
          <Button variant="default" onClick={onBack}>
            Back to the questions
          </Button>
        </Group>
      </div>
    );
  }
  return (
    <div className={classes.card}>
      <Title order={2}>End of the call</Title>
      <SentForm
        sent={sent}
        submitLabel="Save what was told"
        asksBeforeLeaving={false}
        beside={
          <Button variant="default" onClick={onBack}>
            Back to the questions
          </Button>
        }
      >
        <TextField form={sent.form} name="rep_name" label="Name of the representative" maxLength={100} autoComplete="off" />
        <TextField
          form={sent.form}
          name="reference_no"
          label="Reference number of the call"
          description="Ask for it before you hang up. Where none is given, type: refused"
          maxLength={60}
          autoComplete="off"
        />
        <div>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => sent.form.setValue('reference_no', REFUSED, { shouldDirty: true, shouldValidate: true })}
          >
            No number was given
          </Button>
        </div>
      </SentForm>
    </div>
  );
}
