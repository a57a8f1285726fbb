import { route, type ApiRoute } from './api-route.ts';
import { createCustomer, customerShape, setCustomerFields, type CustomerFields } from './customers.ts';
import { isInRange, listPage, newestFirst } from './lists.ts';
import { filledText, listParameters, rangeRule, text } from './parameters.ts';
import { attachPaymentMethod } from './payment-methods.ts';
import { change, getStored, type StripeState } from './state.ts';
import { invalidRequest } from './stripe-error.ts';

const createShape = { ...customerShape, payment_method: filledText };

function checkDefaultCard(state: StripeState, customer: string, fields: CustomerFields): void {
  const chosen = fields.invoice_settings?.default_payment_method;
  if (!chosen) return;
  const method = getStored(state.paymentMethods, chosen, 'PaymentMethod', 'invoice_settings[default_payment_method]');
  if (method.customer !== customer) {
    throw invalidRequest(
      'The customer does not have a payment method with the ID ' + chosen + '.',
      'invoice_settings[default_payment_method]',
      'resource_missing',
    );
  }
}

export function customerRoutes(state: StripeState): ApiRoute[] {
  return [
    route('POST', '/v1/customers', createShape, ({ payment_method: method, ...fields }) => {
      if (fields.invoice_settings?.default_payment_method && method === undefined) checkDefaultCard(state, '', fields);
      const customer = createCustomer(state, { ...fields, invoice_settings: undefined });
      if (method !== undefined) attachPaymentMethod(state, method, customer.id);
      setCustomerFields(customer, fields);
      return customer;
    }),
    route('GET', '/v1/customers', { ...listParameters, email: text, created: rangeRule }, (params) => {
      const found = newestFirst(state.customers).filter(
        (one) => (params.email === undefined || one.email === params.email) && isInRange(one.created, params.created),
      );
      return listPage(found, params, '/v1/customers');
    }),
    route('GET', '/v1/customers/:id', {}, (_params, id) => getStored(state.customers, id, 'customer')),
    route('POST', '/v1/customers/:id', customerShape, (fields, id) => {
      const customer = getStored(state.customers, id, 'customer');
      checkDefaultCard(state, id, fields);
      change(state, 'customer.updated', customer, (stored) => setCustomerFields(stored, fields));
      return customer;
    }),
  ];
}
