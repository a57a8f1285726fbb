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
function wordsOf(item: InboxRecord): string {
  const {
    codes: [code],
    due_on: dueOn,
    network_rule: networkRule,
    rule_name: rule,
    rule_held_back: left,
  } = item;
  if (networkRule !== null)
    return dueOn === null
      ? `Your network rule ${networkRule} has fitted nothing for a year.`
      : `Your network rule ${networkRule} ends on ${usDate(dueOn)}.`;
  // A plan that was paused has none.
  if (code === undefined) {
    const whose = rule === null ? 'A planned check is' : `The planned checks “${rule}” are`;
    return `${whose} paused: the month’s budget is used up${left === null ? '' : `, ${left} left`}.`;
  }
  return code === 'coverage-ends-soon' && dueOn !== null ? `Cover ends on ${usDate(dueOn)}.` : `${changeTitle(code)}.`;
}
