import type { CallSheet, CallValue } from '@coverlight/contract/cases/call-sheet.schema.ts';
import { Button, Group, Text } from '@mantine/core';
import { IconPhonePause } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { PhoneLink } from '#features/inquiries/coverage/phone-link.tsx';
import { forgetTypedForm, rememberTypedForm, typedForm } from '#lib/form-memory.ts';
import { currentUser, onSessionEnded } from '#lib/session.ts';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { CallEnd } from './call-end.tsx';
import { clockText } from './call-facts.tsx';
import { CallQuestionView } from './call-question.tsx';
import { questionId, valueWords } from './call-value.ts';
import classes from './calls.module.css';
import { type CallClock, useCallClock } from './use-call-clock.ts';

interface Told {
  values: Readonly<Record<string, CallValue>>;
  calledAt: string;
  heldSeconds: number;
}

/** What was told when the session ended, for the same person; else a new call. */
function startOf(sheetId: string): Told {
  const user = currentUser();
  const kept = user === null ? null : (typedForm(`call ${sheetId}`, user.id) as Told | null);
  forgetTypedForm(`call ${sheetId}`);
  return kept ?? { values: {}, calledAt: new Date().toISOString(), heldSeconds: 0 };
}

/** The call itself: one question at a time, then who told it. Nothing is stored before the reference number is there. */
export function CallRun({ sheet, onEnded }: { sheet: CallSheet; onEnded: () => void }) {
  const [start] = useState(() => startOf(sheet.id));
  const [values, setValues] = useState(start.values);
  const clock = useCallClock(start);
  const open = sheet.questions.filter(({ answer_id: answer }) => answer === null);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      open.findIndex((question) => !(questionId(question) in start.values)),
    ),
  );
  const isStored = useRef(false);
  useRememberedCall(sheet.id, { values, calledAt: clock.calledAt, heldSeconds: clock.holdSeconds });
  const question = open[at];
  const told = Object.keys(values).length;
  const forget = (key: string) => setValues(Object.fromEntries(Object.entries(values).filter(([id]) => id !== key)));
  return (
    <div className={classes.run}>
      <div className={classes.ask}>
        <CallLine sheet={sheet} clock={clock} />
        {question === undefined ? (
          <CallEnd
            sheet={sheet}
            values={values}
            clock={clock}
            onBack={() => setAt(Math.max(0, open.length - 1))}
            onStored={() => {
              isStored.current = true;
              onEnded();
            }}
            onGiveUp={onEnded}
          />
        ) : (
          <CallQuestionView
            key={questionId(question)}
            question={question}
            place={`Question ${at + 1} of ${open.length}`}
            value={values[questionId(question)]}
            onValue={(value) => {
              setValues({ ...values, [questionId(question)]: value });
              setAt(at + 1);
            }}
            onClear={() => forget(questionId(question))}
            onNext={() => setAt(at + 1)}
            {...(at > 0 ? { onBack: () => setAt(at - 1) } : {})}
          />
        )}
      </div>
      <nav className={classes.card} aria-label="Questions of this call">
        <Group justify="space-between" gap="xs">
          <Text size="sm" role="status">{`${told} of ${open.length} answered`}</Text>
          {question !== undefined && (
            <Button size="compact-sm" variant="default" onClick={() => setAt(open.length)}>
              End the call
            </Button>
          )}
        </Group>
        <ol className={classes.questions}>
          {open.map((one, index) => {
            const value = values[questionId(one)];
            return (
              <li key={questionId(one)}>
                <button
                  type="button"
                  className={classes.jump}
                  aria-current={index === at ? 'step' : undefined}
                  onClick={() => setAt(index)}
                >
                  {one.words}
                  {value !== undefined && <strong>{` ${valueWords(value)}`}</strong>}
                </button>
              </li>
            );
          })}
        </ol>
      </nav>
      <LeaveGuard
        mayLose={() => told > 0 && !isStored.current && currentUser() !== null}
        message="What was told in this call has not been saved. End the call with its reference number first."
      />
    </div>
  );
}

/** What was told stands there again after signing in once more; in memory only. */
function useRememberedCall(sheetId: string, told: Told): void {
  const newest = useRef(told);
  useEffect(() => {
    newest.current = told;
  });
  const [openedBy] = useState(() => currentUser()?.id ?? null);
  useEffect(
    () =>
      onSessionEnded((end) => {
        if (end === 'left' || openedBy === null || Object.keys(newest.current.values).length === 0) return;
        rememberTypedForm(`call ${sheetId}`, openedBy, newest.current);
      }),
    [sheetId, openedBy],
  );
}

function CallLine({ sheet, clock }: { sheet: CallSheet; clock: CallClock }) {
  return (
    <div className={classes.line}>
      <span>
        {sheet.company} {sheet.phone !== null && <PhoneLink number={sheet.phone} />}
      </span>
      <span className="tabular" role="timer" aria-label="The call so far">
        {clockText(clock.seconds)}
      </span>
      <Button
        size="compact-sm"
        variant={clock.isOnHold ? 'filled' : 'default'}
        leftSection={<IconPhonePause size={16} aria-hidden />}
        aria-pressed={clock.isOnHold}
        onClick={clock.toggleHold}
      >
        {`On hold ${clockText(clock.holdSeconds)}`}
      </Button>
    </div>
  );
}
