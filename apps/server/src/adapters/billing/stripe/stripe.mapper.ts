/** Stripe's objects in the words of the port. */
import { toDollars } from '@coverlight/domain/billing/money.ts';
import type { SubscriptionStatus } from '@coverlight/domain/billing/subscription-access.ts';
import type { Stripe } from 'stripe';
import type {
  CouponTerms,
  InvoiceLine,
  InvoicePreview,
  ItemChange,
  OpenInvoice,
  RemoteEvent,
  RemoteSubscription,
} from '#ports/billing-gateway.ts';
import { checked, UpstreamError } from './stripe-client.ts';

export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

const dateOf = (seconds: number): Date => new Date(seconds * 1000);
export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
const dollarsOf = (cents: number): string => toDollars(BigInt(cents));

const STATUSES: readonly SubscriptionStatus[] = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
];

export function toSubscription(subscription: Stripe.Subscription): RemoteSubscription {
  checked(subscription, 'subscription');
  const status = STATUSES.find((known) => known === subscription.status);
  const customerId = idOf(subscription.customer);
  if (status === undefined || customerId === null) throw new UpstreamError('a subscription of an unknown kind');
  return {
    id: subscription.id,
    customerId,
    status,
    items: subscription.items.data.map((item) => ({
      id: item.id,
      priceId: item.price.id,
      isMetered: item.price.recurring?.usage_type === 'metered',
      periodStartsAt: dateOf(item.current_period_start),
      periodEndsAt: dateOf(item.current_period_end),
    })),
    cancelsAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    createdAt: dateOf(subscription.created),
    defaultPaymentMethodId: idOf(subscription.default_payment_method),
    latestInvoiceId: idOf(subscription.latest_invoice),
  };
}

/** The same words for the preview and for the change itself. */
export function toItems(changes: readonly ItemChange[]) {
  return changes.map(({ id, priceId, isMetered, promotionId }) => ({
    ...(id === null ? {} : { id }),
    ...(priceId === null ? { deleted: true } : { price: priceId }),
    ...(id === null && !isMetered ? { quantity: 1 } : {}),
    ...(promotionId === undefined ? {} : { discounts: [{ promotion_code: promotionId }] }),
  }));
}

function isProration(line: Stripe.InvoiceLineItem): boolean {
  const { parent } = line;
  return parent?.subscription_item_details?.proration === true || parent?.invoice_item_details?.proration === true;
}

const discountOf = (line: Stripe.InvoiceLineItem): number => (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

const OTHER_ITEMS = { description: 'Other items', isProration: false, priceId: null, quantity: null, startsAt: null, endsAt: null };

const toLine = (line: Stripe.InvoiceLineItem): InvoiceLine => ({
  description: line.description ?? 'Subscription',
  amount: dollarsOf(line.amount - discountOf(line)),
  isProration: isProration(line),
  priceId: idOf(line.pricing?.price_details?.price),
  quantity: line.quantity,
  startsAt: dateOf(line.period.start),
  endsAt: dateOf(line.period.end),
});

const attemptOf = ({ next_payment_attempt: at }: Stripe.Invoice): Date | null => (at === null ? null : dateOf(at));
const finalOf = ({ status_transitions: { finalized_at: at }, created }: Stripe.Invoice): Date => dateOf(at ?? created);

export function toOpenInvoice(invoice: Stripe.Invoice): OpenInvoice {
  checked(invoice, 'invoice');
  return {
    id: invoice.id,
    amount: dollarsOf(invoice.amount_remaining),
    currency: invoice.currency,
    // What is charged by itself has no due date: it was due when it became final.
    dueAt: invoice.due_date === null ? finalOf(invoice) : dateOf(invoice.due_date),
    payUrl: invoice.hosted_invoice_url ?? null,
  };
}

export function toCouponTerms(coupon: Stripe.Coupon): CouponTerms {
  checked(coupon, 'coupon');
  const { percent_off: percent, amount_off: amount, duration, duration_in_months: months } = coupon;
  return {
    percentOff: percent === null ? null : String(percent),
    amountOff: amount === null ? null : dollarsOf(amount),
    duration: duration === 'repeating' ? 'repeating' : duration === 'forever' ? 'forever' : 'once',
    months,
  };
}

export function toPreview(invoice: Stripe.Invoice): InvoicePreview {
  checked(invoice, 'invoice');
  const lines = invoice.lines.data;
  const prorated = lines.filter(isProration);
  // A long invoice comes with its first lines only; what is missing is still part of the sum.
  const missing = invoice.total - lines.reduce((sum, line) => sum + line.amount - discountOf(line), 0);
  return {
    lines: [...lines.map(toLine), ...(missing === 0 ? [] : [{ ...OTHER_ITEMS, amount: dollarsOf(missing) }])],
    // Earlier changes of the period are on the same invoice; this one is the latest.
    proratedFrom: prorated.length === 0 ? null : dateOf(Math.max(...prorated.map((line) => line.period.start))),
    total: dollarsOf(invoice.total),
    amountDue: dollarsOf(invoice.amount_due),
    // A credit is a negative balance there.
    credit: dollarsOf(Math.max(0, -invoice.starting_balance)),
    billedAt: invoice.status === 'draft' || invoice.status === null ? attemptOf(invoice) : finalOf(invoice),
  };
}

/** Everything but whose it is stays behind: what is true now is read from Stripe, never from an event. */
export function toEvent(event: Stripe.Event): RemoteEvent {
  checked(event, 'event');
  const about: unknown = event.data.object;
  const field = (name: string): unknown => (typeof about === 'object' && about !== null ? Reflect.get(about, name) : undefined);
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const customer = field('object') === 'customer' ? field('id') : field('customer');
  return { id: event.id, type: event.type, createdAt: dateOf(event.created), customerId: text(customer) };
}
