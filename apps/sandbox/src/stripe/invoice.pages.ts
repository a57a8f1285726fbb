/** The hosted invoice: what is owed, and paying it with the card on file or another one. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { showDay } from './calendar.ts';
import { checkCard, makePaymentMethod } from './cards.ts';
import { payInvoice } from './invoice-payment.ts';
import { showMoney } from './money.ts';
import { readCard, readFields, sendPage } from './page-forms.ts';
import { alertBox, cardFields, html, page, type Markup } from './page-layout.ts';
import { attachPaymentMethod } from './payment-methods.ts';
import type { StripeState } from './state.ts';
import { StripeError } from './stripe-error.ts';
import type { Timeline } from './timeline.ts';
import type { Invoice } from './wire-types.ts';

function payForms(invoice: Invoice, typed: Record<string, string>): Markup {
  const amount = showMoney(invoice.amount_remaining, invoice.currency);
  return html`<form method="post"><button class="wide" name="action" value="pay-saved">Pay ${amount} with the card on file</button></form>
    <h2>Pay with another card</h2>
    <form method="post">
      ${cardFields({ name: typed['name'] }, false)}
      <button class="wide" name="action" value="pay-card">Pay ${amount}</button>
    </form>`;
}

function invoicePage(invoice: Invoice, shown: { problem?: string; fields?: Record<string, string> } = {}): string {
  const isOpen = invoice.status === 'open';
  return page(
    'Invoice',
    html`<main>
      <section>
        <h1>Invoice ${invoice.number ?? ''}</h1>
        <p>${invoice.customer_name ?? ''}, ${showDay(invoice.created)}</p>
        <table>
          <tbody>
            ${invoice.lines.data.map(
              (line) =>
                html`<tr>
                  <td>${line.description ?? ''}</td>
                  <td>${showMoney(line.amount, line.currency)}</td>
                </tr>`,
            )}
          </tbody>
          <tfoot>
            <tr>
              <td>${isOpen ? 'Amount due' : 'Total'}</td>
              <td>${showMoney(isOpen ? invoice.amount_remaining : invoice.total, invoice.currency)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      <section>
        ${alertBox(shown.problem)}
        ${isOpen ? payForms(invoice, shown.fields ?? {}) : html`<p class="note" role="status">This invoice is ${invoice.status ?? 'closed'}.</p>`}
      </section>
    </main>`,
  );
}

/** Throws a StripeError where the card is refused. */
function pay(state: StripeState, invoice: Invoice, fields: Record<string, string>): void {
  let paymentMethod: string | undefined;
  if (fields['action'] === 'pay-card') {
    const card = readCard(fields);
    checkCard(card, new Date(state.now() * 1000));
    const method = makePaymentMethod(state, card);
    attachPaymentMethod(state, method.id, invoice.customer ?? '');
    paymentMethod = method.id;
  }
  const outcome = payInvoice(state, invoice, { by: 'person', paymentMethod });
  if (outcome.kind === 'declined') throw outcome.error;
  if (outcome.kind === 'needs-action')
    throw new StripeError(402, 'The bank behind this card asks its holder to confirm. Please use another card.');
}

export function invoicePages(scope: FastifyInstance, state: StripeState, timeline: Timeline): void {
  const find = (id: string): Invoice | undefined => {
    timeline.noteRequest();
    timeline.catchUp();
    const invoice = state.invoices.get(id);
    return invoice?.hosted_invoice_url == null ? undefined : invoice;
  };
  const missing = (reply: FastifyReply) =>
    sendPage(
      reply,
      404,
      page(
        'Invoice',
        html`<main>
          <section><h1>There is no such invoice</h1></section>
        </main>`,
      ),
    );
  scope.get<{ Params: { id: string } }>('/invoice/:id', (request, reply) => {
    const invoice = find(request.params.id);
    return invoice === undefined ? missing(reply) : sendPage(reply, 200, invoicePage(invoice));
  });
  scope.post<{ Params: { id: string } }>('/invoice/:id', (request, reply) => {
    const invoice = find(request.params.id);
    if (invoice === undefined) return missing(reply);
    const fields = readFields(request);
    try {
      if (invoice.status === 'open') pay(state, invoice, fields);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      return sendPage(reply, 200, invoicePage(invoice, { problem: error.message, fields }));
    }
    return reply.redirect(`/invoice/${invoice.id}`, 303);
  });
}
