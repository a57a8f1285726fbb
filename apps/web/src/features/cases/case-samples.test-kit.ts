/** Valid cases with invented people, for tests. */
import type { CallSheet } from '@coverlight/contract/cases/call-sheet.schema.ts';
import { GRID_FACTS, GRID_NETWORKS, type GridCell } from '@coverlight/contract/cases/case-grid.schema.ts';
import { CARE_LEVELS } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Case } from '@coverlight/contract/cases/case.schema.ts';
import { anId } from '../../samples.test-kit.ts';

export function aCase(over: Partial<Case> = {}): Case {
  return {
    id: anId(500),
    person_id: null,
    patient: { patient: 'Ada Quill', member_id: 'AB12345', birth_date: '1980-02-29', returned_patient: null },
    payer: { id: anId(20), name: 'Summit Mutual' },
    provider: { id: anId(30), name: 'Harbor Main Street' },
    levels: ['op'],
    state: 'new',
    assignee: null,
    due_on: null,
    is_late: false,
    open_tasks: 0,
    created_by: { id: anId(9), name: 'Robin Vale' },
    created_at: '2026-03-02T15:04:00Z',
    updated_at: '2026-03-02T15:04:00Z',
    version: 1,
    reason: null,
    payment: null,
    inquiries: [
      {
        id: anId(100),
        role: 'main',
        company: null,
        hop: 0,
        payer: { id: anId(20), name: 'Summit Mutual' },
        status: 'complete',
        may_be_somebody_else: false,
        created_at: '2026-03-02T15:04:00Z',
        answered_at: '2026-03-02T15:04:05Z',
      },
    ],
    companies: [],
    tasks: [],
    known: { known: 10, of: 14, not_stated: 2, not_asked: 1, not_clear: 1, filtered: 0 },
    network: {
      verdict: 'out',
      rule: { id: anId(700), order: 12, source: 'contract', from: null, to: '2027-06-30', note: null },
      words: 'Out of network by your rule 12 (contract, until 06/30/2027)',
    },
    ...over,
  };
}

export function aCell(over: Partial<GridCell> & Pick<GridCell, 'fact' | 'network'>): GridCell {
  return {
    level: 'op',
    state: 'not-stated',
    value: null,
    said_for: null,
    said_by: null,
    line_ids: [],
    inquiry_id: null,
    call_answer_id: null,
    called_at: null,
    beside: [],
    ask: null,
    ...over,
  };
}

/** 70 cells, of which those named differ. */
export function aGrid(...cells: GridCell[]): GridCell[] {
  return CARE_LEVELS.flatMap((level) =>
    GRID_FACTS.flatMap((fact) =>
      GRID_NETWORKS.map(
        (network) =>
          cells.find((cell) => cell.level === level && cell.fact === fact && cell.network === network) ?? {
            ...aCell({ fact, network }),
            level,
          },
      ),
    ),
  );
}

export function aSheet(over: Partial<CallSheet> = {}): CallSheet {
  const ofCell = { level: 'op', said: null, said_by: null, company: 'Summit Mutual', answer_id: null } as const;
  return {
    id: anId(600),
    case_id: anId(500),
    inquiry_id: anId(100),
    company: 'Summit Mutual',
    purpose: null,
    state: 'calling',
    phone: '8005550177',
    phone_origin: 'plan-contact',
    phones: [{ phone: '8005550177', origin: 'plan-contact', name: 'Provider services', words: 'Named for the plan' }],
    questions: [
      {
        ...ofCell,
        question: 'authorization',
        network: 'out',
        words: 'Outpatient, out of network: is prior authorization needed?',
        types: ['yes', 'no', 'unknown', 'text'],
      },
      {
        ...ofCell,
        question: 'copay',
        network: 'out',
        words: 'Outpatient, out of network: what is the copayment?',
        said: '$30.00',
        said_by: 'Summit Mutual',
        types: ['money', 'no', 'unknown', 'text'],
      },
    ],
    answers: [],
    created_by: { id: anId(9), name: 'Robin Vale' },
    created_at: '2026-03-02T15:04:00Z',
    updated_at: '2026-03-02T15:04:00Z',
    version: 1,
    ...over,
  };
}
