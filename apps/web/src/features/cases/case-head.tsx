import { type Case, CASE_STATES, type PaymentWay, PAYMENT_WAYS } from '@coverlight/contract/cases/case.schema.ts';
import { shownPatient } from '@coverlight/domain/inquiries/patient-identity.ts';
import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PatientName } from '#features/inquiries/patient-facts.tsx';
import { usersOptions } from '#features/users/users.queries.ts';
import { isConflict, placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { Choice } from '#ui/choice.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { toast } from '#ui/toast.ts';
import { dueWords, levelNames, PAYMENT_LABELS, STATE_LOOKS } from './case-words.ts';
import classes from './cases.module.css';
import { type CaseChange, changeCase, useChangeCase, useRefreshCases, useShowCase } from './cases.queries.ts';
import { DayField } from './day-field.tsx';
import { LevelsDialog } from './levels-dialog.tsx';

const CHANGED_MEANWHILE = 'Somebody has changed this case since. It now shows the newest; please look, and change it again.';
const UNDO_MS = 10_000;
const NOT_SAID = 'not-said';

/** Who it is about and where it stands. Each choice is stored at once; whatever changes it says so and can be taken back. */
export function CaseHead({ of }: { of: Case }) {
  const [isOpen, setIsOpen] = useState(false);
  const change = useChangeCase(of);
  const refresh = useRefreshCases();
  const show = useShowCase();
  const takeBack = async (changed: Case, back: CaseChange) => await show(await changeCase(changed, back)).catch(() => refresh());
  /** Each change can be taken back for as long as its message stands. */
  const save = (next: CaseChange, words: string, back: CaseChange) =>
    change.mutate(next, {
      onSuccess: (changed) =>
        toast({
          kind: 'success',
          message: words,
          id: 'case-changed',
          durationMs: UNDO_MS,
          action: { label: 'Undo', onClick: () => void takeBack(changed, back) },
        }),
      onError: (error) => {
        if (isConflict(error)) void refresh();
      },
    });
  const isEnded = ['admitted', 'declined', 'closed'].includes(of.state);
  return (
    <section className={classes.card} aria-label="Patient and state">
      <Person of={of} />
      <Text size="sm">
        {`Sought at ${of.provider.name}: `}
        <strong>{levelNames(of.levels)}</strong>{' '}
        {!isEnded && (
          <Button size="compact-xs" variant="subtle" onClick={() => setIsOpen(true)}>
            Change the levels
          </Button>
        )}
        {of.reason !== null && of.reason !== '' && ` ${of.reason}`}
      </Text>
      <ErrorBanner message={change.isError ? faultOf(change.error) : null} />
      <div className={classes.settings} aria-busy={change.isPending}>
        <Choice
          label="State"
          value={of.state}
          options={CASE_STATES.map((value) => ({ value, label: STATE_LOOKS[value].label }))}
          onChange={(state) => save({ state }, `The case is ${STATE_LOOKS[state].label.toLowerCase()}.`, { state: of.state })}
        />
        <AssigneeChoice
          value={of.assignee}
          onChange={(assignee_id) => save({ assignee_id }, 'The assignment was changed.', { assignee_id: of.assignee?.id ?? null })}
        />
        <DayField
          label="Due"
          day={of.due_on}
          onDay={(due_on) =>
            save({ due_on }, due_on === null ? 'The due day was removed.' : `It is ${dueWords(due_on)}.`, { due_on: of.due_on })
          }
        />
        <Choice
          label="How it is paid"
          value={of.payment ?? NOT_SAID}
          options={[
            { value: NOT_SAID, label: 'Not asked yet' },
            ...PAYMENT_WAYS.map((value) => ({ value: value as string, label: PAYMENT_LABELS[value] })),
          ]}
          onChange={(value) =>
            save({ payment: value === NOT_SAID ? null : (value as PaymentWay) }, 'How it is paid was changed.', { payment: of.payment })
          }
        />
      </div>
      {isOpen && <LevelsDialog of={of} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

function faultOf(error: unknown): string {
  if (isConflict(error)) {
    const { banner } = placeErrors(error, [], CHANGED_MEANWHILE);
    return banner ?? CHANGED_MEANWHILE;
  }
  return placeErrors(error, [], UNKNOWN_ERROR).banner ?? UNKNOWN_ERROR;
}

function Person({ of }: { of: Case }) {
  const { memberId, birthDate } = shownPatient(of.patient);
  return (
    <div className={classes.person}>
      <StatusBadge tone={STATE_LOOKS[of.state].tone}>{STATE_LOOKS[of.state].label}</StatusBadge>
      {of.is_late && <StatusBadge tone="danger">Late</StatusBadge>}
      <strong>
        <PatientName row={of.patient} />
      </strong>
      {birthDate !== null && <span className="tabular">{`born ${birthDate.text}`}</span>}
      {memberId !== null && <span className="tabular">{`Member ID ${memberId.text}`}</span>}
      <span>{of.payer.name}</span>
      {of.person_id !== null && <PersonLink personId={of.person_id} />}
    </div>
  );
}

function PersonLink({ personId }: { personId: string }) {
  return (
    <Anchor renderRoot={(props) => <Link to="/persons/$id" params={{ id: personId }} {...props} />}>All checks of this patient</Anchor>
  );
}

interface AssigneeChoiceProps {
  label?: string;
  value: { id: string; name: string } | null;
  onChange: (id: string | null) => void;
}

/** Whoever may see the case can be given it; a restricted person sees only themselves here. */
export function AssigneeChoice({ label = 'Assigned to', value, onChange }: AssigneeChoiceProps) {
  const me = useCurrentUser();
  const users = useQuery(usersOptions);
  const others = (users.data ?? [])
    .filter(({ id }) => id !== me?.id)
    .map(({ id, first_name, last_name }) => ({ value: id, label: `${first_name} ${last_name}` }));
  const known = [{ value: '', label: 'Nobody' }, ...(me ? [{ value: me.id, label: `${me.name} (me)` }] : []), ...others];
  const options =
    value === null || known.some((one) => one.value === value.id) ? known : [...known, { value: value.id, label: value.name }];
  return <Choice label={label} value={value?.id ?? ''} options={options} onChange={(id) => onChange(id === '' ? null : id)} />;
}
