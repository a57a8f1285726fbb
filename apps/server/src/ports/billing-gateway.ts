/**
 * What the product asks of a payment provider. Opaque ids only: nothing about a patient may travel through here (product.md 14).
 * Money is a decimal string of dollars. Every `key` makes a repeated call harmless: the provider carries each key out once.
 * Calls throw an error named UpstreamError where the provider cannot be reached or gives no usable answer.
 */
import type { SubscriptionStatus } from '@coverlight/domain/billing/subscription-access.ts';

/** The provider understood and said no. */
export interface Refusal {
  kind: 'refused';
  reason: 'promotion' | 'gone' | 'other';
}

export interface RemoteItem {
  id: string;
  priceId: string;
  isMetered: boolean;
  periodStartsAt: Date;
  periodEndsAt: Date;
}

export interface RemoteSubscription {
  id: string;
  customerId: string;
  status: SubscriptionStatus;
  items: readonly RemoteItem[];
  cancelsAtPeriodEnd: boolean;
  createdAt: Date;
  defaultPaymentMethodId: string | null;
  latestInvoiceId: string | null;
}

export interface SoldPrice {
  priceId: string;
  isMetered: boolean;
}

/** `priceId` null removes the item; `id` null adds one. */
export interface ItemChange {
  id: string | null;
  priceId: string | null;
  isMetered: boolean;
  /** Of a promotion code, for this item alone. */
  promotionId?: string;
}

export interface InvoiceLine {
  /** The provider's own words. */
  description: string;
  /** After discounts. */
  amount: string;
  isProration: boolean;
  /** Null where the line belongs to no price of the catalog. */
  priceId: string | null;
  quantity: number | null;
  startsAt: Date | null;
  endsAt: Date | null;
}

/** An invoice that is final and not paid. */
export interface OpenInvoice {
  id: string;
  /** What is left to pay. */
  amount: string;
  /** Three letters, lower case. */
  currency: string;
  dueAt: Date;
  /** The provider's page that shows the invoice and takes the payment; null without one. A key to the invoice, never to be logged. */
  payUrl: string | null;
}

/** What a coupon gives: either a share or an amount. */
export interface CouponTerms {
  /** Percent, such as "25" or "12.5". */
  percentOff: string | null;
  amountOff: string | null;
  duration: 'once' | 'repeating' | 'forever';
  /** Of 'repeating'. */
  months: number | null;
}

export interface InvoicePreview {
  lines: readonly InvoiceLine[];
  /** From when the prorated lines count, by the provider's clock; null without any. */
  proratedFrom: Date | null;
  total: string;
  amountDue: string;
  /** What the customer had to its credit before this invoice, as a positive amount; "0.00" for none. */
  credit: string;
  billedAt: Date | null;
}

/** 'refused': it cannot be taken as it is; 'unreachable': nothing happened; 'uncertain': it may have been taken. */
export type UseReport = 'reported' | 'refused' | 'unreachable' | 'uncertain';

export interface RemoteEvent {
  id: string;
  type: string;
  createdAt: Date;
  customerId: string | null;
}

/** How one plan is sold; `id` is ours. */
export interface CatalogPlan {
  id: string;
  code: string;
  name: string;
  baseCost: string;
  extraCost: string;
  isEnabled: boolean;
}

export interface RemoteCatalog {
  plans: readonly { id: string; basePriceId: string; extraPriceId: string }[];
  addonPriceId: string;
  meterId: string;
  meterEventName: string;
  portalConfigurationId: string;
}

export interface BillingGateway {
  /** Calls that `work` makes, with their repetitions, have ended after `ms`: those without an answer throw an UpstreamError with `isTooSlow`. */
  within<T>(ms: number, work: () => Promise<T>): Promise<T>;
  createCustomer(input: { organizationId: string; name: string; email: string; key: string }): Promise<string>;
  /** All of a customer, ended ones too. A customer that is not there has none. */
  listSubscriptions(customerId: string): Promise<RemoteSubscription[]>;
  /** The payment method that the customer chose last; null without one. */
  findDefaultPaymentMethod(customerId: string): Promise<string | null>;
  useDefaultPaymentMethod(input: { subscriptionId: string; paymentMethodId: string; key: string }): Promise<void>;
  /** The oldest first. */
  listOpenInvoices(subscriptionId: string): Promise<OpenInvoice[]>;
  /** The newest that is final; null without any. */
  findLastInvoice(subscriptionId: string): Promise<InvoicePreview | null>;
  cancelAtPeriodEnd(input: { subscriptionId: string; key: string }): Promise<void>;
  /** Whether an invoice still takes in what is reported for the period that ended. */
  hasDraftInvoice(subscriptionId: string): Promise<boolean>;
  /** False where the payment was refused. */
  payInvoice(input: { invoiceId: string; paymentMethodId: string; key: string }): Promise<boolean>;

  openCheckout(input: {
    organizationId: string;
    customerId: string;
    prices: readonly SoldPrice[];
    successUrl: string;
    cancelUrl: string;
    key: string;
  }): Promise<{ url: string } | Refusal>;
  listOpenCheckouts(customerId: string): Promise<string[]>;
  /** Whose checkout it is; null for an unknown one. */
  findCheckoutOrganization(checkoutId: string): Promise<string | null>;
  /** False where it was paid or had ended meanwhile. */
  expireCheckout(input: { checkoutId: string; key: string }): Promise<boolean>;
  openPortal(input: {
    customerId: string;
    configurationId: string;
    returnUrl: string;
    forPaymentMethod: boolean;
    key: string;
  }): Promise<{ url: string } | Refusal>;

  /** `proratedFrom` null: from now. */
  changeItems(input: {
    subscriptionId: string;
    changes: readonly ItemChange[];
    proratedFrom: Date | null;
    key: string;
  }): Promise<{ kind: 'changed' } | Refusal>;
  previewChange(input: {
    subscriptionId: string;
    changes: readonly ItemChange[];
    key: string;
  }): Promise<({ kind: 'preview' } & InvoicePreview) | Refusal>;
  /** The active promotion behind a code, as this customer may use it; null for none. */
  findPromotion(code: string, customerId: string): Promise<{ id: string; terms: CouponTerms } | null>;
  /** The coupon codes whose discounts an item has, used up ones too. */
  codesOfItem(input: { subscriptionId: string; itemId: string }): Promise<string[]>;

  /** A use that was reported before under the same identifier counts as reported. Does not throw. */
  reportUse(input: { eventName: string; customerId: string; identifier: string; at: Date; key: string }): Promise<UseReport>;
  /** How many uses the provider knows with `from` <= moment < `to`. */
  countUses(input: { meterId: string; customerId: string; from: Date; to: Date }): Promise<number>;

  /** Null for a body that does not bear the provider's signature. */
  readEvent(rawBody: Buffer, signature: string): RemoteEvent | null;
  /** Newest first. `since` null: all that are kept. */
  listEvents(since: Date | null): AsyncIterable<RemoteEvent>;

  /** Makes what is missing and changes nothing that is sold already. Throws where the provider sells a plan at another price. */
  setUpCatalog(plans: readonly CatalogPlan[], addonCost: string): Promise<RemoteCatalog>;
  /** A customer with a card that always works. Only ever at a sandbox or in the provider's test mode. */
  startTestSubscription(input: { customerId: string; prices: readonly SoldPrice[]; key: string }): Promise<void>;
}
