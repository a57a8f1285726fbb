/** An invoice's life: draft, final, paid or not. Who pays how belongs to `invoice-payment.ts`. */
import { hourSeconds } from './calendar.ts';
import { newId } from './identifiers.ts';
import { discountLines } from './invoice-lines.ts';
import { payInvoice, settle } from './invoice-payment.ts';
import { endingBalance, setTotals } from './invoice-totals.ts';
import { refreshUsage } from './invoice-usage.ts';
import { change, type StripeState, type SubscriptionRecord, type UsageWindow } from './state.ts';
import type { Customer, Invoice, InvoiceLine } from './wire-types.ts';

/** How long a renewal stays a draft, so that usage of the closed period can still be reported. */
export const draftSeconds = hourSeconds;

export type InvoicePlan = {
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  lines: InvoiceLine[];
  /** Ids of the discounts on the whole subscription that count here. */
  discounts: string[];
  usage: { line: string; window: UsageWindow }[];
  periodStart: number;
  periodEnd: number;
};

/** The invoice as it would be made now; neither stored nor told to anybody. `record` is its subscription. */
export function composeInvoice(state: StripeState, record: SubscriptionRecord, customer: Customer, plan: InvoicePlan): Invoice {
  const id = newId(plan.reason === 'upcoming' ? 'upcoming_in' : 'in');
  const { object: subscription } = record;
  const invoice: Invoice = {
    ...blankInvoice(id, state.now(), customer),
    billing_reason: plan.reason,
    currency: subscription.currency,
    default_payment_method: subscription.default_payment_method,
    discounts: plan.discounts,
    lines: { object: 'list', data: plan.lines.map((line) => ({ ...line, invoice: id })), has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: plan.periodEnd,
    period_start: plan.periodStart,
  };
  discountLines(state, invoice.lines.data, plan.discounts);
  setTotals(invoice, customer.balance);
  return invoice;
}

function blankInvoice(id: string, now: number, customer: Customer): Omit<Invoice, 'lines' | 'parent'> {
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Sandbox',
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: null,
    collection_method: 'charge_automatically',
    created: now,
    currency: 'usd',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: customer.invoice_settings.footer,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: null,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
}

/** Stores a draft as its subscription's latest invoice. With `finalizesAt` it becomes final by itself at that moment; without, it waits for somebody to do it. */
export function openDraft(state: StripeState, record: SubscriptionRecord, plan: InvoicePlan, finalizesAt: number | null): Invoice {
  const customer = state.customers.get(record.object.customer);
  if (!customer) throw new Error(`Customer ${record.object.customer} of a subscription is missing.`);
  const invoice = composeInvoice(state, record, customer, plan);
  invoice.automatically_finalizes_at = finalizesAt;
  invoice.auto_advance = finalizesAt !== null;
  invoice.next_payment_attempt = finalizesAt;
  state.invoices.set(invoice.id, invoice);
  record.object.latest_invoice = invoice.id;
  if (plan.usage.length > 0) state.openUsage.set(invoice.id, plan.usage);
  state.emit('invoice.created', invoice);
  if (finalizesAt !== null) scheduleFinalization(state, invoice, finalizesAt);
  return invoice;
}

export function scheduleFinalization(state: StripeState, invoice: Invoice, at: number): void {
  state.schedule.set(`${invoice.id}:finalize`, at, () => {
    finalizeInvoice(state, invoice);
    if (invoice.status === 'open') payInvoice(state, invoice, { by: 'schedule' });
  });
}

/** From draft to open; an invoice with nothing to pay is paid at once. */
export function finalizeInvoice(state: StripeState, invoice: Invoice): void {
  if (invoice.status !== 'draft') return;
  const customer = state.customers.get(invoice.customer ?? '');
  if (!customer) return;
  state.schedule.cancel(`${invoice.id}:finalize`);
  refreshUsage(state, invoice);
  state.openUsage.delete(invoice.id);
  const balance = endingBalance(invoice);
  const sequence = customer.next_invoice_sequence ?? 1;
  invoice.status = 'open';
  invoice.hosted_invoice_url = `${state.publicUrl()}/invoice/${invoice.id}`;
  invoice.number = `${customer.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`;
  invoice.ending_balance = balance;
  invoice.effective_at = state.now();
  invoice.automatically_finalizes_at = null;
  invoice.next_payment_attempt = null;
  invoice.status_transitions.finalized_at = state.now();
  state.emit('invoice.finalized', invoice);
  customer.next_invoice_sequence = sequence + 1;
  if (customer.balance !== balance) change(state, 'customer.updated', customer, (stored) => (stored.balance = balance));
  if (invoice.amount_due === 0) settle(state, invoice);
}
