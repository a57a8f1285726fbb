import { route, type ApiRoute } from './api-route.ts';
import { isInRange, listPage, newestFirst } from './lists.ts';
import {
  emptyable,
  filledText,
  flag,
  listOf,
  listParameters,
  mergeMetadata,
  metadata,
  group,
  oneOf,
  rangeRule,
  text,
  type Read,
} from './parameters.ts';
import { claimLookupKey, createPrice, newPriceShape, planOf } from './prices.ts';
import { change, getStored, type StripeState } from './state.ts';
import type { Price } from './wire-types.ts';

function refreshItems(state: StripeState, price: Price): void {
  for (const { object: subscription } of state.subscriptions.values()) {
    for (const item of subscription.items.data) {
      if (item.price.id !== price.id) continue;
      item.price = structuredClone(price);
      item.plan = planOf(price);
    }
  }
}

const updateShape = {
  active: flag,
  lookup_key: filledText,
  metadata,
  nickname: emptyable(text),
  tax_behavior: newPriceShape.tax_behavior,
  transfer_lookup_key: flag,
};
const listShape = {
  ...listParameters,
  active: flag,
  created: rangeRule,
  currency: text,
  lookup_keys: listOf(filledText),
  product: filledText,
  recurring: group({ interval: text, meter: text, usage_type: text }),
  type: oneOf('one_time', 'recurring'),
};

function isListed(price: Price, params: Read<typeof listShape>): boolean {
  const { recurring } = params;
  return (
    (params.active === undefined || price.active === params.active) &&
    (params.currency === undefined || price.currency === params.currency) &&
    (params.product === undefined || price.product === params.product) &&
    (params.type === undefined || price.type === params.type) &&
    (params.lookup_keys === undefined || (price.lookup_key !== null && params.lookup_keys.includes(price.lookup_key))) &&
    (recurring?.interval === undefined || price.recurring?.interval === recurring.interval) &&
    (recurring?.meter === undefined || price.recurring?.meter === recurring.meter) &&
    (recurring?.usage_type === undefined || price.recurring?.usage_type === recurring.usage_type) &&
    isInRange(price.created, params.created)
  );
}

export function priceRoutes(state: StripeState): ApiRoute[] {
  return [
    route('POST', '/v1/prices', newPriceShape, (fields) => createPrice(state, fields)),
    route('GET', '/v1/prices', listShape, (params) => {
      const found = newestFirst(state.prices).filter((price) => isListed(price, params));
      return listPage(found, params, '/v1/prices');
    }),
    route('POST', '/v1/prices/:id', updateShape, (fields, id) => {
      const price = getStored(state.prices, id, 'price');
      if (fields.lookup_key !== price.lookup_key) claimLookupKey(state, fields.lookup_key, fields.transfer_lookup_key);
      change(state, 'price.updated', price, (stored) => {
        if (fields.active !== undefined) stored.active = fields.active;
        if (fields.lookup_key !== undefined) stored.lookup_key = fields.lookup_key;
        if (fields.nickname !== undefined) stored.nickname = fields.nickname || null;
        if (fields.tax_behavior !== undefined) stored.tax_behavior = fields.tax_behavior;
        stored.metadata = mergeMetadata(stored.metadata, fields.metadata);
      });
      refreshItems(state, price);
      return price;
    }),
  ];
}
