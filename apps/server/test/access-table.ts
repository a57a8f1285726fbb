/**
 * Who may call what, written by hand and never derived from the contract (product.md 6). One row for each endpoint, one cell for
 * each actor, parted by `|`. A cell with three numbers is for an object of one's own, of a colleague and of another organization.
 */
export const ACTORS = [
  'anonymous',
  'restricted',
  'standard',
  'manager',
  'foreign',
  'admin',
  'deactivated',
  'unsubscribed',
  'no-terms',
  'factor-due',
] as const;
export type Actor = (typeof ACTORS)[number];

/**
 * anonymous, restricted, standard, manager: of the same organization. foreign: another organization's manager, on this one's objects.
 * admin: a platform admin outside the admin area. deactivated: with a session from before. unsubscribed: a manager of an organization
 * without a subscription, on its own objects. no-terms: a standard user who has not accepted the terms. factor-due: half signed in.
 */
export const ACCESS: Readonly<Record<string, string>> = {
  //                                anonymous | restricted  | standard    | manager     | foreign | admin | deactivated | unsubscribed | no-terms | factor-due
  'adminAccounts.changeInvite':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminAccounts.createInvite':
    '401       | 403         | 403         | 403         | 403     | 422   | 401         | 403          | 403      | 401',
  'adminAccounts.createRegisterInfo':
    '401       | 403         | 403         | 403         | 403     | 201   | 401         | 403          | 403      | 401',
  'adminAccounts.currentSubscription':
    '401       | 403         | 403         | 403         | 403     | 404   | 401         | 403          | 403      | 401',
  'adminAccounts.exportUsers':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminAccounts.failOnPurpose':
    '401       | 403         | 403         | 403         | 403     | 500   | 401         | 403          | 403      | 401',
  'adminAccounts.getOrganization':
    '401       | 403         | 403         | 403         | 403     | 404   | 401         | 403          | 403      | 401',
  'adminAccounts.getUser':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminAccounts.listInvites':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminAccounts.listOrganizations':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminAccounts.listProviders':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminAccounts.listSubscriptions':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminAccounts.listUsers':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminAccounts.resetSecondFactor':
    '401       | 403         | 403         | 403         | 403     | 204   | 401         | 403          | 403      | 401',
  'adminAccounts.sendPasswordReset':
    '401       | 403         | 403         | 403         | 403     | 204   | 401         | 403          | 403      | 401',
  'adminAccounts.updateOrganization':
    '401       | 403         | 403         | 403         | 403     | 404   | 401         | 403          | 403      | 401',
  'adminAccounts.updateProvider':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminAccounts.updateUser':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminAudit.export':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminAudit.list': '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminInquiries.get':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminInquiries.list':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminInquiries.rawLine':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminPayers.bulkGroup':
    '401       | 403         | 403         | 403         | 403     | 404   | 401         | 403          | 403      | 401',
  'adminPayers.clearinghouses':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminPayers.create':
    '401       | 403         | 403         | 403         | 403     | 201   | 401         | 403          | 403      | 401',
  'adminPayers.get': '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminPayers.health':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminPayers.job': '401       | 403         | 403         | 403         | 403     | 404   | 401         | 403          | 403      | 401',
  'adminPayers.list': '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminPayers.merge':
    '401       | 403         | 403         | 403         | 403     | 422   | 401         | 403          | 403      | 401',
  'adminPayers.mergeProposals':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminPayers.runningJobs':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminPayers.split':
    '401       | 403         | 403         | 403         | 403     | 422   | 401         | 403          | 403      | 401',
  'adminPayers.syncAll':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminPayers.syncOne':
    '401       | 403         | 403         | 403         | 403     | 502   | 401         | 403          | 403      | 401',
  'adminPayers.syncSchema':
    '401       | 403         | 403         | 403         | 403     | 502   | 401         | 403          | 403      | 401',
  'adminPayers.syncSchemas':
    '401       | 403         | 403         | 403         | 403     | 204   | 401         | 403          | 403      | 401',
  'adminPayers.update':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminPayers.upload':
    '401       | 403         | 403         | 403         | 403     | 415   | 401         | 403          | 403      | 401',
  'adminPayers.uploadPrefixes':
    '401       | 403         | 403         | 403         | 403     | 415   | 401         | 403          | 403      | 401',
  'adminReimbursements.list':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminReimbursements.listLaPrefixes':
    '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'adminReimbursements.updateLaPrefix':
    '401       | 403         | 403         | 403         | 403     | 404   | 401         | 403          | 403      | 401',
  'adminReimbursements.upload':
    '401       | 403         | 403         | 403         | 403     | 415   | 401         | 403          | 403      | 401',
  'adminReimbursements.uploadLaPrefixes':
    '401       | 403         | 403         | 403         | 403     | 415   | 401         | 403          | 403      | 401',
  'adminX12.read': '401       | 403         | 403         | 403         | 403     | 200   | 401         | 403          | 403      | 401',
  'audit.export': '401       | 403         | 403         | 200         | 200     | 403   | 401         | 200          | 403      | 401',
  'audit.list': '401       | 403         | 403         | 200         | 200     | 403   | 401         | 200          | 403      | 401',
  'auth.emailApprove':
    '422       | 422         | 422         | 422         | 422     | 422   | 422         | 422          | 422      | 422',
  'auth.emailConfirm':
    '422       | 422         | 422         | 422         | 422     | 422   | 422         | 422          | 422      | 422',
  'auth.emailUndo': '422       | 422         | 422         | 422         | 422     | 422   | 422         | 422          | 422      | 422',
  'auth.endSession': '401       | 404         | 404         | 404         | 404     | 404   | 401         | 404          | 404      | 401',
  'auth.endSessions': '401       | 204         | 204         | 204         | 204     | 204   | 401         | 204          | 204      | 401',
  'auth.identityOptions':
    '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'auth.login': '422       | 422         | 422         | 422         | 422     | 422   | 422         | 422          | 422      | 422',
  'auth.logout': '204       | 204         | 204         | 204         | 204     | 204   | 204         | 204          | 204      | 204',
  'auth.passwordChange':
    '401       | 422         | 422         | 422         | 422     | 422   | 401         | 422          | 422      | 401',
  'auth.passwordReset':
    '204       | 204         | 204         | 204         | 204     | 204   | 204         | 204          | 204      | 204',
  'auth.passwordResetConfirm':
    '422       | 422         | 422         | 422         | 422     | 422   | 422         | 422          | 422      | 422',
  'auth.refresh': '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 200      | 401',
  'auth.register': '422       | 422         | 422         | 422         | 422     | 422   | 422         | 422          | 422      | 422',
  'auth.registerByInvite':
    '404       | 404         | 404         | 404         | 404     | 404   | 404         | 404          | 404      | 404',
  'auth.registerInfo':
    '404       | 404         | 404         | 404         | 404     | 404   | 404         | 404          | 404      | 404',
  'auth.secondFactor':
    '401       | 409         | 409         | 409         | 409     | 409   | 401         | 409          | 409      | 422',
  'auth.sessions': '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 200      | 401',
  'batches.create': '401        | 201         | 201         | 201         | 422     | 422   | 401         | 201          | 403      | 401',
  'batches.export': '401        | 200 404 404 | 200 200 404 | 200 200 404 | 404     | 404   | 401         | 200          | 403      | 401',
  'batches.get': '401        | 200 404 404 | 200 200 404 | 200 200 404 | 404     | 404   | 401         | 200          | 403      | 401',
  'batches.list': '401        | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'batches.pause': '401        | 409 404 404 | 409 409 404 | 409 409 404 | 404     | 404   | 401         | 409          | 403      | 401',
  'batches.payers': '401        | 200 404 404 | 200 200 404 | 200 200 404 | 404     | 404   | 401         | 200          | 403      | 401',
  'batches.remove': '401        | 204 404 404 | 204 204 404 | 204 204 404 | 404     | 404   | 401         | 204          | 403      | 401',
  'batches.resume': '401        | 409 404 404 | 409 409 404 | 409 409 404 | 404     | 404   | 401         | 402          | 403      | 401',
  'batches.rows': '401        | 200 404 404 | 200 200 404 | 200 200 404 | 404     | 404   | 401         | 200          | 403      | 401',
  'batches.start': '401        | 409 404 404 | 409 409 404 | 409 409 404 | 404     | 404   | 401         | 402          | 403      | 401',
  'batches.stop': '401        | 200 404 404 | 200 200 404 | 200 200 404 | 404     | 404   | 401         | 200          | 403      | 401',
  'batches.update': '401        | 200 404 404 | 200 200 404 | 200 200 404 | 404     | 404   | 401         | 200          | 403      | 401',
  'batches.updateRow':
    '401        | 200 404 404 | 200 200 404 | 200 200 404 | 404     | 404   | 401         | 402          | 403      | 401',
  'billing.change': '401       | 403         | 403         | 422         | 422     | 403   | 401         | 422          | 403      | 401',
  'billing.checkout': '401       | 403         | 403         | 422         | 422     | 403   | 401         | 422          | 403      | 401',
  'billing.checkoutReturn':
    '401       | 403         | 403         | 404         | 404     | 403   | 401         | 404          | 403      | 401',
  'billing.current': '401       | 403         | 403         | 200         | 200     | 403   | 401         | 200          | 403      | 401',
  'billing.lastInvoice':
    '401       | 403         | 403         | 200         | 200     | 403   | 401         | 200          | 403      | 401',
  'billing.notify': '401       | 204         | 204         | 204         | 204     | 204   | 401         | 204          | 204      | 401',
  'billing.plans': '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 200      | 401',
  'billing.portal': '401       | 403         | 403         | 422         | 422     | 403   | 401         | 422          | 403      | 401',
  'billing.preview': '401       | 403         | 403         | 422         | 422     | 403   | 401         | 422          | 403      | 401',
  'billing.webhook': '400       | 400         | 400         | 400         | 400     | 400   | 400         | 400          | 400      | 400',
  'inquiries.attention':
    '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'inquiries.cancel': '401       | 200 404 404 | 200 200 404 | 200 200 404 | 404     | 404   | 401         | 200          | 403      | 401',
  'inquiries.create': '401       | 422         | 422         | 422         | 422     | 422   | 401         | 402          | 403      | 401',
  'inquiries.createDraft':
    '401       | 201         | 201         | 201         | 422     | 422   | 401         | 201          | 403      | 401',
  'inquiries.confirmPerson':
    '401       | 422 404 404 | 422 422 404 | 422 422 404 | 404     | 404   | 401         | 422          | 403      | 401',
  'inquiries.dismiss':
    '401       | 204 404 404 | 204 204 404 | 204 204 404 | 404     | 404   | 401         | 204          | 403      | 401',
  'inquiries.formKey':
    '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'inquiries.get': '401       | 200 404 404 | 200 200 404 | 200 200 404 | 404     | 404   | 401         | 200          | 403      | 401',
  'inquiries.hide': '401       | 403 403 403 | 403 403 403 | 204 204 422 | 422     | 403   | 401         | 204          | 403      | 401',
  'inquiries.list': '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'inquiries.pdf': '401       | 200 404 404 | 200 200 404 | 200 200 404 | 404     | 404   | 401         | 200          | 403      | 401',
  'inquiries.recent': '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'inquiries.reimbursements':
    '401       | 403 403 403 | 403 403 403 | 403 403 403 | 403     | 403   | 401         | 403          | 403      | 401',
  'inquiries.updateDraft':
    '401       | 200 404 404 | 200 200 404 | 200 200 404 | 404     | 404   | 401         | 200          | 403      | 401',
  'inquiryViews.create':
    '401       | 201         | 201         | 201         | 201     | 201   | 401         | 201          | 403      | 401',
  'inquiryViews.list':
    '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'inquiryViews.remove':
    '401       | 204 404 404 | 204 404 404 | 204 404 404 | 404     | 404   | 401         | 204          | 403      | 401',
  'inquiryViews.update':
    '401       | 200 404 404 | 200 404 404 | 200 404 404 | 404     | 404   | 401         | 200          | 403      | 401',
  'invites.change': '401       | 403         | 403         | 200 200 404 | 404     | 403   | 401         | 200          | 403      | 401',
  'invites.create': '401       | 403         | 403         | 201         | 201     | 403   | 401         | 201          | 403      | 401',
  'invites.get': '404       | 404         | 404         | 404         | 404     | 404   | 404         | 404          | 404      | 404',
  'invites.list': '401       | 403         | 403         | 200         | 200     | 403   | 401         | 200          | 403      | 401',
  'onboarding.current':
    '401       | 403         | 403         | 200         | 200     | 403   | 401         | 200          | 403      | 401',
  'onboarding.dismiss':
    '401       | 403         | 403         | 204         | 204     | 403   | 401         | 204          | 403      | 401',
  'onboarding.sample':
    '401       | 403         | 403         | 200         | 200     | 403   | 401         | 200          | 403      | 401',
  'organizations.current':
    '401       | 403         | 403         | 200         | 200     | 403   | 401         | 200          | 403      | 401',
  'organizations.update':
    '401       | 403         | 403         | 200         | 200     | 403   | 401         | 200          | 403      | 401',
  'payers.expectation':
    '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'payers.list': '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'payers.resolve': '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'payers.search': '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'payers.schema': '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'providers.compact':
    '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'providers.create': '401       | 403         | 403         | 201         | 201     | 403   | 401         | 201          | 403      | 401',
  'providers.get': '401       | 200         | 200         | 200         | 404     | 404   | 401         | 200          | 403      | 401',
  'providers.list': '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'providers.update': '401       | 403         | 403         | 200         | 404     | 403   | 401         | 200          | 403      | 401',
  'rechecks.appointments':
    '401        | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'rechecks.create': '401        | 403         | 403         | 201         | 201     | 403   | 401         | 201          | 403      | 401',
  'rechecks.list': '401        | 403         | 403         | 200         | 200     | 403   | 401         | 200          | 403      | 401',
  'rechecks.preview':
    '401        | 403         | 403         | 200         | 200     | 403   | 401         | 200          | 403      | 401',
  'rechecks.remove': '401        | 403         | 403         | 204         | 404     | 403   | 401         | 204          | 403      | 401',
  'rechecks.stop': '401        | 403         | 403         | 200         | 200     | 403   | 401         | 200          | 403      | 401',
  'rechecks.update': '401        | 403         | 403         | 200         | 404     | 403   | 401         | 200          | 403      | 401',
  'secondFactors.list':
    '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 200      | 401',
  'secondFactors.passkeyCreate':
    '401       | 422         | 422         | 422         | 422     | 422   | 401         | 422          | 422      | 401',
  'secondFactors.passkeyOptions':
    '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 200      | 401',
  'secondFactors.recoveryCodes':
    '401       | 422         | 422         | 422         | 422     | 422   | 401         | 422          | 422      | 401',
  'secondFactors.remove':
    '401       | 404         | 404         | 404         | 404     | 404   | 401         | 404          | 404      | 401',
  'secondFactors.totpConfirm':
    '401       | 422         | 422         | 422         | 422     | 422   | 401         | 422          | 422      | 401',
  'secondFactors.totpStart':
    '401       | 201         | 201         | 201         | 201     | 201   | 401         | 201          | 201      | 401',
  'users.acceptTerms':
    '401       | 200 404 404 | 200 404 404 | 200 404 404 | 404     | 404   | 401         | 200          | 200      | 401',
  'users.get': '401       | 200 403 403 | 200 403 403 | 200 200 404 | 404     | 403   | 401         | 200          | 403      | 401',
  'users.list': '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 403      | 401',
  'users.managers': '401       | 200         | 200         | 200         | 200     | 200   | 401         | 200          | 200      | 401',
  'users.resetSecondFactor':
    '401       | 403         | 403         | 403 204 404 | 404     | 403   | 401         | 403          | 403      | 401',
  'users.update': '401       | 200 403 403 | 200 403 403 | 200 200 404 | 404     | 403   | 401         | 200          | 403      | 401',
};
