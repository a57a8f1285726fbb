import { route, type ApiRoute } from './api-route.ts';
import { checkCard, makePaymentMethod } from './cards.ts';
import { listPage, newestFirst } from './lists.ts';
import { filledText, integer, listParameters, mergeMetadata, metadata, group, oneOf, required, text } from './parameters.ts';
import { attachPaymentMethod, detachPaymentMethod, findOrMakePaymentMethod } from './payment-methods.ts';
import { change, type StripeState } from './state.ts';

const cardRule = group({ number: required(filledText), exp_month: required(integer), exp_year: required(integer), cvc: text });

export function paymentMethodRoutes(state: StripeState): ApiRoute[] {
  return [
    route(
      'POST',
      '/v1/payment_methods',
      {
        type: required(oneOf('card')),
        card: required(cardRule),
        billing_details: group({ name: text, email: text, phone: text }),
        metadata,
      },
      (params) => {
        const { number, exp_month: expMonth, exp_year: expYear, cvc = '123' } = params.card;
        const card = {
          number,
          expMonth,
          expYear,
          cvc,
          name: params.billing_details?.name ?? null,
          email: params.billing_details?.email ?? null,
        };
        checkCard(card, new Date(state.now() * 1000));
        const method = makePaymentMethod(state, card);
        method.metadata = mergeMetadata({}, params.metadata);
        return method;
      },
    ),
    route('GET', '/v1/payment_methods', { ...listParameters, customer: filledText, type: text }, (params) => {
      const found = newestFirst(state.paymentMethods).filter((one) => one.customer !== null && one.customer === params.customer);
      return listPage(found, params, '/v1/payment_methods');
    }),
    route('GET', '/v1/payment_methods/:id', {}, (_params, id) => findOrMakePaymentMethod(state, id)),
    route('POST', '/v1/payment_methods/:id', { metadata }, (params, id) => {
      const method = findOrMakePaymentMethod(state, id);
      change(state, 'payment_method.updated', method, (stored) => (stored.metadata = mergeMetadata(stored.metadata, params.metadata)));
      return method;
    }),
    route('POST', '/v1/payment_methods/:id/attach', { customer: required(filledText) }, (params, id) =>
      attachPaymentMethod(state, id, params.customer),
    ),
    route('POST', '/v1/payment_methods/:id/detach', {}, (_params, id) => detachPaymentMethod(state, id)),
  ];
}
