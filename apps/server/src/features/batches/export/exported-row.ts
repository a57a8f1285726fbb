/** A row of a batch in the words of a list that is taken along (product.md 19.5). */
import type { BatchRow, RowState } from '@coverlight/contract/batches/batch.schema.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import { presentBatchRow } from '../batches.presenter.ts';
import type { ShownRow } from '../rows/batch-rows.repository.ts';

export interface ExportedRow {
  cells: string[];
  /** For print. */
  patient: string;
  born: string;
  memberId: string;
  payer: string;
  state: string;
  plan: string;
  money: string[];
  flags: string[];
}

export const HEADING = [
  'Row',
  'Last name',
  'First name',
  'Birth date',
  'Member ID',
  'Payer',
  'Check',
  'Needs',
  'Plan status',
  'Plan',
  'Money left in network',
  'Flags',
  'Problems',
  'Appointment',
  'External ID',
  'Check ID',
];

export const STATE_WORDS: Readonly<Record<RowState, string>> = {
  read: 'Read',
  ready: 'Ready',
  'needs-fix': 'Needs a fix',
  'needs-payer': 'Needs a payer',
  duplicate: 'Twice in the list',
  reused: 'Answer reused',
  'left-out': 'Left out',
  queued: 'Waits',
  asking: 'Being asked',
  answered: 'Answered',
  refused: 'Refused',
  failed: 'Could not be asked',
  stopped: 'Stopped',
  'over-budget': 'Over the bound',
};

const NEEDS_WORDS = ['Refused', 'Urgent', 'Changed', 'Cost not stated', 'Clean'];

export function exportedRow(stored: ShownRow, keys: OrganizationKeys, batchId: string, now: Date): ExportedRow {
  const row = presentBatchRow(stored, keys, batchId, now);
  const { content, result } = row;
  const birthDate = usDate(content?.birth_date ?? '');
  const payer = row.payer?.name ?? content?.payer_name ?? '';
  const state = STATE_WORDS[row.state];
  const status = statusWords(row);
  const money = result?.money ?? [];
  const flags = result?.flags ?? [];
  const problems = [...row.problems.map(({ words }) => words), ...Object.values(result?.remote_errors ?? {})];
  return {
    cells: [
      String(row.row),
      content?.last ?? '',
      content?.first ?? '',
      birthDate,
      content?.member_id ?? '',
      payer,
      state,
      row.needs === null ? '' : (NEEDS_WORDS[row.needs] ?? ''),
      status,
      result?.plan ?? '',
      money.join('; '),
      flags.join('; '),
      problems.join(' '),
      (content?.appointment_at ?? '').replace('T', ' '),
      content?.external_id ?? '',
      row.inquiry_id ?? '',
    ],
    patient: [content?.last, content?.first].filter((part) => part !== null && part !== undefined && part !== '').join(', '),
    born: birthDate,
    memberId: content?.member_id ?? '',
    payer,
    state: status === '' ? state : status,
    plan: result?.plan ?? '',
    money,
    flags: [...flags, ...problems],
  };
}

/** '' where the payer said nothing, which is not inactive; of an answer that may be about somebody else nobody can say. */
function statusWords({ state, result }: BatchRow): string {
  if (result === null || (state !== 'answered' && state !== 'reused')) return '';
  return result.may_be_somebody_else ? 'Not clear whose answer it is' : (result.plan_status ?? 'Status not stated');
}
