import { makePaymentMethod, setUp, testPaymentMethods } from './cards.ts';
import { getStored, type StripeState } from './state.ts';
import { invalidRequest } from './stripe-error.ts';
import type { PaymentMethod } from './wire-types.ts';

/** A stored payment method; a ready-made id of the test environment makes a new one each time, as there. */
export function findOrMakePaymentMethod(state: StripeState, id: string, param = 'id'): PaymentMethod {
  const number = testPaymentMethods[id];
  if (number === undefined) return getStored(state.paymentMethods, id, 'PaymentMethod', param);
  const nextYear = new Date(state.now() * 1000).getUTCFullYear() + 4;
  return makePaymentMethod(state, { number, expMonth: 12, expYear: nextYear, cvc: '123', name: null, email: null });
}

export function attachPaymentMethod(state: StripeState, id: string, customer: string): PaymentMethod {
  getStored(state.customers, customer, 'customer', 'customer');
  const method = findOrMakePaymentMethod(state, id, 'payment_method');
  if (method.customer === customer) return method;
  if (method.customer !== null) {
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer.',
      'payment_method',
      'payment_method_unexpected_state',
    );
  }
  const outcome = setUp(state, method);
  if (outcome.kind === 'declined') throw outcome.error;
  method.customer = customer;
  state.emit('payment_method.attached', method);
  return method;
}
