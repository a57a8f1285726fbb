/** What an invoice line is for, in the words of this product; lines that cost nothing are left out (product.md 14.2). */
import type { InvoiceLine as ShownLine } from '@coverlight/contract/billing/subscription.schema.ts';
import { toCents } from '@coverlight/domain/billing/money.ts';
import type { InvoiceLine } from '#ports/billing-gateway.ts';
import type { BillingCatalog, PlanRecord } from './plans.repository.ts';

export type PriceName = { kind: 'plan'; name: string } | { kind: 'extra' } | { kind: 'addon' };

export function namesOfPrices(plans: readonly PlanRecord[], catalog: BillingCatalog | null): ReadonlyMap<string, PriceName> {
  const names = new Map<string, PriceName>();
  for (const { name, remote_base_price_id: base, remote_extra_price_id: extra } of plans) {
    if (base !== null) names.set(base, { kind: 'plan', name });
    if (extra !== null) names.set(extra, { kind: 'extra' });
  }
  if (catalog !== null) names.set(catalog.addon_price_id, { kind: 'addon' });
  return names;
}

export function linesInWords(lines: readonly InvoiceLine[], names: ReadonlyMap<string, PriceName>): ShownLine[] {
  return lines
    .filter(({ amount }) => toCents(amount) !== 0n)
    .map((line) => ({
      description: lineWords(line, line.priceId === null ? undefined : names.get(line.priceId)),
      amount: line.amount,
      is_proration: line.isProration,
      starts_at: line.startsAt?.toISOString() ?? null,
      ends_at: line.endsAt?.toISOString() ?? null,
    }));
}

/** A line of another price keeps the payment provider's words. */
function lineWords({ description, amount, isProration, quantity }: InvoiceLine, name: PriceName | undefined): string {
  if (name === undefined) return description;
  if (name.kind === 'extra') {
    if (quantity === null) return 'Extra inquiries';
    return quantity === 1 ? '1 extra inquiry' : `${quantity} extra inquiries`;
  }
  const what = name.kind === 'plan' ? `${name.name} plan` : 'Reimbursement Estimates';
  if (!isProration) return what;
  return amount.startsWith('-') ? `${what}: credit for the time not used` : `${what}: rest of the period`;
}
