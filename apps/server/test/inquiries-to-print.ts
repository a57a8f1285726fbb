/** Answered inquiries as the PDF gets them. */
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { aCoverage } from './coverages.ts';
import { newId } from './factories.ts';
import { linesOfEverySort } from './lines.ts';

export function anInquiry(over: Partial<Inquiry> = {}): Inquiry {
  const id = newId();
  return {
    id,
    status: 'complete',
    created_at: '2026-11-20T23:10:00.000Z',
    updated_at: '2026-11-20T23:12:00.000Z',
    as_of_date: null,
    payer: { id, name: 'Example Health' },
    payer_name_override: null,
    provider: { id, name: 'Harbor House' },
    user: { id, name: 'Robin Ashby' },
    source: 'availity',
    source_name: 'Availity',
    is_hidden: false,
    had_reimbursement: false,
    plan_status: 'Active Coverage',
    plan_state: 'active',
    may_be_somebody_else: false,
    remote_errors: {},
    person_id: null,
    submission: { provider_id: id, payer_id: id, patientFirstName: 'Marlow', patientLastName: 'Quillfeather', memberId: 'XZA900100' },
    answered_at: '2026-11-20T23:12:00.000Z',
    asked: { service_types: ['30'], practice_type: null },
    asked_under: null,
    related: [],
    coverage: aCoverage({ lines: linesOfEverySort() }),
    warnings: [],
    ...over,
  };
}
