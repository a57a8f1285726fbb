import { route, type ApiRoute } from './api-route.ts';
import { isInRange, listPage, newestFirst } from './lists.ts';
import { filledText, flag, listOf, listParameters, rangeRule } from './parameters.ts';
import { type StripeState } from './state.ts';

const listShape = { ...listParameters, created: rangeRule, delivery_success: flag, type: filledText, types: listOf(filledText) };

/** `invoice.*` stands for all types that begin so. */
function isType(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

export function eventRoutes(state: StripeState): ApiRoute[] {
  return [
    route('GET', '/v1/events', listShape, (params) => {
      const { type, types, delivery_success: isDelivered } = params;
      const found = newestFirst(state.events).filter(
        (event) =>
          isInRange(event.created, params.created) &&
          (type === undefined || isType(event.type, type)) &&
          (types === undefined || types.some((one) => isType(event.type, one))) &&
          (isDelivered === undefined || (event.pending_webhooks === 0) === isDelivered),
      );
      return listPage(found, params, '/v1/events');
    }),
  ];
}
