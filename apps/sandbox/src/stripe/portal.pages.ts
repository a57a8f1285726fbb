/** The hosted portal: a link that works once, then a visit by cookie. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkCard, makePaymentMethod, setUp } from './cards.ts';
import { newId } from './identifiers.ts';
import { payInvoice } from './invoice-payment.ts';
import { readCard, readFields, sendPage } from './page-forms.ts';
import { attachPaymentMethod } from './payment-methods.ts';
import { portalCancel, portalCard, portalClosed, portalConfirmCard, portalHome, type PortalView } from './portal-page.ts';
import { defaultConfiguration, visitSeconds } from './portal.ts';
import { change, type StoredPortal, type StripeState, type SubscriptionRecord } from './state.ts';
import { StripeError } from './stripe-error.ts';
import { cancelSubscription } from './subscription-end.ts';
import { updateSubscription } from './subscription-update.ts';
import type { Timeline } from './timeline.ts';
import type { PaymentMethod } from './wire-types.ts';

const cookieName = 'sandbox_portal';

function hasCookie(request: FastifyRequest, stored: StoredPortal): boolean {
  const sent = new RegExp(`(?:^|; )${cookieName}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
  const expected = stored.cookie ?? '';
  return expected !== '' && sent.length === expected.length && timingSafeEqual(Buffer.from(sent), Buffer.from(expected));
}

function ownSubscription(state: StripeState, stored: StoredPortal, id: string | undefined): SubscriptionRecord | undefined {
  const record = state.subscriptions.get(id ?? '');
  return record?.object.customer === stored.session.customer && record.object.ended_at === null ? record : undefined;
}

function useCard(state: StripeState, stored: StoredPortal, method: PaymentMethod, hasConfirmed: boolean): void {
  const secured = state.cards.get(method.id);
  if (secured && hasConfirmed) secured.isSecured = true;
  attachPaymentMethod(state, method.id, stored.session.customer);
  const customer = state.customers.get(stored.session.customer);
  // Only the customer's default: a subscription with a card of its own goes on charging that one, as with the real portal.
  if (customer) change(state, 'customer.updated', customer, (one) => (one.invoice_settings.default_payment_method = method.id));
}

function cancel(state: StripeState, stored: StoredPortal, view: PortalView, id: string | undefined): string {
  const record = ownSubscription(state, stored, id);
  if (!record) throw new StripeError(400, 'This subscription has already ended.');
  if (view.configuration.features.subscription_cancel.mode === 'immediately') cancelSubscription(state, record, {});
  else updateSubscription(state, record, { cancel_at_period_end: true });
  return 'Your subscription has been cancelled.';
}

function payOpen(state: StripeState, stored: StoredPortal, id: string | undefined): string {
  const invoice = state.invoices.get(id ?? '');
  if (invoice?.customer !== stored.session.customer || invoice.status !== 'open') throw new StripeError(400, 'This invoice is not open.');
  const chosen = state.customers.get(stored.session.customer)?.invoice_settings.default_payment_method ?? undefined;
  const outcome = payInvoice(state, invoice, { by: 'person', paymentMethod: chosen });
  if (outcome.kind === 'declined') throw outcome.error;
  return 'The invoice has been paid.';
}

type Visit = { state: StripeState; stored: StoredPortal; view: PortalView; fields: Record<string, string> };
type Next = { done: string; completes: boolean } | 'confirm-card' | 'ask-cancel';

function saveCard({ state, stored, fields }: Visit): Next {
  const card = readCard(fields);
  checkCard(card, new Date(state.now() * 1000));
  const method = makePaymentMethod(state, card);
  const outcome = setUp(state, method);
  if (outcome.kind === 'declined') throw outcome.error;
  if (outcome.kind === 'needs-action') {
    stored.waitingCard = method;
    return 'confirm-card';
  }
  useCard(state, stored, method, false);
  return { done: 'Your payment method has been updated.', completes: true };
}

function act(visit: Visit): Next {
  const { state, stored, view, fields } = visit;
  switch (fields['action'] ?? '') {
    case 'card':
      return saveCard(visit);
    case 'confirm':
      if (!stored.waitingCard) return { done: 'Nothing was changed.', completes: false };
      useCard(state, stored, stored.waitingCard, true);
      stored.waitingCard = undefined;
      return { done: 'Your payment method has been updated.', completes: true };
    case 'refuse':
      stored.waitingCard = undefined;
      throw new StripeError(402, 'We are unable to authenticate your payment method. Please try another one.');
    case 'cancel':
      return 'ask-cancel';
    case 'confirm-cancel':
      return { done: cancel(state, stored, view, fields['subscription']), completes: true };
    case 'keep': {
      const record = ownSubscription(state, stored, fields['subscription']);
      if (record) updateSubscription(state, record, { cancel_at_period_end: false });
      return { done: 'Your subscription goes on.', completes: false };
    }
    case 'pay':
      return { done: payOpen(state, stored, fields['invoice']), completes: false };
    default:
      return { done: 'Nothing was changed.', completes: false };
  }
}

function viewOf(state: StripeState, stored: StoredPortal): PortalView {
  return { stored, configuration: state.portalConfigurations.get(stored.session.configuration) ?? defaultConfiguration(state) };
}

function show(state: StripeState, reply: FastifyReply, stored: StoredPortal, wanted: string | undefined): FastifyReply {
  const view = viewOf(state, stored);
  const { flow } = stored.session;
  const leaving = ownSubscription(state, stored, flow?.subscription_cancel?.subscription);
  if (stored.waitingCard) return sendPage(reply, 200, portalConfirmCard());
  if (wanted === 'card' || flow?.type === 'payment_method_update') return sendPage(reply, 200, portalCard(view, {}));
  if (leaving) return sendPage(reply, 200, portalCancel(state, leaving, view));
  const done = stored.done;
  stored.done = undefined;
  return sendPage(reply, 200, portalHome(state, { ...view, done }));
}

/** A flow ends where it was told to; else the portal shows its home page. */
function finish(reply: FastifyReply, stored: StoredPortal, next: { done: string; completes: boolean }): FastifyReply {
  const after = stored.session.flow?.after_completion;
  const target = after?.type === 'redirect' ? after.redirect?.return_url : undefined;
  stored.done = next.done;
  if (next.completes) stored.session.flow = null;
  return reply.redirect(next.completes && target !== undefined ? target : `/portal/${stored.secret}`, 303);
}

