/** Stripe behind the billing port. Sends ids, amounts and the practice's own name and address, nothing else (product.md 14). */
import type { Stripe } from 'stripe';
import type { BillingGateway, RemoteEvent } from '#ports/billing-gateway.ts';
import { setUpCatalog } from './stripe-catalog.ts';
import {
  ask,
  askToChange,
  checked,
  demand,
  isKnownIdentifier,
  openStripe,
  refusalOf,
  unless,
  UpstreamError,
  within,
  type StripeOptions,
} from './stripe-client.ts';
import { idOf, secondsOf, toCouponTerms, toEvent, toItems, toOpenInvoice, toPreview, toSubscription } from './stripe.mapper.ts';

/** What the webhook endpoint subscribes to, and what the hourly comparison reads. At most 20 fit into one question. */
const EVENT_TYPES = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.updated',
  'invoice.created',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'invoice.marked_uncollectible',
];

export function createStripeGateway(options: StripeOptions): BillingGateway {
  const stripe = openStripe(options);
  return {
    within,
    ...customers(stripe),
    ...pages(stripe),
    ...changes(stripe),
    ...uses(stripe),
    ...events(stripe, options.webhookSecrets),
    setUpCatalog: async (plans, addonCost) => await demand(async () => await setUpCatalog(stripe, plans, addonCost)),
    async startTestSubscription({ customerId, prices, key }) {
      await demand(async () => {
        const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customerId }, { idempotencyKey: `${key}:card` });
        const items = prices.map(({ priceId, isMetered }) => ({ price: priceId, ...(isMetered ? {} : { quantity: 1 }) }));
        await stripe.subscriptions.create({ customer: customerId, items, default_payment_method: card.id }, { idempotencyKey: key });
      });
    },
  };
}

type Customers = Pick<
  BillingGateway,
  | 'createCustomer'
  | 'listSubscriptions'
  | 'findDefaultPaymentMethod'
  | 'useDefaultPaymentMethod'
  | 'listOpenInvoices'
  | 'findLastInvoice'
  | 'cancelAtPeriodEnd'
  | 'hasDraftInvoice'
  | 'payInvoice'
>;

function customers(stripe: Stripe): Customers {
  return {
    createCustomer: async ({ organizationId, name, email, key }) =>
      await demand(async () => {
        const metadata = { organization_id: organizationId };
        return checked(await stripe.customers.create({ name, email, metadata }, { idempotencyKey: key }), 'customer').id;
      }),
    listSubscriptions: async (customerId) =>
      unless(
        await ask(async () =>
          (await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 })).data.map(toSubscription),
        ),
        [],
      ),
    findDefaultPaymentMethod: async (customerId) =>
      unless(
        await ask(async () => {
          const customer = checked(await stripe.customers.retrieve(customerId), 'customer');
          return customer.deleted === true ? null : idOf(customer.invoice_settings.default_payment_method);
        }),
        null,
      ),
    async useDefaultPaymentMethod({ subscriptionId, paymentMethodId, key }) {
      await demand(async () =>
        checked(
          await stripe.subscriptions.update(subscriptionId, { default_payment_method: paymentMethodId }, { idempotencyKey: key }),
          'subscription',
        ),
      );
    },
    listOpenInvoices: async (subscriptionId) =>
      await demand(async () => {
        const { data } = await stripe.invoices.list({ subscription: subscriptionId, status: 'open', limit: 100 });
        return data.map(toOpenInvoice).toReversed();
      }),
    findLastInvoice: async (subscriptionId) =>
      await demand(async () => {
        const { data } = await stripe.invoices.list({ subscription: subscriptionId, limit: 10 });
        const last = data.find(({ status }) => status === 'paid' || status === 'open' || status === 'uncollectible');
        return last === undefined ? null : toPreview(last);
      }),
    async cancelAtPeriodEnd({ subscriptionId, key }) {
      await demand(async () =>
        checked(await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }, { idempotencyKey: key }), 'subscription'),
      );
    },
    hasDraftInvoice: async (subscriptionId) =>
      await demand(async () => (await stripe.invoices.list({ subscription: subscriptionId, status: 'draft', limit: 1 })).data.length > 0),
    async payInvoice({ invoiceId, paymentMethodId, key }) {
      const paid = await ask(async () => {
        const invoice = await stripe.invoices.pay(invoiceId, { payment_method: paymentMethodId }, { idempotencyKey: key });
        return checked(invoice, 'invoice').status === 'paid';
      });
      return unless(paid, false);
    },
  };
}

function pages(
  stripe: Stripe,
): Pick<BillingGateway, 'openCheckout' | 'listOpenCheckouts' | 'findCheckoutOrganization' | 'expireCheckout' | 'openPortal'> {
  return {
    openCheckout: async ({ organizationId, customerId, prices, successUrl, cancelUrl, key }) =>
      await ask(async () => {
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: customerId,
            client_reference_id: organizationId,
            // A metered item has no quantity: it is counted.
            line_items: prices.map(({ priceId, isMetered }) => ({ price: priceId, ...(isMetered ? {} : { quantity: 1 }) })),
            allow_promotion_codes: true,
            subscription_data: { metadata: { organization_id: organizationId } },
            success_url: successUrl,
            cancel_url: cancelUrl,
          },
          { idempotencyKey: key },
        );
        return { url: demandUrl(checked(session, 'checkout.session').url) };
      }),
    listOpenCheckouts: async (customerId) =>
      await demand(async () =>
        (await stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 })).data.map(({ id }) => id),
      ),
    findCheckoutOrganization: async (checkoutId) =>
      unless(
        await ask(async () => checked(await stripe.checkout.sessions.retrieve(checkoutId), 'checkout.session').client_reference_id),
        null,
      ),
    async expireCheckout({ checkoutId, key }) {
      const ended = await ask(async () => {
        const session = await stripe.checkout.sessions.expire(checkoutId, {}, { idempotencyKey: key });
        return checked(session, 'checkout.session').status === 'expired';
      });
      return unless(ended, false);
    },
    openPortal: async ({ customerId, configurationId, returnUrl, forPaymentMethod, key }) =>
      await ask(async () => {
        const session = await stripe.billingPortal.sessions.create(
          {
            customer: customerId,
            configuration: configurationId,
            return_url: returnUrl,
            ...(forPaymentMethod ? { flow_data: { type: 'payment_method_update' as const } } : {}),
          },
          { idempotencyKey: key },
        );
        return { url: demandUrl(checked(session, 'billing_portal.session').url) };
      }),
  };
}

