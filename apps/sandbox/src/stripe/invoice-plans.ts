/** Which lines the next invoice of a subscription has. Nothing here is stored or told; previews use the same functions. */
import { isRunning, isSpentByOneInvoice } from './discounts.ts';
import { discountOf, dueUsage, licensedLine, usageLine } from './invoice-lines.ts';
import type { InvoicePlan } from './invoices.ts';
import { fraction } from './money.ts';
import type { StripeState, SubscriptionRecord, UsageWindow } from './state.ts';
import { isMetered, periodOf, type Period } from './subscription-record.ts';
import type { Invoice, InvoiceLine } from './wire-types.ts';

type Parts = { reason: InvoicePlan['reason']; usage: UsageWindow[]; licensed: InvoiceLine[]; at: number; period: Period };

function plan(state: StripeState, record: SubscriptionRecord, parts: Parts): InvoicePlan {
  const metered = parts.usage.map((window) => ({ window, line: usageLine(state, record, window) }));
  return {
    reason: parts.reason,
    lines: [...record.pending.map((one) => one.line), ...metered.map((one) => one.line), ...parts.licensed],
    discounts: record.object.discounts.filter((id) => isRunning(state, id, parts.at)),
    usage: metered.map(({ window, line }) => ({ window, line: line.id })),
    periodStart: parts.period.start,
    periodEnd: parts.period.end,
  };
}

function licensedLines(state: StripeState, record: SubscriptionRecord, period: Period, isTrial: boolean): InvoiceLine[] {
  return record.object.items.data.filter((item) => !isMetered(item.price)).map((item) => licensedLine(state, item, period, isTrial));
}

/** The invoice a new subscription begins with. */
export function firstPlan(state: StripeState, record: SubscriptionRecord): InvoicePlan {
  const period = periodOf(record);
  const licensed = licensedLines(state, record, period, record.period < 0);
  return plan(state, record, {
    reason: 'subscription_create',
    usage: [],
    licensed,
    at: period.start,
    period: { start: period.start, end: period.start },
  });
}

/** The invoice at the end of a period: what is pending, the usage of the period, and the next one in advance. */
export function renewalPlan(state: StripeState, record: SubscriptionRecord, next: Period): InvoicePlan {
  const closed = periodOf(record);
  return plan(state, record, {
    reason: 'subscription_cycle',
    // A window without any usage was opened and closed by a change of plan; only the item's own line is shown empty.
    // Usage within a trial is free.
    usage:
      record.period < 0
        ? []
        : dueUsage(record, closed.end).filter((window) => isOwnWindow(record, window, closed.end) || hasUsage(state, record, window)),
    licensed: licensedLines(state, record, next, false),
    at: next.start,
    period: closed,
  });
}

/** The last invoice, at `at`; without lines if nothing is owed. */
export function finalPlan(state: StripeState, record: SubscriptionRecord, at: number, empty?: 'with-empty-usage'): InvoicePlan {
  const usage = dueUsage(record, at).filter((window) => (empty && isOwnWindow(record, window, at)) || hasUsage(state, record, window));
  return plan(state, record, { reason: 'subscription_cycle', usage, licensed: [], at, period: { start: periodOf(record).start, end: at } });
}

/** What a change bills at once: everything pending, and usage of prices that were left. */
export function immediatePlan(state: StripeState, record: SubscriptionRecord, at: number): InvoicePlan {
  const usage = record.usage.filter((window) => hasUsage(state, record, window));
  return plan(state, record, { reason: 'subscription_update', usage, licensed: [], at, period: { start: at, end: at } });
}

function isOwnWindow(record: SubscriptionRecord, window: UsageWindow, end: number): boolean {
  return window.to === end && !record.usage.includes(window);
}

function hasUsage(state: StripeState, record: SubscriptionRecord, window: UsageWindow): boolean {
  return (usageLine(state, record, window).quantity ?? 0) > 0;
}

/** After an invoice took the pending lines: they are gone, and so are discounts that last for one invoice. */
export function clearBilled(state: StripeState, record: SubscriptionRecord, invoice: Invoice): void {
  const spent = new Set([
    ...record.pending.flatMap((one) => one.usedDiscounts),
    ...invoice.lines.data.flatMap((line) => (line.discount_amounts ?? []).map((one) => one.discount)),
  ]);
  const stays = (id: string) => !(spent.has(id) && isSpentByOneInvoice(state, id));
  record.pending = [];
  record.usage = [];
  record.object.discounts = record.object.discounts.filter(stays);
  for (const item of record.object.items.data) item.discounts = item.discounts.filter(stays);
}

/** What the items have been charged for their new period: the base of later credits. */
export function rememberDebits(record: SubscriptionRecord, invoice: Invoice, period: Period): void {
  record.debits = {};
  for (const line of invoice.lines.data) {
    const details = line.parent?.subscription_item_details;
    const item = record.object.items.data.find((one) => one.id === details?.subscription_item);
    if (!details || !item || details.proration || isMetered(item.price)) continue;
    record.debits[item.id] = { perPeriod: fraction(line.amount - discountOf(line)), from: period.start };
  }
}

export function dropEndedDiscounts(state: StripeState, record: SubscriptionRecord, at: number): void {
  record.object.discounts = record.object.discounts.filter((id) => isRunning(state, id, at));
  for (const item of record.object.items.data) item.discounts = item.discounts.filter((id) => isRunning(state, id, at));
}
