/** Items of the inbox as they may leave. */
import type { InboxItem } from '@coverlight/contract/inbox/inbox.contract.ts';
import { changeTitle } from '@coverlight/domain/changes/change-codes.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { InboxRecord } from './inbox.repository.ts';

export function presentItem(record: InboxRecord): InboxItem {
  const { patient } = record;
  return {
    id: record.id,
    person_id: record.person_id,
    inquiry_id: record.inquiry_id,
    network_rule_id: record.network_rule_id,
    patient: patient === null ? '' : patient.patient || (patient.returned_patient?.name ?? ''),
    birth_date: patient?.birth_date ?? patient?.returned_patient?.birth_date ?? null,
    payer_name: record.payer_name_override ?? record.payer_name,
    gravest: record.gravest,
    codes: record.codes,
    words: record.words ?? wordsOf(record),
    state: record.state,
    created_at: record.created_at.toISOString(),
    due_on: record.due_on,
    snoozed_until: record.state === 'snoozed' ? (record.snoozed_until?.toISOString() ?? null) : null,
    assignee_id: record.assignee_id,
    assignee_name: record.assignee_name,
    resolution: record.resolution,
  };
}

/** Where no two answers tell it. */
function wordsOf({ codes: [code], due_on: dueOn, network_rule: rule }: InboxRecord): string {
  if (rule !== null)
    return dueOn === null
      ? `Your network rule ${rule} has fitted nothing for a year.`
      : `Your network rule ${rule} ends on ${usDate(dueOn)}.`;
  if (code === undefined) return '';
  return code === 'coverage-ends-soon' && dueOn !== null ? `Cover ends on ${usDate(dueOn)}.` : `${changeTitle(code)}.`;
}
