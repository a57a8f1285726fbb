import { route, type ApiRoute } from './api-route.ts';
import { daySeconds } from './calendar.ts';
import { discountsRule } from './discounts.ts';
import { isInRange, listPage, newestFirst } from './lists.ts';
import {
  emptyable,
  filledText,
  flag,
  integer,
  listParameters,
  metadata,
  group,
  oneOf,
  rangeRule,
  required,
  text,
  type Read,
} from './parameters.ts';
import { itemsRule } from './proration.ts';
import { getStored, type StripeState, type SubscriptionRecord } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import { cancelSubscription } from './subscription-end.ts';
import { pauseSubscription, resumeSubscription } from './subscription-pause.ts';
import { periodOf } from './subscription-record.ts';
import { draftSubscription, openSubscription } from './subscription-start.ts';
import { setCancellationDetails, updateSubscription } from './subscription-update.ts';

const flexibleOnly = group({ type: required(oneOf('flexible')), flexible: group({ proration_discounts: oneOf('included') }) });
const paymentBehavior = oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete');
const paymentSettings = group({ save_default_payment_method: oneOf('off', 'on_subscription') });
const detailsRule = group({
  comment: text,
  feedback: emptyable(
    oneOf('customer_service', 'low_quality', 'missing_features', 'other', 'switched_service', 'too_complex', 'too_expensive', 'unused'),
  ),
});
const createShape = {
  billing_mode: flexibleOnly,
  cancel_at_period_end: flag,
  collection_method: oneOf('charge_automatically'),
  currency: filledText,
  customer: required(filledText),
  default_payment_method: filledText,
  description: text,
  discounts: emptyable(discountsRule),
  items: required(itemsRule),
  metadata,
  off_session: flag,
  payment_behavior: paymentBehavior,
  payment_settings: paymentSettings,
  proration_behavior: oneOf('create_prorations', 'none', 'always_invoice'),
  trial_end: integer,
  trial_period_days: integer,
};
const updateShape = {
  billing_cycle_anchor: group({ type: required(oneOf('unchanged')) }),
  cancel_at_period_end: flag,
  cancellation_details: detailsRule,
  collection_method: oneOf('charge_automatically'),
  default_payment_method: text,
  description: text,
  discounts: emptyable(discountsRule),
  items: itemsRule,
  metadata,
  off_session: flag,
  payment_behavior: paymentBehavior,
  payment_settings: paymentSettings,
  proration_behavior: oneOf('create_prorations', 'none', 'always_invoice'),
  proration_date: integer,
};
const statuses = oneOf(
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
);
const listShape = {
  ...listParameters,
  created: rangeRule,
  current_period_end: rangeRule,
  current_period_start: rangeRule,
  customer: filledText,
  price: filledText,
  status: statuses,
};

function create(state: StripeState, params: Read<typeof createShape>): object {
  getStored(state.customers, params.customer, 'customer', 'customer');
  const method = params.default_payment_method;
  if (
    method !== undefined &&
    getStored(state.paymentMethods, method, 'PaymentMethod', 'default_payment_method').customer !== params.customer
  ) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${method}.`,
      'default_payment_method',
      'resource_missing',
    );
  }
  const trialEnd = params.trial_end ?? (params.trial_period_days ? state.now() + params.trial_period_days * daySeconds : null);
  const draft = draftSubscription(state, {
    customer: params.customer,
    items: params.items,
    discounts: params.discounts || [],
    metadata: params.metadata ?? {},
    description: params.description ?? null,
    trialEnd,
  });
  const record = openSubscription(state, draft, {
    paymentMethod: method ?? null,
    behavior: params.payment_behavior ?? 'allow_incomplete',
    isPresent: false,
  });
  if (params.cancel_at_period_end) updateSubscription(state, record, { cancel_at_period_end: true });
  return record.object;
}

function isListed(record: SubscriptionRecord, params: Read<typeof listShape>): boolean {
  const { object } = record;
  const { start, end } = periodOf(record);
  const wanted = params.status;
  // Without a status the list leaves out those that are over.
  const hasStatus =
    wanted === undefined
      ? object.status !== 'canceled' && object.status !== 'incomplete_expired'
      : wanted === 'all' || (wanted === 'ended' ? object.ended_at !== null : object.status === wanted);
  return (
    hasStatus &&
    (params.customer === undefined || object.customer === params.customer) &&
    (params.price === undefined || object.items.data.some((item) => item.price.id === params.price)) &&
    isInRange(object.created, params.created) &&
    isInRange(end, params.current_period_end) &&
    isInRange(start, params.current_period_start)
  );
}

export function subscriptionRoutes(state: StripeState): ApiRoute[] {
  const find = (id: string) => getStored(state.subscriptions, id, 'subscription');
  return [
    route('POST', '/v1/subscriptions', createShape, (params) => create(state, params)),
    route('GET', '/v1/subscriptions', listShape, (params) => {
      const found = newestFirst(state.subscriptions).filter((record) => isListed(record, params));
      return listPage(
        found.map((record) => record.object),
        params,
        '/v1/subscriptions',
      );
    }),
    route('GET', '/v1/subscriptions/:id', {}, (_params, id) => find(id).object),
    route('POST', '/v1/subscriptions/:id', updateShape, (params, id) => {
      const record = find(id);
      updateSubscription(state, record, params);
      return record.object;
    }),
    route('DELETE', '/v1/subscriptions/:id', { cancellation_details: detailsRule, invoice_now: flag, prorate: flag }, (params, id) => {
      const record = find(id);
      if (record.object.ended_at !== null) throw invalidRequest(`No such subscription: '${id}'`, 'id', 'resource_missing');
      setCancellationDetails(record.object, params.cancellation_details);
      cancelSubscription(state, record, { invoiceNow: params.invoice_now, prorate: params.prorate });
      return record.object;
    }),
    route('POST', '/v1/subscriptions/:id/pause', { type: oneOf('subscription') }, (_params, id) => {
      pauseSubscription(state, find(id));
      return find(id).object;
    }),
    route('POST', '/v1/subscriptions/:id/resume', { billing_cycle_anchor: group({ type: required(oneOf('now')) }) }, (_params, id) => {
      resumeSubscription(state, find(id));
      return find(id).object;
    }),
  ];
}
