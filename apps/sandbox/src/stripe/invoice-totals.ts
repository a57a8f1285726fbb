import { discountOf } from './invoice-lines.ts';
import type { Invoice } from './wire-types.ts';

/** Charges below this are not made; the amount moves to the customer's balance instead. */
const minimumChargeCents = 50;

/** Sums up the lines. `balance` is the customer's: negative is credit, which pays first. */
export function setTotals(invoice: Invoice, balance: number): void {
  const lines = invoice.lines.data;
  const discounts = new Map<string, number>();
  for (const line of lines) {
    for (const one of line.discount_amounts ?? []) discounts.set(one.discount, (discounts.get(one.discount) ?? 0) + one.amount);
  }
  invoice.subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  invoice.total = invoice.subtotal - lines.reduce((sum, line) => sum + discountOf(line), 0);
  invoice.subtotal_excluding_tax = invoice.subtotal;
  invoice.total_excluding_tax = invoice.total;
  invoice.total_discount_amounts = [...discounts].map(([discount, amount]) => ({ amount, discount }));
  invoice.total_pretax_credit_amounts = [...discounts].map(([discount, amount]) => ({ amount, discount, type: 'discount' }));
  invoice.starting_balance = balance;
  invoice.amount_due = amountDue(invoice.total, balance);
  invoice.amount_remaining = invoice.amount_due - invoice.amount_paid;
}

function amountDue(total: number, balance: number): number {
  const due = Math.max(0, total + balance);
  return due < minimumChargeCents ? 0 : due;
}

/** The customer's balance once the invoice is final. */
export function endingBalance(invoice: Invoice): number {
  return invoice.starting_balance + invoice.total - invoice.amount_due;
}
