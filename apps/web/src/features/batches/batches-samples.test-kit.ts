/** Batches of invented people, for tests. */
import { ROW_NEEDS, ROW_STATES, type Batch, type BatchRow } from '@coverlight/contract/batches/batch.schema.ts';
import { CONTENT_FIELDS } from '@coverlight/contract/batches/columns.schema.ts';
import type { RecheckRule } from '@coverlight/contract/batches/recheck.schema.ts';
import { anId } from '../../samples.test-kit.ts';

type Over<T, Loose extends keyof T> = Partial<Omit<T, Loose>> & { [Key in Loose]?: Partial<T[Key]> };

export function aBatch({ counts, needs, ...over }: Over<Batch, 'counts' | 'needs'> = {}): Batch {
  return {
    id: anId(500),
    state: 'review',
    source: 'paste',
    rule: null,
    provider: { id: anId(30), name: 'Harbor Main Street' },
    user: { id: anId(9), name: 'Robin Vale' },
    sheets: null,
    sheet: null,
    columns: [],
    mapping: null,
    is_mapping_remembered: false,
    cost: null,
    ceiling: null,
    reuse_days: 1,
    progress: { done: 0, total: 0, seconds_left: null },
    created_at: '2026-03-02T15:04:00Z',
    started_at: null,
    ended_at: null,
    contents_until: null,
    ...over,
    counts: { ...(Object.fromEntries(ROW_STATES.map((state) => [state, 0])) as Batch['counts']), ...counts },
    needs: { ...(Object.fromEntries(ROW_NEEDS.map((need) => [need, 0])) as Batch['needs']), ...needs },
  };
}

export function aBatchRow({
  content,
  ...over
}: Partial<Omit<BatchRow, 'content'>> & { content?: Partial<BatchRow['content']> } = {}): BatchRow {
  const empty = Object.fromEntries(CONTENT_FIELDS.map((field) => [field, null])) as NonNullable<BatchRow['content']>;
  return {
    row: 2,
    state: 'ready',
    needs: null,
    problems: [],
    warnings: [],
    payer: { id: anId(20), name: 'Summit Mutual' },
    inquiry_id: null,
    person_id: null,
    duplicate_of: null,
    is_done: false,
    result: null,
    ...over,
    content:
      content === null
        ? null
        : { ...empty, first: 'Ada', last: 'Quill', birth_date: '1980-02-29', member_id: 'AB12345', payer_name: 'Summit', ...content },
  };
}

export function aResult(over: Partial<NonNullable<BatchRow['result']>> = {}): NonNullable<BatchRow['result']> {
  return {
    status: 'complete',
    plan_status: 'Active Coverage',
    plan_state: 'active',
    may_be_somebody_else: false,
    is_handled_elsewhere: false,
    is_other_payer_first: false,
    remote_errors: {},
    plan: 'Summit Choice',
    money: ['Deductible $120.00'],
    flags: [],
    ...over,
  };
}

export function aRule(over: Partial<RecheckRule> = {}): RecheckRule {
  return {
    id: anId(700),
    name: 'Before the visit',
    who: { payers: [], insurance_types: [], tags: [], with_appointment: false, active_within_days: null },
    when: { kind: 'before_appointment', days: 3 },
    monthly_budget: 200,
    reuse_days: 1,
    is_on: true,
    user: { id: anId(9), name: 'Robin Vale' },
    used: 12,
    held_back: 0,
    last_run_at: null,
    created_at: '2026-03-02T15:04:00Z',
    ...over,
  };
}
