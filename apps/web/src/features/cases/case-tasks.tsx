import type { Case, CaseTask } from '@coverlight/contract/cases/case.schema.ts';
import { Button, Checkbox, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { LIST_ERROR, placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { SentForm } from '#ui/sent-form.tsx';
import { TextField } from '#ui/fields.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { toast } from '#ui/toast.ts';
import { localDay, usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { browserZone } from '#ui/calendar-date.tsx';
import { AssigneeChoice } from './case-head.tsx';
import classes from './cases.module.css';
import { addTask, useChangeTask, useRefreshCases } from './cases.queries.ts';
import { DayField } from './day-field.tsx';

/** What is to be done. Tasks that the case makes itself close themselves when the fact arrives; the others people close. */
export function CaseTasks({ of }: { of: Case }) {
  const [showsDone, setShowsDone] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  const open = of.tasks.filter(({ state }) => state === 'open');
  const closed = of.tasks.filter(({ state }) => state !== 'open');
  return (
    <section className={classes.card} aria-labelledby="case-tasks">
      <div className={classes.head}>
        <Title order={2} id="case-tasks">
          Tasks
        </Title>
        {!isAdding && (
          <Button size="compact-sm" variant="subtle" onClick={() => setIsAdding(true)}>
            Add a task
          </Button>
        )}
      </div>
      {open.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing is left to do.
        </Text>
      )}
      <ul className={classes.plain}>
        {open.map((task) => (
          <TaskLine key={task.id} task={task} />
        ))}
      </ul>
      {isAdding && <AddTask caseId={of.id} onDone={() => setIsAdding(false)} />}
      {closed.length > 0 && (
        <>
          <div>
            <Button size="compact-sm" variant="subtle" aria-expanded={showsDone} onClick={() => setShowsDone(!showsDone)}>
              {showsDone ? 'Hide what is done' : `Show ${closed.length} done`}
            </Button>
          </div>
          {showsDone && (
            <ul className={classes.plain}>
              {closed.map((task) => (
                <TaskLine key={task.id} task={task} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

function TaskLine({ task }: { task: CaseTask }) {
  const [isOpened, setIsOpened] = useState(false);
  const change = useChangeTask();
  const isOpen = task.state === 'open';
  const save = (body: { state?: CaseTask['state']; assignee_id?: string | null; due_on?: string | null }) =>
    change.mutate(
      { id: task.id, version: task.version, ...body },
      { onError: (error) => toast({ kind: 'danger', message: placeErrors(error, [], LIST_ERROR).banner ?? UNKNOWN_ERROR }) },
    );
  const [today] = useState(() => localDay(new Date(), browserZone()));
  const isLate = isOpen && task.due_on !== null && task.due_on < today;
  const details = [
    task.assignee === null ? null : `for ${task.assignee.name}`,
    task.due_on === null ? null : `due ${usDate(task.due_on)}`,
    task.closed_itself ? 'closed by itself' : task.state === 'dropped' ? 'dropped' : null,
  ].filter((part) => part !== null);
  return (
    <li>
      <div className={classes.row}>
        <Checkbox
          className={classes.grow}
          label={<span className={isOpen ? undefined : classes.done}>{task.title}</span>}
          checked={!isOpen}
          disabled={change.isPending}
          onChange={(event) => save({ state: event.currentTarget.checked ? 'done' : 'open' })}
        />
        {isLate && <StatusBadge tone="danger">Late</StatusBadge>}
        {isOpen && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={isOpened}
            aria-label={`Who and when: ${task.title}`}
            onClick={() => setIsOpened(!isOpened)}
          >
            Who and when
          </Button>
        )}
      </div>
      {details.length > 0 && <div className={classes.small}>{details.join(', ')}</div>}
      {isOpened && isOpen && (
        <div className={classes.settings}>
          <AssigneeChoice label="For" value={task.assignee} onChange={(assignee_id) => save({ assignee_id })} />
          <DayField label="Due" day={task.due_on} onDay={(due_on) => save({ due_on })} />
          <Button variant="default" onClick={() => save({ state: 'dropped' })}>
            Drop it
          </Button>
        </div>
      )}
    </li>
  );
}

function AddTask({ caseId, onDone }: { caseId: string; onDone: () => void }) {
  const refresh = useRefreshCases();
  const sent = useSentForm({
    defaultValues: { title: '' },
    fields: ['title'],
    fallback: UNKNOWN_ERROR,
    send: ({ title }) => addTask(caseId, { title }),
    done: async () => {
      await refresh();
      onDone();
    },
  });
  return (
    <SentForm
      sent={sent}
      submitLabel="Add"
      beside={
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      }
    >
      <TextField form={sent.form} name="title" label="What is to be done?" maxLength={200} autoComplete="off" />
    </SentForm>
  );
}
