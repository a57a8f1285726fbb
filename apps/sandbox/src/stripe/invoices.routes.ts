import { route, type ApiRoute } from './api-route.ts';
import { previewInvoice, previewShape } from './invoice-preview.ts';
import { forgetRetries, payInvoice, reviveSubscription, settle, subscriptionOf } from './invoice-payment.ts';
import { finalizeInvoice } from './invoices.ts';
import { isInRange, listPage, newestFirst } from './lists.ts';
import { filledText, flag, listParameters, metadata, mergeMetadata, oneOf, rangeRule, type Read } from './parameters.ts';
import { change, getStored, type StripeState } from './state.ts';
import { invalidRequest, StripeError } from './stripe-error.ts';
import { voidInvoice } from './subscription-cycle.ts';
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

function giveUp(state: StripeState, invoice: Invoice): Invoice {
  if (invoice.status !== 'open') throw invalidRequest('Only open invoices can be marked uncollectible.');
  invoice.status = 'uncollectible';
  invoice.next_payment_attempt = null;
  invoice.status_transitions.marked_uncollectible_at = state.now();
  forgetRetries(state, invoice);
  state.emit('invoice.marked_uncollectible', invoice);
  reviveSubscription(state, invoice);
  return invoice;
}

function annul(state: StripeState, invoice: Invoice): Invoice {
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') throw invalidRequest('You can only void open invoices.');
  voidInvoice(state, invoice);
  const status = subscriptionOf(state, invoice)?.object.status;
  if (status !== 'incomplete') reviveSubscription(state, invoice);
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
    route('GET', '/v1/invoices/:id/lines', listParameters, (params, id) =>
      listPage(find(id).lines.data, params, `/v1/invoices/${id}/lines`),
    ),
    route('POST', '/v1/invoices/:id', { metadata }, (params, id) => {
      const invoice = find(id);
      change(state, 'invoice.updated', invoice, (stored) => (stored.metadata = mergeMetadata(stored.metadata, params.metadata)));
      return invoice;
    }),
    route('POST', '/v1/invoices/:id/pay', payShape, (params, id) => pay(state, find(id), params)),
    route('POST', '/v1/invoices/:id/finalize', { auto_advance: flag }, (_params, id) => {
      const invoice = find(id);
      if (invoice.status !== 'draft') throw invalidRequest('This invoice is already finalized.', undefined, 'invoice_not_editable');
      finalizeInvoice(state, invoice);
      return invoice;
    }),
    route('POST', '/v1/invoices/:id/void', {}, (_params, id) => annul(state, find(id))),
    route('POST', '/v1/invoices/:id/mark_uncollectible', {}, (_params, id) => giveUp(state, find(id))),
  ];
}
