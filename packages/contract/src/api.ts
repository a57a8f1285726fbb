/** Every endpoint of the product: the table of contents. */
import { adminInquiriesContract } from './admin/admin-inquiries.contract.ts';
import { adminPayersContract } from './admin/admin-payers.contract.ts';
import { authContract } from './auth/auth.contract.ts';
import { billingContract } from './billing/billing.contract.ts';
import { inquiriesContract } from './inquiries/inquiries.contract.ts';
import { payersContract } from './payers/payers.contract.ts';
import { providersContract } from './providers/providers.contract.ts';
import { usersContract } from './users/users.contract.ts';

export const api = {
  adminInquiries: adminInquiriesContract,
  adminPayers: adminPayersContract,
  auth: authContract,
  billing: billingContract,
  inquiries: inquiriesContract,
  payers: payersContract,
  providers: providersContract,
  users: usersContract,
};
