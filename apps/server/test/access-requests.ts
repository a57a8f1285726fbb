/** One well-formed call of each endpoint on the objects given. */
import { get, send, type AccessObjects, type Build } from './access-request.ts';
import { adminAccessRequests } from './access-requests-admin.ts';
import { batchAccessRequests } from './access-requests-batches.ts';
import { personAccessRequests } from './access-requests-persons.ts';
import { caseAccessRequests } from './access-requests-cases.ts';
import { aNpi, newId } from './factories.ts';
import { EVERY_INQUIRY } from './views.ts';

const draft = (objects: AccessObjects) => ({ provider_id: objects.provider, payer_id: objects.payer });

export const accessRequests: Readonly<Record<string, Build>> = {
  'auth.login': send(
    'POST',
    () => '/auth/login',
    () => ({ email: `${newId()}@access.test`, password: 'not the password at all' }),
  ),
  'auth.refresh': get(() => '/auth/refresh'),
  'auth.logout': (_objects) => ({ method: 'POST', url: '/api/v1/auth/logout' }),
  'auth.secondFactor': send(
    'POST',
    () => '/auth/second-factor',
    () => ({ method: 'totp', code: '000000' }),
  ),
  'auth.registerInfo': get(() => `/auth/register/info/${newId()}`),
  // Refused by rules, so that each actor does the same.
  'auth.register': send(
    'POST',
    () => '/auth/register',
    () => ({
      organization_name: 'Access Practice',
      first_name: 'Ada',
      last_name: 'Quill',
      email: `${newId()}@access.test`,
      phone: '5550100100',
      password: 'short',
      provider_name: 'Access Facility',
      provider_npi: aNpi(),
      provider_tax_id: '12-3456789',
      agree: false,
    }),
  ),
  'auth.registerByInvite': (_objects) => {
    const code = newId();
    const person = { first_name: 'Ada', last_name: 'Quill', phone: '5550100100', password: 'a quiet lake at dawn', agree: true };
    return { method: 'POST', url: `/api/v1/auth/register/${code}`, payload: { ...person, invite_id: code } };
  },
  'auth.passwordReset': send(
    'POST',
    () => '/auth/password/reset',
    () => ({ email: `${newId()}@access.test` }),
  ),
  'auth.passwordResetConfirm': send(
    'POST',
    () => '/auth/password/reset/confirm',
    (objects) => ({
      user_id: objects.user,
      token: 'no such token',
      new_password1: 'a quiet lake at dawn',
      new_password2: 'a quiet lake at dawn',
    }),
  ),
  'auth.passwordChange': send(
    'POST',
    () => '/auth/password/change',
    () => ({
      old_password: 'not the password',
      new_password1: 'a quiet lake at dawn',
      new_password2: 'a quiet lake at dawn',
    }),
  ),
  'auth.identityOptions': (_objects) => ({ method: 'POST', url: '/api/v1/auth/identity/options' }),
  'auth.emailApprove': send(
    'POST',
    () => '/auth/email/approve',
    () => ({ token: 'no such token' }),
  ),
  'auth.emailConfirm': send(
    'POST',
    () => '/auth/email/confirm',
    () => ({ token: 'no such token' }),
  ),
  'auth.emailUndo': send(
    'POST',
    () => '/auth/email/undo',
    () => ({ token: 'no such token' }),
  ),
  'auth.sessions': get(() => '/auth/sessions'),
  'auth.endSession': (_objects) => ({ method: 'DELETE', url: `/api/v1/auth/sessions/${newId()}` }),
  'auth.endSessions': (_objects) => ({ method: 'DELETE', url: '/api/v1/auth/sessions' }),
  'secondFactors.list': get(() => '/auth/second-factors'),
  'secondFactors.totpStart': (_objects) => ({ method: 'POST', url: '/api/v1/auth/second-factors/totp' }),
  'secondFactors.totpConfirm': send(
    'POST',
    () => '/auth/second-factors/totp/confirm',
    () => ({ code: '' }),
  ),
  'secondFactors.passkeyOptions': (_objects) => ({ method: 'POST', url: '/api/v1/auth/second-factors/passkey/options' }),
  'secondFactors.passkeyCreate': send(
    'POST',
    () => '/auth/second-factors/passkey',
    () => ({ name: 'Key', credential: {} }),
  ),
  'secondFactors.recoveryCodes': send(
    'POST',
    () => '/auth/second-factors/recovery-codes',
    () => ({ password: 'not the password' }),
  ),
  'secondFactors.remove': send(
    'POST',
    () => `/auth/second-factors/${newId()}/remove`,
    () => ({ password: 'not the password' }),
  ),
  'audit.list': get(() => '/audit'),
  'audit.export': get(() => '/audit/export'),
  'invites.get': get(() => `/invites/${newId()}`),
  'invites.list': get(() => '/invites'),
  'invites.create': send(
    'POST',
    () => '/invites',
    () => ({ email: `${newId()}@access.test`, is_restricted: true }),
  ),
  'invites.change': send(
    'PUT',
    (objects) => `/invites/${objects.invite}`,
    () => ({ resend: true }),
  ),
  'onboarding.current': get(() => '/onboarding'),
  'onboarding.dismiss': send(
    'POST',
    () => '/onboarding/dismiss',
    () => ({}),
  ),
  'onboarding.sample': send(
    'POST',
    () => '/onboarding/sample',
    () => ({}),
  ),
  'organizations.current': get(() => '/organizations/current'),
  'organizations.update': send(
    'PUT',
    () => '/organizations/current',
    () => ({ require_second_factor: false }),
  ),
  'billing.plans': get(() => '/plans'),
  'billing.current': get(() => '/subscriptions/current'),
  // Refused by rules, as above: what counts is that the checks before them let it through.
  'billing.checkout': send(
    'POST',
    () => '/subscriptions/checkout-session',
    () => ({ plan_id: newId(), has_feature_reimbursement: false }),
  ),
  'billing.checkoutReturn': send(
    'POST',
    () => '/subscriptions/checkout-return',
    () => ({ checkout_id: 'cs_none' }),
  ),
  'billing.lastInvoice': get(() => '/subscriptions/last-invoice'),
  'billing.portal': (_objects) => ({ method: 'POST', url: '/api/v1/subscriptions/portal-session' }),
  'billing.preview': send(
    'POST',
    () => '/subscriptions/preview',
    () => ({ new_plan_id: newId() }),
  ),
  'billing.change': send(
    'POST',
    () => '/subscriptions/change',
    () => ({ new_plan_id: newId() }),
  ),
  'billing.notify': (_objects) => ({ method: 'POST', url: '/api/v1/subscriptions/notify' }),
  'billing.webhook': send(
    'POST',
    () => '/webhooks/stripe',
    () => ({ id: 'evt_1' }),
  ),
  'inbox.list': get(() => '/inbox'),
  'inbox.change': send(
    'PATCH',
    (objects) => `/inbox/${objects.item}`,
    () => ({ state: 'done' }),
  ),
  'inbox.settings': get(() => '/inbox/settings'),
  'inbox.changeSettings': send(
    'PUT',
    () => '/inbox/settings',
    () => ({ ends_soon_days: 14 }),
  ),
  'inbox.usefulness': get(() => '/inbox/usefulness'),
  'inquiryViews.list': get(() => '/inquiry-views'),
  'inquiryViews.create': send(
    'POST',
    () => '/inquiry-views',
    () => ({ name: `View ${newId()}`, filters: EVERY_INQUIRY }),
  ),
  'inquiryViews.update': send(
    'PUT',
    (objects) => `/inquiry-views/${objects.view}`,
    () => ({ filters: EVERY_INQUIRY }),
  ),
  'inquiryViews.remove': (objects) => ({ method: 'DELETE', url: `/api/v1/inquiry-views/${objects.view}` }),
  'inquiries.list': get(() => '/inquiries'),
  'inquiries.attention': get(() => '/inquiries/attention'),
  // Refused by rules: what counts here is that the checks before them let it through.
  'inquiries.create': send(
    'POST',
    () => '/inquiries',
    (objects) => ({ ...draft(objects), memberId: '' }),
  ),
  'inquiries.recent': send(
    'POST',
    () => '/inquiries/recent',
    (objects) => ({ payer_id: objects.payer, memberId: 'QZX1' }),
  ),
  'inquiries.createDraft': send('POST', () => '/inquiries/draft', draft),
  'inquiries.updateDraft': send('PATCH', (objects) => `/inquiries/${objects.draft}/draft`, draft),
  'inquiries.formKey': get(() => '/inquiries/form-key'),
  'inquiries.get': get((objects) => `/inquiries/${objects.complete}`),
  'inquiries.hide': send(
    'PUT',
    () => '/inquiries',
    (objects) => ({ inquiry_ids: [objects.complete], is_hidden: true }),
  ),
  'inquiries.cancel': (objects) => ({ method: 'POST', url: `/api/v1/inquiries/${objects.open}/cancel` }),
  'inquiries.confirmPerson': (objects) => ({
    method: 'PUT',
    url: `/api/v1/inquiries/${objects.open}/person`,
    payload: { is_confirmed: true },
  }),
  'inquiries.dismiss': (objects) => ({ method: 'POST', url: `/api/v1/inquiries/${objects.refused}/dismiss` }),
  'inquiries.reimbursements': get((objects) => `/inquiries/${objects.complete}/reimbursements`),
  'inquiries.pdf': get((objects) => `/inquiries/${objects.complete}/pdf`),
  'payers.list': get(() => '/payers'),
  'payers.search': get(() => '/payers/search?q=north'),
  'payers.schema': get((objects) => `/payers/${objects.payer}/schema`),
  'payers.expectation': get((objects) => `/payers/${objects.payer}/expectation`),
  'payers.resolve': send(
    'POST',
    (objects) => `/payers/${objects.payer}/resolve`,
    () => ({ prefix: 'ABC' }),
  ),
  ...personAccessRequests,
  'providers.list': get(() => '/providers'),
  'providers.compact': get(() => '/providers/compact'),
  'providers.get': get((objects) => `/providers/${objects.provider}`),
  'providers.create': send(
    'POST',
    () => '/providers',
    () => ({ name: 'A facility', npi: aNpi(), tax_id: '12-3456789' }),
  ),
  'providers.update': send(
    'PUT',
    (objects) => `/providers/${objects.provider}`,
    () => ({ name: 'Another name' }),
  ),
  'users.list': get(() => '/users'),
  'users.get': get((objects) => `/users/${objects.user}`),
  'users.update': send(
    'PUT',
    (objects) => `/users/${objects.user}`,
    () => ({ first_name: 'Robin' }),
  ),
  'users.resetSecondFactor': (objects) => ({ method: 'POST', url: `/api/v1/users/${objects.user}/second-factor/reset` }),
  'users.managers': get(() => '/users/managers'),
  'users.acceptTerms': send(
    'PUT',
    (objects) => `/users/${objects.user}/terms`,
    () => ({ agree: true }),
  ),
  ...adminAccessRequests,
  ...batchAccessRequests,
  ...caseAccessRequests,
};
