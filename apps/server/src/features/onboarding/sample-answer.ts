/** The sample: a recorded answer about an invented patient, read by the code that reads real ones (docs/decisions/074-sample-check.md). */
import type { Inquiry, Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import { planState } from '@coverlight/domain/inquiries/coverage/plan-state.ts';
import { coverageWarnings } from '@coverlight/domain/inquiries/coverage/warnings.ts';
import { readInterchanges, transactionsOf } from '@coverlight/x12/interchanges.ts';
import { read271 } from '@coverlight/x12/read-271.ts';
import { sample271 } from './sample-271.ts';

/** Of nobody: no ULID of ours begins so. */
const SAMPLE_ID = `ZZZZZZ${'0'.repeat(14)}SAMPLE`;
const PAYER = 'Fern Valley Health';

export function sampleAnswer({ now, facility, viewer }: SampleFacts): Inquiry {
  const today = localDay(now, DEFAULT_ZONE);
  const [transaction] = transactionsOf(readInterchanges(new TextEncoder().encode(sample271(today))));
  const [answer] = transaction === undefined ? [] : read271(transaction);
  if (answer === undefined) throw new Error('The sample cannot be read.');
  const coverage = normalizeCoverage(answer, today);
  const [leading = null] = coverage.plans;
  const submission: Submission = {
    provider_id: SAMPLE_ID,
    payer_id: SAMPLE_ID,
    memberId: 'XQZ100200300',
    patientFirstName: 'Ottoline',
    patientLastName: 'Quackenbush',
    patientBirthDate: '1984-07-19',
    subscriberRelationship: '18',
  };
  const at = now.toISOString();
  return {
    id: SAMPLE_ID,
    status: 'complete',
    created_at: at,
    updated_at: at,
    as_of_date: null,
    payer: { id: SAMPLE_ID, name: PAYER },
    payer_name_override: null,
    provider: { id: SAMPLE_ID, name: facility },
    user: viewer,
    source: 'sample',
    source_name: 'Sample',
    is_hidden: false,
    had_reimbursement: false,
    plan_status: leading?.status ?? null,
    plan_state: planState(leading),
    may_be_somebody_else: false,
    remote_errors: {},
    person_id: null,
    submission,
    answered_at: at,
    asked: { service_types: ['30', 'MH', 'AI', 'A4', 'A7', '98', '22', 'CF'], practice_type: null },
    asked_under: null,
    related: [],
    coverage,
    warnings: coverageWarnings({ coverage, submission, asOfDate: null, createdAt: now, answeredAt: now, askedUnder: null, now }),
  };
}

export interface SampleFacts {
  now: Date;
  facility: string;
  viewer: { id: string; name: string };
}
