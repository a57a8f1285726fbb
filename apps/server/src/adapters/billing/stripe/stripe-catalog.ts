/** What is sold, as products, prices, meter and portal at Stripe. Found by lookup key, so that making it can be repeated. */
import { toCents } from '@coverlight/domain/billing/money.ts';
import type { Stripe } from 'stripe';
import type { CatalogPlan, RemoteCatalog } from '#ports/billing-gateway.ts';
import { UpstreamError } from './stripe-client.ts';

const METER_EVENT = 'coverlight_extra_inquiries';
const OWNER = 'coverlight';
/** Lookup keys that Stripe takes in one question. */
const KEYS_AT_ONCE = 10;

interface WantedPrice {
  lookupKey: string;
  name: string;
  cost: string;
  isActive: boolean;
  /** Null: a fixed price a month. */
  meterId: string | null;
}

export async function setUpCatalog(stripe: Stripe, plans: readonly CatalogPlan[], addonCost: string): Promise<RemoteCatalog> {
  const meter = await ensureMeter(stripe);
  const addon: WantedPrice = {
    lookupKey: `${OWNER}_reimbursement_estimates`,
    name: 'Reimbursement Estimates',
    cost: addonCost,
    isActive: true,
    meterId: null,
  };
  const wanted = [addon, ...plans.flatMap((plan) => pricesOf(plan, meter.id))];
  const known = await findPrices(
    stripe,
    wanted.map((price) => price.lookupKey),
  );
  for (const price of wanted) refuseNewPrice(price, known.get(price.lookupKey));
  const ids = new Map<string, string>();
  for (const price of wanted) ids.set(price.lookupKey, await ensurePrice(stripe, price, known.get(price.lookupKey)));
  const idFor = (lookupKey: string): string => ids.get(lookupKey) ?? '';
  return {
    plans: plans.map(({ id, code }) => ({ id, basePriceId: idFor(baseKey(code)), extraPriceId: idFor(extraKey(code)) })),
    addonPriceId: idFor(addon.lookupKey),
    meterId: meter.id,
    meterEventName: METER_EVENT,
    portalConfigurationId: await ensurePortal(stripe),
  };
}

const baseKey = (code: string): string => `${OWNER}_${code}_base`;
const extraKey = (code: string): string => `${OWNER}_${code}_extra`;

const pricesOf = ({ code, name, baseCost, extraCost, isEnabled }: CatalogPlan, meterId: string): WantedPrice[] => [
  { lookupKey: baseKey(code), name, cost: baseCost, isActive: isEnabled, meterId: null },
  { lookupKey: extraKey(code), name: `${name}: extra inquiries`, cost: extraCost, isActive: isEnabled, meterId },
];

async function ensureMeter(stripe: Stripe): Promise<Stripe.Billing.Meter> {
  for await (const meter of stripe.billing.meters.list({ status: 'active', limit: 100 })) {
    if (meter.event_name === METER_EVENT) return meter;
  }
  return await stripe.billing.meters.create(
    { display_name: 'Extra inquiries', event_name: METER_EVENT, default_aggregation: { formula: 'sum' } },
    { idempotencyKey: 'catalog:meter' },
  );
}

async function findPrices(stripe: Stripe, lookupKeys: readonly string[]): Promise<Map<string, Stripe.Price>> {
  const found = new Map<string, Stripe.Price>();
  for (let from = 0; from < lookupKeys.length; from += KEYS_AT_ONCE) {
    const { data } = await stripe.prices.list({ lookup_keys: lookupKeys.slice(from, from + KEYS_AT_ONCE), limit: 100 });
    for (const price of data) if (price.lookup_key !== null) found.set(price.lookup_key, price);
  }
  return found;
}

const centsOf = ({ cost }: WantedPrice): number => Number(toCents(cost));

/** Whoever has the plan pays the old price, so a new price is a new plan and the old one is grandfathered. */
function refuseNewPrice(wanted: WantedPrice, known: Stripe.Price | undefined): void {
  if (known === undefined || known.unit_amount === centsOf(wanted)) return;
  throw new UpstreamError(`${wanted.lookupKey} is sold at another price already. Add a new plan and disable the old one.`);
}

async function ensurePrice(stripe: Stripe, wanted: WantedPrice, known: Stripe.Price | undefined): Promise<string> {
  const cents = centsOf(wanted);
  const price =
    known ??
    (await stripe.prices.create(
      {
        currency: 'usd',
        unit_amount: cents,
        lookup_key: wanted.lookupKey,
        product_data: { name: wanted.name },
        recurring: { interval: 'month', ...(wanted.meterId === null ? {} : { usage_type: 'metered', meter: wanted.meterId }) },
      },
      { idempotencyKey: `catalog:price:${wanted.lookupKey}:${cents}` },
    ));
  if (price.active !== wanted.isActive) await stripe.prices.update(price.id, { active: wanted.isActive });
  return price.id;
}

async function ensurePortal(stripe: Stripe): Promise<string> {
  for await (const one of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (one.metadata?.['owner'] === OWNER) return one.id;
  }
  const made = await stripe.billingPortal.configurations.create(
    {
      metadata: { owner: OWNER },
      features: {
        customer_update: { enabled: true, allowed_updates: ['email', 'address'] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
        // Plans are changed in the product, which knows what is still sold.
        subscription_update: { enabled: false },
      },
    },
    { idempotencyKey: 'catalog:portal' },
  );
  return made.id;
}
