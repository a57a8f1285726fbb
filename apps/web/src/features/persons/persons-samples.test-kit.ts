/** Valid things with invented people, for tests of persons and of the inbox. */
import type { InboxItem } from '@coverlight/contract/inbox/inbox.contract.ts';
import type { Change } from '@coverlight/contract/persons/changes.schema.ts';
import type { Person, PersonEvent, Policy, Proposal } from '@coverlight/contract/persons/persons.contract.ts';
import { anId } from '../../samples.test-kit.ts';

export function aPolicy(over: Partial<Policy> = {}): Policy {
  return {
    payer: { id: anId(20), name: 'Summit Mutual' },
    member_id: 'AB12345',
    relationship: null,
    latest: {
      inquiry_id: anId(100),
      plan_status: 'Active Coverage',
      plan_state: 'active',
      is_expired: false,
      as_of: '2026-03-02',
      answered_at: '2026-03-02T15:04:05Z',
    },
    refused_since: null,
    next_check_on: null,
    checks: 4,
    ...over,
  };
}

export function aPerson(over: Partial<Person> = {}): Person {
  return {
    id: anId(50),
    name: 'Ada Quill',
    dob: '1980-02-29',
    version: 3,
    external_id: 'C-77',
    policies: [aPolicy()],
    proposals: 0,
    archived_at: null,
    ...over,
  };
}

export function anEvent(over: Partial<PersonEvent> = {}): PersonEvent {
  return {
    at: '2026-03-02T15:04:05Z',
    kind: 'check',
    inquiry_id: anId(100),
    case_id: null,
    before_id: null,
    move_id: null,
    codes: [],
    words: 'Summit Mutual answered: active.',
    ...over,
  };
}

export function aProposal(over: Partial<Proposal> = {}): Proposal {
  return {
    person: { id: anId(51), name: 'Adah Quill', dob: '1980-02-29', member_ids: ['AB12345'], checks: 2 },
    kinds: ['id_dob', 'id_last'],
    proposed_at: '2026-03-01T10:00:00Z',
    ...over,
  };
}

export function aChange(over: Partial<Change> = {}): Change {
  return {
    code: 'became-inactive',
    gravity: 'urgent',
    place: { plan: 'Gold PPO', service: null, level: null, network: null, period: null },
    before: 'Active Coverage',
    after: 'Inactive',
    before_line_ids: [],
    after_line_ids: [],
    words: 'The plan is not active any more.',
    action: 'Ask the patient for other insurance.',
    ...over,
  };
}

export function anItem(over: Partial<InboxItem> = {}): InboxItem {
  return {
    id: anId(70),
    person_id: anId(50),
    network_rule_id: null,
    inquiry_id: anId(100),
    patient: 'Ada Quill',
    birth_date: '1980-02-29',
    payer_name: 'Summit Mutual',
    gravest: 'urgent',
    codes: ['became-inactive'],
    words: 'The plan is not active any more.',
    state: 'open',
    created_at: '2026-03-02T15:04:05Z',
    due_on: null,
    snoozed_until: null,
    assignee_id: null,
    assignee_name: null,
    resolution: null,
    ...over,
  };
}
