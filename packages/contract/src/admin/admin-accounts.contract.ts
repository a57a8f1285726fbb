/** Organizations and their people, across organizations: platform admins only (product.md 2.14, 7.8). */
import * as z from 'zod/mini';
import { subscriptionSchema } from '../billing/subscription.schema.ts';
import { identityFields } from '../auth/second-factor.schema.ts';
import { endpoint } from '../endpoint.ts';
import { decimal, email, id, idParams, instant, pageQuery, phone, queryBoolean, requiredText, sortQuery, text } from '../scalars.ts';
import { memberSchema } from '../users/user.schema.ts';

export const adminOrganizationSchema = z.object({
  id,
  name: z.string(),
  is_active: z.boolean(),
  has_active_subscription: z.boolean(),
  /** Cancelled, or to be at the end of its period. */
  has_cancelled: z.boolean(),
  has_feature_reimbursement: z.boolean(),
  has_override_reimbursement: z.boolean(),
  perm_provider_override: z.boolean(),
  created_at: instant,
  updated_at: instant,
});
export type AdminOrganization = z.infer<typeof adminOrganizationSchema>;

export const adminInviteSchema = z.object({
  id,
  email: z.string(),
  organization: z.object({ id, name: z.string() }),
  user: z.object({ first_name: z.string(), last_name: z.string() }),
  created_at: instant,
  accepted_at: z.nullable(instant),
  revoked_at: z.nullable(instant),
  /** Of the newest link. */
  expires_at: instant,
});
export type AdminInvite = z.infer<typeof adminInviteSchema>;

export const adminProviderSchema = z.object({
  id,
  name: z.string(),
  npi: z.string(),
  tax_id: z.string(),
  is_active: z.boolean(),
  is_override: z.boolean(),
  organization: z.object({ id, name: z.string() }),
  created_at: instant,
  updated_at: instant,
});
export type AdminProvider = z.infer<typeof adminProviderSchema>;

export const adminSubscriptionSchema = z.object({
  ...subscriptionSchema.shape,
  plan_name: z.string(),
  /** Dollars a month of plan and add-on, before coupons and extra inquiries. */
  monthly_cost: decimal,
  organization: z.object({ id, name: z.string() }),
  created_at: instant,
});
export type AdminSubscription = z.infer<typeof adminSubscriptionSchema>;

/** What a person may leave out; an empty text is nothing. */
const prefill = (maxLength: number) => z.optional(z.nullable(text(maxLength)));

const ofOrganization = { organization_id: z.optional(id) };
const personName = requiredText(50);

