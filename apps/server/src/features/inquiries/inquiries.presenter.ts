/** Rows of inquiries as they may leave: derived status, warnings, names instead of ids (product.md 3.3). */
import type { Inquiry, InquiryRow, InquiryStatus, PatientIdentity } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import type { AnswerFlags } from '@coverlight/domain/inquiries/coverage/answer-flags.ts';
import { leadOn } from '@coverlight/domain/inquiries/coverage/medical-plan.ts';
import { coverageWarnings } from '@coverlight/domain/inquiries/coverage/warnings.ts';
import { isExpired } from '@coverlight/domain/inquiries/inquiry-expiry.ts';
import { isOpen } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { isSomebodyElse } from '@coverlight/domain/inquiries/record-warnings.ts';
import type { Deps } from '#deps.ts';
import { clearinghouseName } from '#features/payers/clearinghouse-names.ts';
import type { InquiryRecord } from './inquiries.repository.ts';
import { presentRelated } from './related-inquiries.ts';
import type { InquiryListRow } from './list/inquiry-list.repository.ts';

const fullName = (row: { user_first_name: string; user_last_name: string }): string =>
  `${row.user_first_name} ${row.user_last_name}`.trim();

type Head = Omit<InquiryListRow, 'status' | 'may_be_somebody_else' | 'changes' | keyof AnswerFlags | keyof PatientIdentity>;

type PresentDeps = Pick<Deps, 'clock' | 'clearinghouses'>;

function presentHead(row: Head, { clearinghouses }: PresentDeps) {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    as_of_date: row.as_of_date,
    payer: { id: row.payer_id, name: row.payer_name },
    payer_name_override: row.payer_name_override,
    provider: { id: row.provider_id, name: row.provider_name },
    user: { id: row.user_id, name: fullName(row) },
    source: row.source,
    source_name: row.source === null ? null : clearinghouseName(clearinghouses, row.source),
    is_hidden: row.is_hidden,
    had_reimbursement: row.had_reimbursement,
    plan_status: row.plan_status,
    plan_state: row.plan_state,
    remote_errors: row.remote_errors,
    person_id: row.person_id,
  };
}

export function presentRow(row: InquiryListRow, deps: PresentDeps): InquiryRow {
  const waitedMs = deps.clock().getTime() - (row.sent_at ?? row.created_at).getTime();
  return {
    ...presentHead(row, deps),
    status: row.status,
    patient: row.patient,
    member_id: row.member_id,
    birth_date: row.birth_date,
    returned_patient: row.returned_patient,
    may_be_somebody_else: row.may_be_somebody_else,
    is_handled_elsewhere: row.is_handled_elsewhere,
    is_other_payer_first: row.is_other_payer_first,
    changes: row.changes,
    waiting_seconds: isOpen(row.status) ? Math.max(0, Math.round(waitedMs / 1000)) : null,
  };
}

export function presentInquiry(record: InquiryRecord, deps: PresentDeps): Inquiry {
  const now = deps.clock();
  const status: InquiryStatus = isExpired({ ...record, hasCoverage: record.coverage !== null }, now) ? 'expired' : record.status;
  const { submission } = record;
  const coverage = record.coverage && leadOn(record.coverage, askedDay(record));
  const isPersonConfirmed = record.person_confirmed_at !== null;
  return {
    ...presentHead(record, deps),
    status,
    may_be_somebody_else: coverage !== null && !isPersonConfirmed && isSomebodyElse(submission, coverage),
    submission,
    answered_at: record.answered_at?.toISOString() ?? null,
    asked: record.asked,
    asked_under: record.asked_under,
    ...(isOpen(record.status) && record.deadline_at !== null ? { asking_until: record.deadline_at.toISOString() } : {}),
    related: presentRelated(record.related, now),
    coverage,
    warnings:
      coverage === null
        ? []
        : coverageWarnings({
            coverage,
            submission,
            asOfDate: record.as_of_date,
            createdAt: record.created_at,
            answeredAt: record.answered_at,
            isPersonConfirmed,
            askedUnder: record.asked_under,
            now,
          }),
  };
}
