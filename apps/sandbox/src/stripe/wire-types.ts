import type { Stripe } from 'stripe';

type WithId = { object: string; id: string };

/**
 * A response type of the `stripe` package as it stands in unexpanded JSON: references are ids, decimals are strings.
 * Every object the sandbox stores has such a type, so a field the package requires cannot be forgotten.
 */
type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends (infer Item)[]
      ? WireValue<Item>[]
      : T extends object
        ? { [Key in keyof T]: WireValue<T[Key]> }
        : T;
type WireValue<V> = Wire<Known<string extends V ? Exclude<V, WithId> : V>>;
/** The package leaves its enums open for values of later versions; the sandbox sends only those it lists. */
type Known<V> = V extends string ? (string extends V ? (IsPlainString<V> extends true ? V : never) : V) : V;
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- comparing generic functions is how TypeScript tells `string` from a union that contains it
type IsPlainString<V> = (<G>() => G extends V ? 1 : 2) extends <G>() => G extends string ? 1 : 2 ? true : false;

export type Customer = Wire<Stripe.Customer>;
export type Product = Wire<Stripe.Product>;
export type Price = Wire<Stripe.Price>;
export type Plan = Wire<Stripe.Plan>;
export type Coupon = Wire<Stripe.Coupon>;
export type PromotionCode = Wire<Stripe.PromotionCode>;
export type Discount = Wire<Stripe.Discount>;
export type PaymentMethod = Wire<Stripe.PaymentMethod>;
export type Subscription = Wire<Stripe.Subscription>;
export type SubscriptionItem = Wire<Stripe.SubscriptionItem>;
export type Invoice = Wire<Stripe.Invoice>;
export type InvoiceLine = Wire<Stripe.InvoiceLineItem>;
export type Meter = Wire<Stripe.Billing.Meter>;
export type MeterEvent = Wire<Stripe.Billing.MeterEvent>;
export type MeterEventSummary = Wire<Stripe.Billing.MeterEventSummary>;
export type CheckoutSession = Wire<Stripe.Checkout.Session>;
export type CheckoutLineItem = Wire<Stripe.LineItem>;
export type PortalSession = Wire<Stripe.BillingPortal.Session>;
export type PortalConfiguration = Wire<Stripe.BillingPortal.Configuration>;
export type EventType = Stripe.Event['type'];
export type Event = Omit<Wire<Stripe.EventBase>, 'data' | 'type'> & {
  type: EventType;
  data: { object: object; previous_attributes?: Record<string, unknown> };
};
export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };
