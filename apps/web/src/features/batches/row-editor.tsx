import type { BatchRow, RowChanges } from '@coverlight/contract/batches/batch.schema.ts';
import { CONTENT_FIELDS, type ContentField } from '@coverlight/contract/batches/columns.schema.ts';
import type { Payer } from '@coverlight/contract/payers/payer.schema.ts';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { optionsOf, type PayerChoice } from '#features/payers/payer-options.ts';
import { PayerSelect } from '#features/payers/payer-select.tsx';
import { payersOptions } from '#features/payers/payers.queries.ts';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { dateDigitsFromIso, dateMask, isoFromDateDigits } from '#ui/digit-mask.ts';
import { DigitsInput } from '#ui/digits-input.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { COLUMN_WORDS, isContentField, rowName } from './batch-words.ts';
import { useUpdateRow, type RowChange } from './batches.queries.ts';
import classes from './row-editor.module.css';

/** What nearly every payer wants. */
const MAIN: readonly ContentField[] = ['member_id', 'first', 'last', 'birth_date'];
const DAYS: readonly ContentField[] = ['birth_date', 'subscriber_birth_date'];
/** The payer is chosen, not typed. */
const NOT_TYPED: readonly ContentField[] = ['payer_name', 'payer_id'];

interface RowEditorProps {
  batchId: string;
  row: BatchRow;
  /** All that is usual, or only what has to be mended. */
  shows: 'main' | 'problems';
  submitLabel: string;
  takesFocus?: boolean;
  onDone?: () => void;
}

/** Mends a row where it stands, with the words at the cell. Enter keeps it. */
export function RowEditor({ batchId, row, shows, submitLabel, takesFocus = false, onDone }: RowEditorProps) {
  const [typed, setTyped] = useState<RowChanges>({});
  const [payer, setPayer] = useState<string | null>(null);
  const [isWhole, setIsWhole] = useState(shows === 'main');
  const update = useUpdateRow(batchId);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [takesFocus]);
  useEscape(form, onDone);
  const fields = fieldsOf(row, isWhole);
  const asksPayer = isWhole || row.state === 'needs-payer' || row.problems.some(({ field }) => field === 'payer');
  const refused = update.error === null ? null : placeErrors(update.error, [...CONTENT_FIELDS, 'payer'], UNKNOWN_ERROR);
  const save = () => {
    if (update.isPending) return;
    const change: RowChange = { content: typed, ...(payer === null ? {} : { payer }) };
    update.mutate(
      { row: row.row, change },
      {
        onSuccess: () => {
          setTyped({});
          setPayer(null);
          onDone?.();
        },
      },
    );
  };
  const isTyped = Object.keys(typed).length > 0 || payer !== null;
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label={`Mend ${rowName(row)}`}
      aria-busy={update.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <ErrorBanner message={refused?.banner ?? null} />
      <div className={classes.fields}>
        {fields.map((field) => (
          <CellField
            key={field}
            field={field}
            row={row}
            typed={typed[field]}
            refused={refused?.fields[field]}
            onType={(value) => setTyped({ ...typed, [field]: value })}
          />
        ))}
        {asksPayer && <PayerOfRow row={row} chosen={payer} onChange={setPayer} />}
      </div>
      <OtherWords row={row} shown={fields} />
      <Group gap="xs" mt="xs">
        <Button type="submit" size="compact-sm" loading={update.isPending}>
          {submitLabel}
        </Button>
        {!isWhole && (
          <Button variant="subtle" size="compact-sm" onClick={() => setIsWhole(true)}>
            More fields
          </Button>
        )}
        {onDone && (
          <Button variant="default" size="compact-sm" onClick={onDone}>
            Cancel
          </Button>
        )}
      </Group>
      <LeaveGuard mayLose={() => isTyped && !update.isPending} message="What you mended in a row has not been kept." />
    </form>
  );
}