function answer(state: StripeState, request: FastifyRequest, reply: FastifyReply, stored: StoredPortal): FastifyReply {
  const fields = readFields(request);
  const view = viewOf(state, stored);
  try {
    const next = act({ state, stored, view, fields });
    if (next === 'confirm-card') return sendPage(reply, 200, portalConfirmCard());
    if (next !== 'ask-cancel') return finish(reply, stored, next);
    const record = ownSubscription(state, stored, fields['subscription']);
    return record ? sendPage(reply, 200, portalCancel(state, record, view)) : show(state, reply, stored, undefined);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const shown = { ...view, problem: error.message };
    const isCard = ['card', 'confirm', 'refuse'].includes(fields['action'] ?? '');
    return sendPage(reply, 200, isCard ? portalCard(shown, fields) : portalHome(state, shown));
  }
}

export function portalPages(scope: FastifyInstance, state: StripeState, timeline: Timeline): void {
  type Address = { Params: { secret: string }; Querystring: { view?: string } };
  const visited = (request: FastifyRequest<Address>): StoredPortal | undefined => {
    timeline.noteRequest();
    timeline.catchUp();
    const stored = state.portals.get(request.params.secret);
    return stored && stored.openUntil > state.now() ? stored : undefined;
  };
  scope.get<Address>('/portal/:secret', (request, reply) => {
    const stored = visited(request);
    if (stored?.cookie === undefined) {
      if (!stored) return sendPage(reply, 410, portalClosed());
      stored.cookie = newId('visit', 40);
      stored.openUntil = state.now() + visitSeconds;
      void reply.header('set-cookie', `${cookieName}=${stored.cookie}; Path=/portal/${stored.secret}; HttpOnly; SameSite=Lax`);
      return show(state, reply, stored, request.query.view);
    }
    return hasCookie(request, stored) ? show(state, reply, stored, request.query.view) : sendPage(reply, 410, portalClosed());
  });
  scope.post<Address>('/portal/:secret', (request, reply) => {
    const stored = visited(request);
    return stored && hasCookie(request, stored) ? answer(state, request, reply, stored) : sendPage(reply, 410, portalClosed());
  });
}
