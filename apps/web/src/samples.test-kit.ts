/** Valid things with invented people, for tests. */
import type { Inquiry, InquiryRow } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import type { Member, SessionUser } from '@coverlight/contract/users/user.schema.ts';

/** A valid id that ends in `tail`. */
export function anId(tail: number): string {
  return `01JB${String(tail).padStart(22, '0')}`;
}

export function aUser(over: Partial<SessionUser> = {}): SessionUser {
  return {
    id: anId(9),
    email: 'robin@harbor.test',
    name: 'Robin Vale',
    first_name: 'Robin',
    last_name: 'Vale',
    is_admin: false,
    is_organization_manager: false,
    is_restricted: false,
    perm_reimbursements: false,
    has_current_tos: true,
    has_active_subscription: true,
    has_past_due_subscription: false,
    has_feature_reimbursement: false,
    has_override_reimbursement: false,
    organization: { id: anId(8), name: 'Harbor' },
    session: { idle_seconds: 1800, idle_seconds_left: 1800, ends_at: '2099-01-01T00:00:00Z' },
    ...over,
  };
}

export function aMember(over: Partial<Member> = {}): Member {
  return {
    id: anId(80),
    first_name: 'Iris',
    last_name: 'Bell',
    email: 'iris@example.test',
    phone: '5550142000',
    pending_email: null,
    has_second_factor: false,
    is_active: true,
    is_admin: false,
    last_login: null,
    tos_accepted_at: null,
    organization: { id: anId(8), name: 'Harbor' },
    membership: { is_manager: false, is_restricted: false, perm_reimbursements: false },
    ...over,
  };
}

export function aRow(over: Partial<InquiryRow> = {}): InquiryRow {
  return {
    id: anId(100),
    status: 'complete',
    created_at: '2026-03-02T15:04:00Z',
    updated_at: '2026-03-02T15:04:05Z',
    as_of_date: null,
    payer: { id: anId(20), name: 'Summit Mutual' },
    payer_name_override: null,
    provider: { id: anId(30), name: 'Harbor Main Street' },
    user: { id: anId(9), name: 'Robin Vale' },
    source: 'availity',
    source_name: 'Availity',
    is_hidden: false,
    had_reimbursement: false,
    plan_status: 'Active Coverage',
    plan_state: 'active',
    may_be_somebody_else: false,
    remote_errors: {},
    person_id: null,
    patient: 'Ada Quill',
    member_id: 'AB12345',
    birth_date: '1980-02-29',
    returned_patient: null,
    is_handled_elsewhere: false,
    is_other_payer_first: false,
    changes: null,
    waiting_seconds: null,
    ...over,
  };
}

export function anInquiry(over: Partial<Inquiry> = {}): Inquiry {
  const {
    patient: _patient,
    member_id: _memberId,
    birth_date: _birthDate,
    is_handled_elsewhere: _isHandledElsewhere,
    is_other_payer_first: _isOtherPayerFirst,
    returned_patient: _returned,
    waiting_seconds: _waiting,
    changes: _changes,
    ...head
  } = aRow();
  return {
    ...head,
    submission: { provider_id: anId(30), payer_id: anId(20), memberId: 'AB12345' },
    answered_at: null,
    asked: null,
    asked_under: null,
    related: [],
    coverage: null,
    warnings: [],
    ...over,
  };
}

export function aField(over: Partial<PayerField> & { name: string }): PayerField {
  return {
    label: over.name,
    allowed: true,
    required: false,
    pattern: null,
    maxLength: null,
    min: null,
    options: [],
    multiple: false,
    max_options: null,
    ...over,
  };
}

export function aSchema(over: Partial<PayerSchema> = {}): PayerSchema {
  return {
    fields: [
      aField({ name: 'memberId', label: 'Member ID', pattern: '^[A-Z0-9]{3,12}$' }),
      aField({ name: 'patientBirthDate', label: 'Birth date' }),
      aField({ name: 'patientFirstName', label: 'First name' }),
      aField({ name: 'patientLastName', label: 'Last name' }),
      aField({ name: 'groupNumber', label: 'Group number' }),
      aField({ name: 'asOfDate', label: 'As of date', min: '2025-01-01' }),
      aField({
        name: 'serviceType',
        label: 'Service type',
        required: true,
        multiple: true,
        max_options: 2,
        options: [
          { id: '30', name: 'Health benefit plan coverage' },
          { id: 'MH', name: 'Mental health' },
        ],
      }),
    ],
    combos: [
      ['memberId', 'patientBirthDate'],
      ['patientFirstName', 'patientLastName', 'patientBirthDate'],
    ],
    ...over,
  };
}
