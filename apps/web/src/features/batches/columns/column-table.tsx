import type { ShownColumn } from '@coverlight/contract/batches/batch.schema.ts';
import { BATCH_COLUMNS, type BatchColumn } from '@coverlight/contract/batches/columns.schema.ts';
import { dayOf } from '@coverlight/domain/batches/dates.ts';
import { latestToday, usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { Button, InputBase, Text } from '@mantine/core';
import { IconArrowsExchange, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { type Column, DataTable } from '#ui/data-table.tsx';
import classes from './column-table.module.css';
import { COLUMN_WORDS, ORDER_WORDS } from '../batch-words.ts';
import { isDateColumn, losesMeaning, orderOf, withMeaning, withNextOrder, type MappingDraft } from './mapping-draft.ts';

interface ColumnTableProps {
  columns: readonly ShownColumn[];
  draft: MappingDraft;
  onChange: (draft: MappingDraft) => void;
}
type Placed = ShownColumn & { place: number };

const headerOf = ({ header, place }: Placed): string => (header === '' ? `column ${place + 1}` : header);

/** Each column with its heading, examples, meaning and, of days, their order. */
export function ColumnTable({ columns, draft, onChange }: ColumnTableProps) {
  const placed: Placed[] = columns.map((column, place) => ({ ...column, place }));
  const [lost, setLost] = useState<string | null>(null);
  const give = (column: Placed, meaning: BatchColumn | null) => {
    const loser = losesMeaning(draft, column.place, meaning);
    const named = loser === null ? undefined : placed[loser];
    setLost(named === undefined ? null : `${headerOf(named)} meant that before, and is not used now.`);
    onChange(withMeaning(draft, column.place, meaning));
  };
  return (
    <>
      <Text size="sm" role="status">
        {lost}
      </Text>
      <DataTable
        label="Columns of the list"
        columns={columnsOf(draft, give, onChange)}
        rows={placed}
        rowId={({ place }) => String(place)}
        rowLabel={headerOf}
        empty={null}
      />
    </>
  );
}

const columnsOf = (
  draft: MappingDraft,
  give: (column: Placed, meaning: BatchColumn | null) => void,
  onChange: (draft: MappingDraft) => void,
): readonly Column<Placed>[] => [
  { id: 'header', header: 'In your list', cell: (column) => <strong data-column={column.place}>{headerOf(column)}</strong> },
  { id: 'examples', header: 'Examples', cell: ({ examples }) => <Examples examples={examples} /> },
  {
    id: 'meaning',
    header: 'Means',
    cell: (column) => (
      <Meaning name={headerOf(column)} value={draft.fields[column.place] ?? null} onChange={(meaning) => give(column, meaning)} />
    ),
  },
  { id: 'order', header: 'Days', cell: (column) => <Order column={column} draft={draft} onChange={onChange} /> },
];

function Examples({ examples }: { examples: readonly string[] }) {
  if (examples.length === 0) return <Text c="dimmed">empty</Text>;
  return <div className={classes.examples}>{examples.join('\n')}</div>;
}

function Meaning(props: { name: string; value: BatchColumn | null; onChange: (meaning: BatchColumn | null) => void }) {
  const { name, value, onChange } = props;
  return (
    <InputBase
      component="select"
      aria-label={`Meaning of ${name}`}
      value={value ?? ''}
      pointer
      miw={190}
      rightSection={<IconChevronDown size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      onChange={(event) => onChange(BATCH_COLUMNS.find((one) => one === event.currentTarget.value) ?? null)}
    >
      <option value="">Not used</option>
      {BATCH_COLUMNS.map((one) => (
        <option key={one} value={one}>
          {COLUMN_WORDS[one]}
        </option>
      ))}
    </InputBase>
  );
}

function Order({ column, draft, onChange }: { column: Placed; draft: MappingDraft; onChange: (draft: MappingDraft) => void }) {
  const [today] = useState(() => latestToday(new Date()));
  const field = draft.fields[column.place] ?? null;
  const [example] = column.examples;
  if (!isDateColumn(field)) return null;
  const order = orderOf(draft, field);
  const day = example === undefined ? null : dayOf(example, order, field, today);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconArrowsExchange size={14} aria-hidden />}
        onClick={() => onChange(withNextOrder(draft, field))}
      >
        {ORDER_WORDS[order]}
      </Button>
      {example !== undefined && (
        <Text size="xs" c={day === null ? 'var(--mantine-color-error)' : 'dimmed'} mt={4}>
          {day === null ? `${example} is no such day` : `${example} is ${dayInWords(day)}`}
        </Text>
      )}
    </>
  );
}

/** With the month in words, or the order would not be seen. */
function dayInWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? usDate(day)
    : new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(date);
}