export const adminAccountsContract = {
  listOrganizations: endpoint({
    method: 'GET',
    path: '/admin/organizations',
    access: 'admin',
    query: z.strictObject({ ...pageQuery, ...sortQuery(['name', 'created_at', 'is_active']), is_active: z.optional(queryBoolean) }),
    replies: { 200: z.object({ organizations: z.array(adminOrganizationSchema) }) },
  }),
  getOrganization: endpoint({
    method: 'GET',
    path: '/admin/organizations/:id',
    access: 'admin',
    params: idParams,
    /** Whether the platform's provider is set, without which the override switches do nothing. */
    replies: { 200: z.object({ organization: adminOrganizationSchema, has_platform_provider: z.boolean() }) },
  }),
  updateOrganization: endpoint({
    method: 'PUT',
    path: '/admin/organizations/:id',
    access: 'admin',
    params: idParams,
    body: z.strictObject({
      is_active: z.optional(z.boolean()),
      perm_provider_override: z.optional(z.boolean()),
      has_override_reimbursement: z.optional(z.boolean()),
      /** What becomes of a subscription when `is_active` is false; absent keeps it. */
      subscription: z.optional(z.enum(['keep', 'cancel_at_period_end'])),
    }),
    replies: { 200: z.object({ organization: adminOrganizationSchema }) },
  }),
  /** The running one, else the last that ran; null where there never was one. */
  currentSubscription: endpoint({
    method: 'GET',
    path: '/admin/organizations/:id/current-subscription',
    access: 'admin',
    params: idParams,
    replies: { 200: z.object({ subscription: z.nullable(adminSubscriptionSchema) }) },
  }),
  listSubscriptions: endpoint({
    method: 'GET',
    path: '/admin/subscriptions',
    access: 'admin',
    query: z.strictObject({
      ...pageQuery,
      ...sortQuery(['created_at', 'status', 'organization', 'current_period_ends_at']),
      ...ofOrganization,
    }),
    replies: { 200: z.object({ subscriptions: z.array(adminSubscriptionSchema) }) },
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    query: z.strictObject({ ...pageQuery, ...sortQuery(['name', 'email', 'organization', 'is_active', 'last_login']), ...ofOrganization }),
    replies: { 200: z.object({ users: z.array(memberSchema) }) },
  }),
  /** CSV; cells that a spreadsheet would run are defused. */
  exportUsers: endpoint({ method: 'GET', path: '/admin/users/export', access: 'admin', produces: 'stream', replies: { 200: null } }),
  getUser: endpoint({
    method: 'GET',
    path: '/admin/users/:id',
    access: 'admin',
    params: idParams,
    replies: { 200: z.object({ user: memberSchema }) },
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/admin/users/:id',
    access: 'admin',
    params: idParams,
    body: z.strictObject({
      first_name: z.optional(personName),
      last_name: z.optional(personName),
      email: z.optional(email),
      phone: z.optional(phone),
      is_active: z.optional(z.boolean()),
      is_manager: z.optional(z.boolean()),
      is_restricted: z.optional(z.boolean()),
      perm_reimbursements: z.optional(z.boolean()),
      ...identityFields,
      /** As read: 409 where somebody changed the person since. Not sent: no such check. */
      updated_at: z.optional(instant),
    }),
    replies: { 200: z.object({ user: memberSchema }) },
  }),
  /** Mails a reset link to the user. */
  sendPasswordReset: endpoint({
    method: 'POST',
    path: '/admin/users/:id/password-reset',
    access: 'admin',
    params: idParams,
    replies: { 204: null },
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/admin/users/:id/second-factor/reset',
    access: 'admin',
    params: idParams,
    replies: { 204: null },
  }),
  listInvites: endpoint({
    method: 'GET',
    path: '/admin/invites',
    access: 'admin',
    query: z.strictObject({
      ...pageQuery,
      ...sortQuery(['email', 'organization', 'created_at', 'accepted_at', 'revoked_at']),
      ...ofOrganization,
    }),
    replies: { 200: z.object({ invites: z.array(adminInviteSchema) }) },
  }),
  createInvite: endpoint({
    method: 'POST',
    path: '/admin/invites',
    access: 'admin',
    body: z.strictObject({ email, organization_id: id, is_manager: z.optional(z.boolean()), perm_reimbursements: z.optional(z.boolean()) }),
    replies: { 201: z.object({ invite: adminInviteSchema }) },
  }),
  changeInvite: endpoint({
    method: 'PUT',
    path: '/admin/invites/:id',
    access: 'admin',
    params: idParams,
    body: z.union(
      [z.strictObject({ revoke: z.literal(true) }), z.strictObject({ resend: z.literal(true) })],
      'Please choose to revoke or to resend.',
    ),
    replies: { 200: z.object({ invite: adminInviteSchema }) },
  }),
  listProviders: endpoint({
    method: 'GET',
    path: '/admin/providers',
    access: 'admin',
    query: z.strictObject({ ...pageQuery, ...sortQuery(['name', 'npi', 'organization', 'is_active', 'is_override']), ...ofOrganization }),
    replies: { 200: z.object({ providers: z.array(adminProviderSchema), has_platform_provider: z.boolean() }) },
  }),
  updateProvider: endpoint({
    method: 'PUT',
    path: '/admin/providers/:id',
    access: 'admin',
    params: idParams,
    body: z.strictObject({ is_override: z.boolean() }),
    replies: { 200: z.object({ provider: adminProviderSchema }) },
  }),
  /** Saves what a registration form is to be prefilled with; 90 days, once. */
  createRegisterInfo: endpoint({
    method: 'POST',
    path: '/admin/auth/register/info',
    access: 'admin',
    body: z.strictObject({
      first_name: prefill(50),
      last_name: prefill(50),
      email: prefill(254),
      phone: prefill(30),
      organization_name: prefill(100),
      provider_name: prefill(100),
      provider_npi: prefill(20),
      provider_tax_id: prefill(20),
    }),
    replies: { 201: z.object({ register_url: z.string() }) },
  }),
  /** Fails on purpose, so that the handling of failures can be seen. */
  failOnPurpose: endpoint({ method: 'POST', path: '/admin/error', access: 'admin', replies: { 204: null } }),
};
