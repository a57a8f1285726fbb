/** Every endpoint of the product: the table of contents. */
import { adminAccountsContract } from './admin/admin-accounts.contract.ts';
import { adminAuditContract } from './admin/admin-audit.contract.ts';
import { adminCasesContract } from './admin/admin-cases.contract.ts';
import { adminInquiriesContract } from './admin/admin-inquiries.contract.ts';
import { adminPayersContract } from './admin/admin-payers.contract.ts';
import { adminReimbursementsContract } from './admin/admin-reimbursements.contract.ts';
import { adminX12Contract } from './admin/admin-x12.contract.ts';
import { auditContract } from './audit/audit.contract.ts';
import { authContract } from './auth/auth.contract.ts';
import { secondFactorsContract } from './auth/second-factors.contract.ts';
import { batchesContract } from './batches/batches.contract.ts';
import { rechecksContract } from './batches/rechecks.contract.ts';
import { billingContract } from './billing/billing.contract.ts';
import { inboxContract } from './inbox/inbox.contract.ts';
import { casesContract } from './cases/cases.contract.ts';
import { estimatesContract } from './cases/estimates.contract.ts';
import { networkRulesContract } from './cases/network-rules.contract.ts';
import { reportsContract } from './cases/reports.contract.ts';
import { inquiriesContract } from './inquiries/inquiries.contract.ts';
import { inquiryViewsContract } from './inquiries/views.contract.ts';
import { invitesContract } from './invites/invites.contract.ts';
import { onboardingContract } from './onboarding/onboarding.contract.ts';
import { organizationsContract } from './organizations/organizations.contract.ts';
import { payersContract } from './payers/payers.contract.ts';
import { personsContract } from './persons/persons.contract.ts';
import { providersContract } from './providers/providers.contract.ts';
import { usersContract } from './users/users.contract.ts';

export const api = {
  adminAccounts: adminAccountsContract,
  adminAudit: adminAuditContract,
  adminCases: adminCasesContract,
  adminInquiries: adminInquiriesContract,
  adminPayers: adminPayersContract,
  adminReimbursements: adminReimbursementsContract,
  adminX12: adminX12Contract,
  audit: auditContract,
  auth: authContract,
  batches: batchesContract,
  billing: billingContract,
  inbox: inboxContract,
  cases: casesContract,
  estimates: estimatesContract,
  inquiries: inquiriesContract,
  inquiryViews: inquiryViewsContract,
  invites: invitesContract,
  networkRules: networkRulesContract,
  onboarding: onboardingContract,
  organizations: organizationsContract,
  payers: payersContract,
  persons: personsContract,
  providers: providersContract,
  rechecks: rechecksContract,
  reports: reportsContract,
  secondFactors: secondFactorsContract,
  users: usersContract,
};
