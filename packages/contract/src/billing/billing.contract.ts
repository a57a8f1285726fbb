import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, pageQuery, text } from '../scalars.ts';
import { invoiceSchema, planSchema, previewSchema, subscriptionSchema, usageSchema } from './subscription.schema.ts';

/** Either another plan, or the add-on switched on (perhaps with a coupon code) or off. */
const changeFields = {
  new_plan_id: z.optional(id),
  has_feature_reimbursement: z.optional(z.boolean()),
  /** A coupon code; empty is none. */
  promotion: z.optional(z.nullable(text(100))),
};
const redirect = z.object({ redirect_url: z.string() });

export const billingContract = {
  plans: endpoint({
    method: 'GET',
    path: '/plans',
    access: 'user',
    beforeTerms: true,
    query: z.strictObject(pageQuery),
    replies: { 200: z.object({ plans: z.array(planSchema) }) },
  }),
  current: endpoint({
    method: 'GET',
    path: '/subscriptions/current',
    access: 'manager',
    beforeTerms: true,
    replies: { 200: z.object({ subscription: z.nullable(subscriptionSchema), usage: z.nullable(usageSchema) }) },
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/subscriptions/checkout-session',
    access: 'manager',
    beforeTerms: true,
    body: z.strictObject({ plan_id: id, has_feature_reimbursement: z.optional(z.boolean()) }),
    replies: { 200: redirect },
  }),
  /** After the payment page: looks at this checkout once, so that nobody waits for the payment provider's message. */
  checkoutReturn: endpoint({
    method: 'POST',
    path: '/subscriptions/checkout-return',
    access: 'manager',
    beforeTerms: true,
    body: z.strictObject({ checkout_id: text(200) }),
    replies: { 204: null },
  }),
  portal: endpoint({
    method: 'POST',
    path: '/subscriptions/portal-session',
    access: 'manager',
    beforeTerms: true,
    /** Which of the provider's pages. Without it: the card where a payment is due, else the overview. */
    body: z.strictObject({ page: z.optional(z.enum(['overview', 'payment-method', 'open-invoice'])) }),
    replies: { 200: redirect },
  }),
  /** The next invoice as it would be after this change; changes nothing. */
  preview: endpoint({
    method: 'POST',
    path: '/subscriptions/preview',
    access: 'manager',
    beforeTerms: true,
    body: z.strictObject(changeFields),
    replies: { 200: z.object({ preview: previewSchema }) },
  }),
  change: endpoint({
    method: 'POST',
    path: '/subscriptions/change',
    access: 'manager',
    beforeTerms: true,
    /** `preview`: the token of what was shown; without it the change counts from now. */
    body: z.strictObject({ ...changeFields, preview: z.optional(text(300)) }),
    replies: { 200: z.object({ subscription: subscriptionSchema }) },
  }),
  /** The newest invoice that was made; null without any. */
  lastInvoice: endpoint({
    method: 'GET',
    path: '/subscriptions/last-invoice',
    access: 'manager',
    beforeTerms: true,
    replies: { 200: z.object({ invoice: z.nullable(invoiceSchema) }) },
  }),
  /** Tells the managers, at most once a day, that somebody waits for a subscription. */
  notify: endpoint({
    method: 'POST',
    path: '/subscriptions/notify',
    access: 'user',
    beforeTerms: true,
    replies: { 204: null },
  }),
  /** Events of the payment provider; authenticated by their signature. */
  webhook: endpoint({
    method: 'POST',
    path: '/webhooks/stripe',
    access: 'public',
    consumes: 'raw',
    replies: { 200: z.object({ message: z.string() }) },
  }),
};
