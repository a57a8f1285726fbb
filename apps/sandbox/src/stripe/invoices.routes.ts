import { route, type ApiRoute } from './api-route.ts';
import { previewInvoice, previewShape } from './invoice-preview.ts';
import { payInvoice, settle } from './invoice-payment.ts';
import { finalizeInvoice } from './invoices.ts';
import { isInRange, listPage, newestFirst } from './lists.ts';
import { filledText, flag, listParameters, oneOf, rangeRule, type Read } from './parameters.ts';
import { getStored, type StripeState } from './state.ts';
import { invalidRequest, StripeError } from './stripe-error.ts';
import type { Invoice } from './wire-types.ts';

const payShape = { forgive: flag, off_session: flag, paid_out_of_band: flag, payment_method: filledText };
const listShape = {
  ...listParameters,
  collection_method: oneOf('charge_automatically', 'send_invoice'),
  created: rangeRule,
  customer: filledText,
  status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
  subscription: filledText,
};

/** Making an invoice final pays it at once if nothing is due. */
function isSettled(invoice: Invoice): boolean {
  return invoice.status === 'paid';
}

function pay(state: StripeState, invoice: Invoice, params: Read<typeof payShape>): Invoice {
  if (invoice.status === 'draft') finalizeInvoice(state, invoice);
  else if (invoice.status === 'paid') throw invalidRequest('Invoice is already paid');
  else if (invoice.status !== 'open' && invoice.status !== 'uncollectible') throw invalidRequest('Only open invoices can be paid.');
  if (isSettled(invoice)) return invoice;
  if (params.paid_out_of_band) {
    settle(state, invoice);
    return invoice;
  }
  const outcome = payInvoice(state, invoice, { by: 'api', paymentMethod: params.payment_method });
  if (outcome.kind === 'declined') throw outcome.error;
  if (outcome.kind === 'needs-action') {
    throw new StripeError(402, 'This payment requires additional user action before it can be completed successfully.', {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
    });
  }
  return invoice;
}

export function invoiceRoutes(state: StripeState): ApiRoute[] {
  const find = (id: string) => getStored(state.invoices, id, 'invoice');
  return [
    route('POST', '/v1/invoices/create_preview', previewShape, (params) => previewInvoice(state, params)),
    route('GET', '/v1/invoices', listShape, (params) => {
      const found = newestFirst(state.invoices).filter(
        (invoice) =>
          (params.customer === undefined || invoice.customer === params.customer) &&
          (params.status === undefined || invoice.status === params.status) &&
          (params.subscription === undefined || invoice.parent?.subscription_details?.subscription === params.subscription) &&
          isInRange(invoice.created, params.created),
      );
      return listPage(found, params, '/v1/invoices');
    }),
    route('GET', '/v1/invoices/:id', {}, (_params, id) => find(id)),
    route('POST', '/v1/invoices/:id/pay', payShape, (params, id) => pay(state, find(id), params)),
  ];
}