function useEscape(form: RefObject<HTMLFormElement | null>, leave: (() => void) | undefined): void {
  useEffect(() => {
    const element = form.current;
    const press = (event: KeyboardEvent) => {
      // An open list of payers has the key first.
      if (event.key === 'Escape' && !event.defaultPrevented) leave?.();
    };
    element?.addEventListener('keydown', press);
    return () => element?.removeEventListener('keydown', press);
  }, [form, leave]);
}

function fieldsOf(row: BatchRow, isWhole: boolean): ContentField[] {
  const faulty = row.problems.map(({ field }) => field).filter(isContentField);
  const filled = CONTENT_FIELDS.filter((field) => (row.content?.[field] ?? null) !== null);
  const wanted = new Set<ContentField>(isWhole ? [...MAIN, ...filled, ...faulty] : faulty);
  const order = [...MAIN, ...CONTENT_FIELDS.filter((field) => !MAIN.includes(field))];
  return order.filter((field) => wanted.has(field) && !NOT_TYPED.includes(field));
}

interface CellFieldProps {
  field: ContentField;
  row: BatchRow;
  /** Undefined while nobody types. */
  typed: string | null | undefined;
  refused: string | undefined;
  onType: (value: string) => void;
}

function CellField({ field, row, typed, refused, onType }: CellFieldProps) {
  const problem = row.problems.filter((one) => one.field === field).map(({ words }) => words);
  const warning = row.warnings.filter((one) => one.field === field).map(({ words }) => words);
  const now = typed ?? row.content?.[field] ?? '';
  const error = refused ?? (problem.length > 0 && typed === undefined ? problem.join(' ') : undefined);
  if (DAYS.includes(field)) return <DayField {...{ field, now, error, onType }} />;
  return (
    <TextInput
      label={COLUMN_WORDS[field]}
      description={warning.length > 0 ? warning.join(' ') : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      autoComplete="off"
      size="sm"
      value={now}
      error={error}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}

/** What could not be read as a day stands below the field, which then begins empty. */
function DayField(props: { field: ContentField; now: string; error: string | undefined; onType: (value: string) => void }) {
  const { field, now, error, onType } = props;
  const [unread] = useState(() => (now !== '' && dateDigitsFromIso(now) === '' ? now : null));
  const [digits, setDigits] = useState(() => dateDigitsFromIso(now));
  return (
    <DigitsInput
      mask={dateMask}
      label={COLUMN_WORDS[field]}
      placeholder="MM/DD/YYYY"
      description={unread === null ? undefined : `In your list: ${unread}`}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      size="sm"
      value={digits}
      error={error}
      onChange={(next) => {
        setDigits(next);
        // Half a day is sent as it was typed: the words about it come back.
        onType(isoFromDateDigits(next) ?? next);
      }}
    />
  );
}

function PayerOfRow({ row, chosen, onChange }: { row: BatchRow; chosen: string | null; onChange: (id: string | null) => void }) {
  const payers = useQuery(payersOptions);
  if (!payers.data) return null;
  const words = row.problems.filter(({ field }) => field === 'payer').map((one) => one.words);
  return (
    <PayerSelect
      payers={payers.data}
      value={choiceOf(chosen ?? row.payer?.id ?? '', payers.data)}
      {...(row.payer === null && row.content?.payer_name != null ? { wanted: row.content.payer_name } : {})}
      error={chosen === null && words.length > 0 ? words.join(' ') : undefined}
      onChange={({ payerId, childId }) => onChange((childId || payerId) === '' ? null : childId || payerId)}
    />
  );
}

function choiceOf(id: string, payers: readonly Payer[]): PayerChoice {
  const option = optionsOf(payers).find(({ key }) => key === id);
  return { payerId: option?.payerId ?? '', childId: option?.childId ?? '' };
}

/** What belongs to no field that stands here. */
function OtherWords({ row, shown }: { row: BatchRow; shown: readonly ContentField[] }) {
  const others = row.problems.filter(({ field }) => field !== 'payer' && !(isContentField(field) && shown.includes(field)));
  return others.map(({ field, words }) => (
    <Text key={`${field} ${words}`} size="sm" c="var(--mantine-color-error)">
      {words}
    </Text>
  ));
}
