import { route, type ApiRoute } from './api-route.ts';
import { hourSeconds } from './calendar.ts';
import { expireCheckout, scheduleExpiry, setCheckoutTotals } from './checkout.ts';
import { discountsRule } from './discounts.ts';
import { newId } from './identifiers.ts';
import { isInRange, listPage, newestFirst } from './lists.ts';
import {
  filledText,
  flag,
  integer,
  listOf,
  listParameters,
  mergeMetadata,
  metadata,
  group,
  oneOf,
  rangeRule,
  required,
  text,
  type Read,
} from './parameters.ts';
import { getStored, type StoredCheckout, type StripeState } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import type { CheckoutSession } from './wire-types.ts';

const subscriptionData = group({
  billing_mode: group({ type: required(oneOf('flexible')) }),
  description: text,
  metadata,
  proration_behavior: oneOf('create_prorations', 'none'),
  trial_end: integer,
  trial_period_days: integer,
});
const createShape = {
  allow_promotion_codes: flag,
  automatic_tax: group({ enabled: flag }),
  billing_address_collection: oneOf('auto', 'required'),
  cancel_url: filledText,
  client_reference_id: filledText,
  currency: filledText,
  customer: filledText,
  customer_email: filledText,
  customer_update: group({ address: oneOf('auto', 'never'), name: oneOf('auto', 'never') }),
  discounts: discountsRule,
  expires_at: integer,
  line_items: required(listOf(group({ price: required(filledText), quantity: integer }))),
  // The page speaks English only.
  locale: oneOf('auto', 'en'),
  metadata,
  mode: required(oneOf('subscription')),
  payment_method_collection: oneOf('always', 'if_required'),
  subscription_data: subscriptionData,
  submit_type: oneOf('auto', 'pay', 'subscribe'),
  success_url: required(filledText),
  ui_mode: oneOf('hosted_page'),
};
type Fields = Read<typeof createShape>;
const minLifeSeconds = hourSeconds / 2;
const maxLifeSeconds = 24 * hourSeconds;

function checkUrl(url: string | undefined, param: string): void {
  if (url === undefined) return;
  const probe = url.replaceAll('{CHECKOUT_SESSION_ID}', 'id');
  if (!URL.canParse(probe) || !/^https?:/.test(probe)) throw invalidRequest('Not a valid URL', param, 'url_invalid');
}

function checkFields(state: StripeState, fields: Fields): void {
  checkUrl(fields.success_url, 'success_url');
  checkUrl(fields.cancel_url, 'cancel_url');
  if (fields.customer !== undefined) getStored(state.customers, fields.customer, 'customer', 'customer');
  if (fields.customer !== undefined && fields.customer_email !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: customer, customer_email.',
      'customer_email',
      'parameters_exclusive',
    );
  }
  if (fields.discounts !== undefined && fields.allow_promotion_codes !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
      'allow_promotion_codes',
      'parameters_exclusive',
    );
  }
  if ((fields.discounts?.length ?? 0) > 1) throw invalidRequest('A session takes at most one discount.', 'discounts');
  if (fields.automatic_tax?.enabled) throw invalidRequest('The sandbox does not compute taxes.', 'automatic_tax[enabled]');
  const life = (fields.expires_at ?? state.now() + maxLifeSeconds) - state.now();
  if (life < minLifeSeconds || life > maxLifeSeconds) {
    throw invalidRequest(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
}

function newSession(state: StripeState, fields: Fields): CheckoutSession {
  const id = newId('cs_test', 58);
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: fields.allow_promotion_codes ?? null,
    allowed_payment_method_types: null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: fields.billing_address_collection ?? null,
    cancel_url: fields.cancel_url ?? null,
    client_reference_id: fields.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: state.now(),
    currency: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: fields.customer ?? null,
    customer_account: null,
    customer_creation: fields.customer === undefined ? 'always' : null,
    customer_details: null,
    customer_email: fields.customer_email ?? null,
    discounts: [],
    expires_at: fields.expires_at ?? state.now() + maxLifeSeconds,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: fields.locale ?? null,
    managed_payments: null,
    metadata: mergeMetadata({}, fields.metadata),
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: fields.payment_method_collection ?? 'always',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: fields.submit_type ?? null,
    subscription: null,
    success_url: fields.success_url,
    total_details: null,
    ui_mode: 'hosted_page',
    url: `${state.publicUrl()}/checkout/${id}`,
    wallet_options: null,
  };
}

function createCheckout(state: StripeState, fields: Fields): CheckoutSession {
  checkFields(state, fields);
  const [choice] = fields.discounts ?? [];
  const promotion =
    choice?.promotion_code === undefined
      ? undefined
      : getStored(state.promotionCodes, choice.promotion_code, 'promotion code', 'discounts[0][promotion_code]');
  const coupon = promotion?.promotion.coupon ?? choice?.coupon;
  const session = newSession(state, fields);
  const stored: StoredCheckout = {
    session,
    items: fields.line_items.map((item) => ({ price: item.price, quantity: item.quantity })),
    metadata: mergeMetadata({}, fields.subscription_data?.metadata),
    description: fields.subscription_data?.description ?? null,
    trialEnd: fields.subscription_data?.trial_end ?? null,
    trialDays: fields.subscription_data?.trial_period_days,
    discount: coupon === undefined || coupon === null ? undefined : { coupon, promotionCode: promotion?.id ?? null },
    soldItems: undefined,
    waitingCard: undefined,
  };
  setCheckoutTotals(state, stored);
  if (fields.currency !== undefined && fields.currency !== session.currency)
    throw invalidRequest('The prices are in another currency.', 'currency');
  state.checkouts.set(session.id, stored);
  scheduleExpiry(state, stored);
  return session;
}

const listShape = {
  ...listParameters,
  created: rangeRule,
  customer: filledText,
  status: oneOf('complete', 'expired', 'open'),
  subscription: filledText,
};

export function checkoutRoutes(state: StripeState): ApiRoute[] {
  const find = (id: string) => getStored(state.checkouts, id, 'checkout.session');
  return [
    route('POST', '/v1/checkout/sessions', createShape, (fields) => createCheckout(state, fields)),
    route('GET', '/v1/checkout/sessions', listShape, (params) => {
      const found = newestFirst(state.checkouts)
        .map((stored) => stored.session)
        .filter(
          (session) =>
            (params.customer === undefined || session.customer === params.customer) &&
            (params.status === undefined || session.status === params.status) &&
            (params.subscription === undefined || session.subscription === params.subscription) &&
            isInRange(session.created, params.created),
        );
      return listPage(found, params, '/v1/checkout/sessions');
    }),
    route('GET', '/v1/checkout/sessions/:id', {}, (_params, id) => find(id).session),
    route('POST', '/v1/checkout/sessions/:id/expire', {}, (_params, id) => {
      const stored = find(id);
      if (stored.session.status !== 'open') {
        throw invalidRequest(
          'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ' +
            stored.session.status +
            '.',
        );
      }
      expireCheckout(state, stored);
      return stored.session;
    }),
  ];
}
