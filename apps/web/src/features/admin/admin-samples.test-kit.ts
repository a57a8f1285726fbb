/** Valid things of the admin area, for tests. */
import type { AdminOrganization, AdminProvider } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import type { AdminAuditEvent } from '@coverlight/contract/admin/admin-audit.contract.ts';
import type { AdminPayer, PayerSource } from '@coverlight/contract/admin/admin-payer.schema.ts';
import { anId, aSchema } from '../../samples.test-kit.ts';

const AT = '2026-03-02T20:04:00Z';

export function anOrganization(over: Partial<AdminOrganization> = {}): AdminOrganization {
  return {
    id: anId(70),
    name: 'Harbor',
    is_active: true,
    has_active_subscription: true,
    has_cancelled: false,
    has_feature_reimbursement: false,
    has_override_reimbursement: false,
    perm_provider_override: false,
    created_at: AT,
    updated_at: AT,
    ...over,
  };
}

export function anAdminProvider(over: Partial<AdminProvider> = {}): AdminProvider {
  return {
    id: anId(71),
    name: 'Harbor Main Street',
    npi: '1234567893',
    tax_id: '123456789',
    is_active: true,
    is_override: false,
    organization: { id: anId(70), name: 'Harbor' },
    created_at: AT,
    updated_at: AT,
    ...over,
  };
}

export const aPayerSource = (over: Partial<PayerSource> = {}): PayerSource => ({
  clearinghouse: 'availity',
  clearinghouse_name: 'Availity',
  code: null,
  name: null,
  typed_name: null,
  is_active: true,
  is_available: false,
  is_electronic: true,
  first_listed_at: null,
  last_listed_at: null,
  ...over,
});

export function anAdminPayer(over: Partial<AdminPayer> = {}): AdminPayer {
  return {
    id: anId(72),
    name: 'Summit Mutual',
    name_internal: '',
    code: 'SUMMIT',
    is_available: true,
    is_active: true,
    pverify_name: null,
    pverify_code: null,
    pverify_is_active: false,
    pverify_is_available: false,
    sources: [
      aPayerSource({ code: 'SUMMIT', is_available: true }),
      aPayerSource({ clearinghouse: 'pVerify', clearinghouse_name: 'pVerify' }),
    ],
    route_order: null,
    is_blue: false,
    is_group: false,
    split_service_type: false,
    payer_group_id: null,
    payer_group: null,
    parent_id: null,
    deleted_at: null,
    is_schema_edited: false,
    created_at: AT,
    updated_at: AT,
    children: [],
    schema: { ...aSchema(), source: 'availity' },
    suggested_combos: null,
    ...over,
  };
}

export function anAdminAuditEvent(over: Partial<AdminAuditEvent> = {}): AdminAuditEvent {
  return {
    id: '17',
    at: AT,
    kind: 'viewed',
    action: 'admin.inquiry.view',
    outcome: 'done',
    actor_role: 'admin',
    user: { id: anId(73), name: 'Noor Ellery', email: 'noor@coverlight.test' },
    object_type: 'inquiry',
    object_ids: [anId(74)],
    address: '127.0.0.1',
    user_agent: null,
    changed_fields: [],
    reason: 'Payment question',
    inquiries: [],
    organization: { id: anId(70), name: 'Harbor' },
    ...over,
  };
}
