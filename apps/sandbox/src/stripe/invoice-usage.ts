import { discountLines, usageAmount } from './invoice-lines.ts';
import { setTotals } from './invoice-totals.ts';
import type { StripeState } from './state.ts';
import type { Invoice } from './wire-types.ts';

/** Brings a draft's metered lines up to the usage reported so far. */
export function refreshUsage(state: StripeState, invoice: Invoice): void {
  for (const { line: id, window } of state.openUsage.get(invoice.id) ?? []) {
    const line = invoice.lines.data.find((one) => one.id === id);
    if (!line) continue;
    const before = line.quantity;
    const { quantity, amount } = usageAmount(state, invoice.customer ?? '', window);
    line.quantity = quantity;
    line.quantity_decimal = String(quantity);
    line.amount = amount;
    line.subtotal = amount;
    line.description = (line.description ?? '').replace(new RegExp(`^${String(before)} ×`), `${quantity} ×`);
  }
  discountLines(state, invoice.lines.data, invoice.discounts);
  setTotals(invoice, state.customers.get(invoice.customer ?? '')?.balance ?? 0);
}

/** After a report of usage: the customer's drafts follow it until they are final. */
export function refreshOpenUsage(state: StripeState, customer: string): void {
  for (const id of state.openUsage.keys()) {
    const invoice = state.invoices.get(id);
    if (invoice?.status === 'draft' && invoice.customer === customer) refreshUsage(state, invoice);
  }
}
