import { route, type ApiRoute } from './api-route.ts';
import { listPage, newestFirst } from './lists.ts';
import { filledText, listParameters, required, text } from './parameters.ts';
import { attachPaymentMethod } from './payment-methods.ts';
import { type StripeState } from './state.ts';

export function paymentMethodRoutes(state: StripeState): ApiRoute[] {
  return [
    route('GET', '/v1/payment_methods', { ...listParameters, customer: filledText, type: text }, (params) => {
      const found = newestFirst(state.paymentMethods).filter((one) => one.customer !== null && one.customer === params.customer);
      return listPage(found, params, '/v1/payment_methods');
    }),
    route('POST', '/v1/payment_methods/:id/attach', { customer: required(filledText) }, (params, id) =>
      attachPaymentMethod(state, id, params.customer),
    ),
  ];
}
