/** How batches, their rows and columns are called (product.md 19). */
import type { Batch, BatchRow, BatchState, RowState } from '@coverlight/contract/batches/batch.schema.ts';
import { CONTENT_FIELDS, type BatchColumn, type ContentField, type DateOrder } from '@coverlight/contract/batches/columns.schema.ts';
import type { StatusIcon, Tone } from '#ui/status-badge.tsx';

interface Look {
  tone: Tone;
  icon: StatusIcon;
  word: string;
}

export const BATCH_LOOKS: Readonly<Record<BatchState, Look>> = {
  reading: { tone: 'info', icon: 'clock', word: 'Being read' },
  columns: { tone: 'warning', icon: 'pencil', word: 'Columns to confirm' },
  review: { tone: 'warning', icon: 'pencil', word: 'Not sent yet' },
  sending: { tone: 'info', icon: 'clock', word: 'Sending' },
  paused: { tone: 'warning', icon: 'ban', word: 'Paused' },
  done: { tone: 'success', icon: 'check', word: 'Done' },
  stopped: { tone: 'neutral', icon: 'ban', word: 'Stopped' },
};

export const ROW_LOOKS: Readonly<Record<RowState, Look>> = {
  read: { tone: 'neutral', icon: 'clock', word: 'Being checked' },
  ready: { tone: 'success', icon: 'check', word: 'Ready' },
  'needs-fix': { tone: 'warning', icon: 'pencil', word: 'To mend' },
  'needs-payer': { tone: 'warning', icon: 'question', word: 'Payer to choose' },
  duplicate: { tone: 'neutral', icon: 'info', word: 'Duplicate' },
  reused: { tone: 'info', icon: 'check', word: 'Reuses an answer' },
  'left-out': { tone: 'neutral', icon: 'ban', word: 'Left out' },
  queued: { tone: 'neutral', icon: 'clock', word: 'Waiting' },
  asking: { tone: 'info', icon: 'clock', word: 'Asking' },
  answered: { tone: 'success', icon: 'check', word: 'Answered' },
  refused: { tone: 'danger', icon: 'cross', word: 'Refused' },
  failed: { tone: 'danger', icon: 'cross', word: 'Could not ask' },
  stopped: { tone: 'neutral', icon: 'ban', word: 'Stopped' },
  'over-budget': { tone: 'warning', icon: 'ban', word: 'Beyond your bound' },
};

export const SOURCE_WORDS: Readonly<Record<Batch['source'], string>> = {
  paste: 'pasted',
  csv: 'from a CSV',
  xlsx: 'from an XLSX',
  api: 'from a program',
  plan: 'planned',
};

export const COLUMN_WORDS: Readonly<Record<BatchColumn, string>> = {
  external_id: 'Chart number',
  first: 'First name',
  last: 'Last name',
  full_name: 'Whole name',
  suffix: 'Suffix',
  birth_date: 'Date of birth',
  gender: 'Sex',
  member_id: 'Member ID',
  payer_name: 'Payer',
  payer_id: 'Payer ID',
  group_number: 'Group number',
  relationship: 'Relationship to the subscriber',
  subscriber_first: "Subscriber's first name",
  subscriber_last: "Subscriber's last name",
  subscriber_full_name: "Subscriber's whole name",
  subscriber_birth_date: "Subscriber's date of birth",
  subscriber_member_id: "Subscriber's member ID",
  appointment_at: 'Appointment',
  provider_name: 'Facility',
  provider_npi: 'NPI of the facility',
  service_type: 'Service type',
  level_of_care: 'Level of care',
  tag: 'Tag',
};

export const ORDER_WORDS: Readonly<Record<DateOrder, string>> = {
  mdy: 'month, day, year',
  dmy: 'day, month, year',
  ymd: 'year, month, day',
};

export const isContentField = (field: string): field is ContentField => (CONTENT_FIELDS as readonly string[]).includes(field);

export const inGroups = (count: number): string => count.toLocaleString('en-US');
export const many = (count: number, one: string, several: string): string => `${inGroups(count)} ${count === 1 ? one : several}`;

/** Of a row whose contents are gone, or that names nobody, its place in the list. */
export function rowName({ row, content }: Pick<BatchRow, 'row' | 'content'>): string {
  const name = [content?.first, content?.last].filter((part) => part != null && part !== '').join(' ');
  return name === '' ? `row ${row}` : name;
}

/** 'about 4 min left'; null where nothing tells it. */
export function timeLeft(seconds: number | null): string | null {
  if (seconds === null) return null;
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${minutes} min left`;
  return `about ${Math.round(minutes / 60)} h left`;
}

const sumOf = (counts: Batch['counts'], states: readonly RowState[]): number =>
  states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

export const WAITING_FOR_YOU: readonly RowState[] = ['needs-fix', 'needs-payer'];
const ALL_OF_A_LIST = Object.keys(ROW_LOOKS) as RowState[];

export const countRows = (batch: Batch, states: readonly RowState[] = ALL_OF_A_LIST): number => sumOf(batch.counts, states);

/** What a list says of a batch in a few words. */
export function progressWords(batch: Batch): string {
  const rows = countRows(batch);
  if (batch.state === 'columns' || batch.state === 'reading') return 'not read yet';
  if (batch.state === 'review') {
    const waiting = countRows(batch, WAITING_FOR_YOU);
    return waiting === 0 ? many(rows, 'row', 'rows') : `${many(rows, 'row', 'rows')}, ${many(waiting, 'needs you', 'need you')}`;
  }
  const { done, total } = batch.progress;
  return `${inGroups(done)} of ${many(total, 'check', 'checks')}`;
}
