/** One well-formed call of each endpoint of the admin area on the objects given. */
import { get, send, type Build } from './access-request.ts';
import { newId } from './factories.ts';

export const adminAccessRequests: Readonly<Record<string, Build>> = {
  'adminAudit.list': get(() => '/admin/audit'),
  'adminAudit.export': get(() => '/admin/audit/export'),
  'adminX12.read': send(
    'POST',
    () => '/admin/x12',
    () => ({ content: Buffer.from('ST*271*0001~EB*1**30~').toString('base64') }),
  ),
  'adminInquiries.list': get(() => '/admin/inquiries'),
  'adminInquiries.get': get((objects) => `/admin/inquiries/${objects.complete}`),
  'adminInquiries.rawLine': get((objects) => `/admin/inquiries/${objects.complete}/raw-line?line=plans.0`),
  'adminPayers.list': get(() => '/admin/payers'),
  'adminPayers.clearinghouses': get(() => '/admin/clearinghouses'),
  'adminPayers.mergeProposals': get(() => '/admin/payers/merge-proposals'),
  'adminPayers.get': get((objects) => `/admin/payers/${objects.payer}`),
  'adminPayers.create': send(
    'POST',
    () => '/admin/payers',
    () => ({ name: 'A payer made by hand' }),
  ),
  'adminPayers.update': send(
    'PUT',
    (objects) => `/admin/payers/${objects.payer}`,
    () => ({ name_internal: 'as admins call it' }),
  ),
  // Not a group.
  'adminPayers.bulkGroup': send(
    'PUT',
    (objects) => `/admin/payers/${objects.payer}/bulk`,
    (objects) => ({ payer_ids: [objects.payer] }),
  ),
  // The sandbox does not list this payer.
  'adminPayers.syncOne': send(
    'POST',
    (objects) => `/admin/payers/${objects.payer}/sync`,
    () => ({}),
  ),
  // Of pVerify: Availity does not list the payer of these tests and would have it removed.
  'adminPayers.syncAll': send(
    'POST',
    () => '/admin/payers/sync?service=pverify',
    () => ({}),
  ),
  'adminPayers.syncSchema': send(
    'POST',
    (objects) => `/admin/payers/${objects.payer}/schema`,
    () => ({}),
  ),
  'adminPayers.syncSchemas': send(
    'POST',
    () => '/admin/payers/schemas',
    () => ({}),
  ),
  'adminPayers.job': get((objects) => `/admin/jobs/${objects.payer}`),
  'adminPayers.runningJobs': get(() => '/admin/jobs'),
  'adminPayers.merge': send(
    'POST',
    () => '/admin/payers/merge',
    (objects) => ({ availity_payer_id: objects.payer, pverify_payer_id: objects.payer, name: 'One' }),
  ),
  'adminPayers.split': send(
    'POST',
    () => '/admin/payers/split',
    (objects) => ({ payer_id: objects.payer }),
  ),
  'adminPayers.upload': send(
    'POST',
    () => '/admin/payers/upload',
    () => ({}),
  ),
  'adminPayers.uploadPrefixes': send(
    'POST',
    () => '/admin/payers/prefix/upload',
    () => ({}),
  ),
  'adminPayers.health': get(() => '/admin/health'),
  'adminReimbursements.list': get(() => '/admin/reimbursements'),
  'adminReimbursements.upload': send(
    'POST',
    () => '/admin/reimbursements/upload',
    () => ({}),
  ),
  'adminReimbursements.listLaPrefixes': get(() => '/admin/la-prefixes'),
  'adminReimbursements.updateLaPrefix': send(
    'PUT',
    (objects) => `/admin/la-prefixes/${objects.payer}`,
    () => ({ is_active: false }),
  ),
  'adminReimbursements.uploadLaPrefixes': send(
    'POST',
    () => '/admin/la-prefixes/upload',
    () => ({}),
  ),
  'adminAccounts.listOrganizations': get(() => '/admin/organizations'),
  // No organization has this id.
  'adminAccounts.getOrganization': get((objects) => `/admin/organizations/${objects.user}`),
  'adminAccounts.updateOrganization': send(
    'PUT',
    (objects) => `/admin/organizations/${objects.user}`,
    () => ({ is_active: true }),
  ),
  'adminAccounts.currentSubscription': get((objects) => `/admin/organizations/${objects.user}/current-subscription`),
  'adminAccounts.listSubscriptions': get(() => '/admin/subscriptions'),
  'adminAccounts.listUsers': get(() => '/admin/users'),
  'adminAccounts.exportUsers': get(() => '/admin/users/export'),
  'adminAccounts.getUser': get((objects) => `/admin/users/${objects.user}`),
  'adminAccounts.updateUser': send(
    'PUT',
    (objects) => `/admin/users/${objects.user}`,
    () => ({ last_name: 'Ashby' }),
  ),
  'adminAccounts.sendPasswordReset': (objects) => ({ method: 'POST', url: `/api/v1/admin/users/${objects.user}/password-reset` }),
  'adminAccounts.resetSecondFactor': (objects) => ({ method: 'POST', url: `/api/v1/admin/users/${objects.user}/second-factor/reset` }),
  'adminAccounts.listInvites': get(() => '/admin/invites'),
  'adminAccounts.createInvite': send(
    'POST',
    () => '/admin/invites',
    (objects) => ({ email: `${newId()}@access.test`, organization_id: objects.user }),
  ),
  'adminAccounts.changeInvite': send(
    'PUT',
    (objects) => `/admin/invites/${objects.invite}`,
    () => ({ revoke: true }),
  ),
  'adminAccounts.listProviders': get(() => '/admin/providers'),
  'adminAccounts.updateProvider': send(
    'PUT',
    (objects) => `/admin/providers/${objects.provider}`,
    () => ({ is_override: false }),
  ),
  'adminAccounts.createRegisterInfo': send(
    'POST',
    () => '/admin/auth/register/info',
    () => ({ organization_name: 'A practice to come' }),
  ),
  'adminAccounts.failOnPurpose': (_objects) => ({ method: 'POST', url: '/api/v1/admin/error' }),
};