function demandUrl(url: string | null): string {
  if (typeof url !== 'string') throw new UpstreamError('a page without an address');
  return url;
}

function changes(stripe: Stripe): Pick<BillingGateway, 'changeItems' | 'previewChange' | 'findPromotion' | 'codesOfItem'> {
  return {
    changeItems: async ({ subscriptionId, changes: asked, proratedFrom, key }) =>
      await askToChange(async () => {
        const update = {
          items: toItems(asked),
          proration_behavior: 'create_prorations' as const,
          ...(proratedFrom === null ? {} : { proration_date: secondsOf(proratedFrom) }),
        };
        checked(await stripe.subscriptions.update(subscriptionId, update, { idempotencyKey: key }), 'subscription');
        return { kind: 'changed' as const };
      }),
    previewChange: async ({ subscriptionId, changes: asked, key }) =>
      await ask(async () => {
        // Without a change it is the invoice that comes anyway.
        const details =
          asked.length === 0 ? {} : { subscription_details: { items: toItems(asked), proration_behavior: 'create_prorations' as const } };
        const invoice = await stripe.invoices.createPreview({ subscription: subscriptionId, ...details }, { idempotencyKey: key });
        return { kind: 'preview' as const, ...toPreview(invoice) };
      }),
    findPromotion: async (code, customerId) =>
      await demand(async () => {
        // A code may exist once for everybody and again for single customers.
        const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 100 });
        const usable = data.filter((one) => one.customer === null || idOf(one.customer) === customerId);
        const found = usable.find((one) => one.customer !== null) ?? usable[0];
        if (found === undefined) return null;
        const coupon = await stripe.coupons.retrieve(idOf(found.promotion.coupon) ?? '');
        return { id: found.id, terms: toCouponTerms(coupon) };
      }),
    codesOfItem: async ({ subscriptionId, itemId }) =>
      await demand(async () => {
        const { items } = await stripe.subscriptions.retrieve(subscriptionId, { expand: ['items.data.discounts.promotion_code'] });
        const discounts = items.data.find(({ id }) => id === itemId)?.discounts ?? [];
        return discounts.flatMap((discount) => {
          const promotion = typeof discount === 'string' ? null : discount.promotion_code;
          return promotion === null || typeof promotion === 'string' ? [] : [promotion.code];
        });
      }),
  };
}

function uses(stripe: Stripe): Pick<BillingGateway, 'reportUse' | 'countUses'> {
  return {
    async reportUse({ eventName, customerId, identifier, at, key }) {
      try {
        const event = await stripe.billing.meterEvents.create(
          { event_name: eventName, identifier, timestamp: secondsOf(at), payload: { stripe_customer_id: customerId, value: '1' } },
          { idempotencyKey: key },
        );
        return event.identifier === identifier ? 'reported' : 'uncertain';
      } catch (error) {
        if (isKnownIdentifier(error)) return 'reported';
        if (refusalOf(error) !== null) return 'refused';
        const failure = await demand(async () => await Promise.reject(error)).catch((thrown: unknown) => thrown);
        return failure instanceof UpstreamError && failure.isHarmless ? 'unreachable' : 'uncertain';
      }
    },
    countUses: async ({ meterId, customerId, from, to }) =>
      await demand(async () => {
        const { data } = await stripe.billing.meters.listEventSummaries(meterId, {
          customer: customerId,
          start_time: secondsOf(from),
          end_time: secondsOf(to),
        });
        return data.reduce((sum, { aggregated_value }) => sum + aggregated_value, 0);
      }),
  };
}

function events(stripe: Stripe, secrets: readonly string[]): Pick<BillingGateway, 'readEvent' | 'listEvents'> {
  return {
    readEvent(rawBody, signature) {
      for (const secret of secrets) {
        const event = verified(stripe, rawBody, signature, secret);
        if (event !== null) return event;
      }
      return null;
    },
    async *listEvents(since) {
      const created = since === null ? {} : { created: { gte: secondsOf(since) } };
      let after: string | undefined;
      do {
        const page = await demand(
          async () =>
            await stripe.events.list({
              ...created,
              types: EVENT_TYPES,
              limit: 100,
              ...(after === undefined ? {} : { starting_after: after }),
            }),
        );
        yield* await demand(async () => page.data.map(toEvent));
        after = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (after !== undefined);
    },
  };
}

function verified(stripe: Stripe, rawBody: Buffer, signature: string, secret: string): RemoteEvent | null {
  try {
    return toEvent(stripe.webhooks.constructEvent(rawBody, signature, secret));
  } catch {
    return null;
  }
}
