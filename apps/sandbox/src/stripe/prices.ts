import { newId } from './identifiers.ts';
import { parseDecimal, toCents } from './money.ts';
import { decimal, filledText, flag, integer, mergeMetadata, metadata, group, oneOf, required, text, type Read } from './parameters.ts';
import { createProduct } from './products.ts';
import { change, getStored, type StripeState } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import type { Plan, Price } from './wire-types.ts';

const recurringRule = group({
  interval: required(oneOf('day', 'week', 'month', 'year')),
  interval_count: integer,
  meter: filledText,
  trial_period_days: integer,
  usage_type: oneOf('licensed', 'metered'),
});
export const newPriceShape = {
  active: flag,
  billing_scheme: oneOf('per_unit'),
  currency: required(filledText),
  lookup_key: filledText,
  metadata,
  nickname: text,
  product: filledText,
  product_data: group({
    name: required(filledText),
    active: flag,
    id: filledText,
    metadata,
    statement_descriptor: filledText,
    unit_label: text,
  }),
  recurring: recurringRule,
  tax_behavior: oneOf('exclusive', 'inclusive', 'unspecified'),
  transfer_lookup_key: flag,
  unit_amount: integer,
  unit_amount_decimal: decimal,
};
type Fields = Read<typeof newPriceShape>;

/** Whole cents where there are any, else null; and the exact digits. */
function readAmount(fields: Fields): { whole: number | null; digits: string } {
  if (fields.unit_amount !== undefined && fields.unit_amount_decimal !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: unit_amount, unit_amount_decimal.',
      'unit_amount',
      'parameters_exclusive',
    );
  }
  if (fields.unit_amount !== undefined) {
    if (fields.unit_amount < 0) throw invalidRequest('Invalid non-negative integer', 'unit_amount', 'parameter_invalid_integer');
    return { whole: fields.unit_amount, digits: String(fields.unit_amount) };
  }
  if (fields.unit_amount_decimal === undefined) {
    throw invalidRequest('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing');
  }
  const digits = fields.unit_amount_decimal.includes('.') ? fields.unit_amount_decimal.replace(/\.?0+$/, '') : fields.unit_amount_decimal;
  return { whole: digits.includes('.') ? null : toCents(parseDecimal(digits)), digits };
}

function readRecurring(state: StripeState, fields: Fields): Price['recurring'] {
  const recurring = fields.recurring;
  if (!recurring) return null;
  const usage = recurring.usage_type ?? 'licensed';
  if (usage === 'metered' && recurring.meter === undefined) {
    throw invalidRequest('Prices with `usage_type=metered` must be backed by a meter.', 'recurring[meter]', 'parameter_missing');
  }
  if (recurring.meter !== undefined) {
    if (usage === 'licensed') throw invalidRequest('A meter can only be set for metered prices.', 'recurring[meter]');
    const meter = getStored(state.meters, recurring.meter, 'meter', 'recurring[meter]');
    if (meter.status !== 'active') throw invalidRequest('The meter is inactive.', 'recurring[meter]');
  }
  return {
    interval: recurring.interval,
    interval_count: recurring.interval_count ?? 1,
    meter: recurring.meter ?? null,
    trial_period_days: recurring.trial_period_days ?? null,
    usage_type: usage,
  };
}

export function claimLookupKey(state: StripeState, key: string | undefined, mayTransfer: boolean | undefined): void {
  const holder = key === undefined ? undefined : [...state.prices.values()].find((price) => price.lookup_key === key);
  if (!holder) return;
  if (!mayTransfer) throw invalidRequest(`A price (${holder.id}) already uses that lookup key.`, 'lookup_key', 'resource_already_exists');
  change(state, 'price.updated', holder, (stored) => (stored.lookup_key = null));
}

export function createPrice(state: StripeState, fields: Fields): Price {
  if (!/^[a-z]{3}$/i.test(fields.currency)) throw invalidRequest(`Invalid currency: ${fields.currency}.`, 'currency');
  const { whole, digits } = readAmount(fields);
  const recurring = readRecurring(state, fields);
  if (fields.product !== undefined) getStored(state.products, fields.product, 'product', 'product');
  else if (!fields.product_data)
    throw invalidRequest('You must specify either `product` or `product_data` when creating a price.', 'product', 'parameter_missing');
  claimLookupKey(state, fields.lookup_key, fields.transfer_lookup_key);
  const product = fields.product ?? (fields.product_data ? createProduct(state, fields.product_data).id : '');
  const price: Price = {
    id: newId('price'),
    object: 'price',
    active: fields.active ?? true,
    billing_scheme: 'per_unit',
    created: state.now(),
    currency: fields.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: fields.lookup_key ?? null,
    metadata: mergeMetadata({}, fields.metadata),
    nickname: fields.nickname ?? null,
    product,
    recurring,
    tax_behavior: fields.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: whole,
    unit_amount_decimal: digits,
  };
  state.prices.set(price.id, price);
  state.emit('price.created', price);
  return price;
}

/** The older form of a price that subscription items still carry. */
export function planOf(price: Price): Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: price.recurring?.meter ?? null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: price.recurring?.trial_period_days ?? null,
    usage_type: price.recurring?.usage_type ?? 'licensed',
  };
}
