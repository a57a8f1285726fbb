/** The hosted checkout: what is bought, a code, a card, pay. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { checkCard, makePaymentMethod } from './cards.ts';
import { applyTypedCode, payCheckout, previewCheckout, setCheckoutTotals } from './checkout.ts';
import { describeCoupon } from './discounts.ts';
import { productName } from './invoice-lines.ts';
import { showMoney } from './money.ts';
import { readCard, readFields, sendPage } from './page-forms.ts';
import { alertBox, cardFields, html, page, type Markup } from './page-layout.ts';
import type { StoredCheckout, StripeState } from './state.ts';
import { StripeError } from './stripe-error.ts';
import { isMetered } from './subscription-record.ts';
import type { Timeline } from './timeline.ts';

type Shown = { problem?: string; fields?: Record<string, string> };

function itemRows(state: StripeState, stored: StoredCheckout): Markup[] {
  const invoice = previewCheckout(state, stored);
  return stored.items.flatMap(({ price: id, quantity }) => {
    const price = state.prices.get(id);
    if (!price) return [];
    const line = invoice.lines.data.find((one) => one.pricing?.price_details?.price === id);
    const unit = price.unit_amount === null ? `${price.unit_amount_decimal ?? ''} cents` : showMoney(price.unit_amount, price.currency);
    const terms = isMetered(price) ? `${unit} each, billed by usage` : `${unit} per ${price.recurring?.interval ?? 'month'}`;
    const count = (quantity ?? 1) > 1 ? `${quantity ?? 1} × ` : '';
    return [
      html`<tr>
        <td>${count}${productName(state, price)}<br /><small>${terms}</small></td>
        <td>${isMetered(price) ? 'by usage' : showMoney(line?.amount ?? 0, price.currency)}</td>
      </tr>`,
    ];
  });
}

function summary(state: StripeState, stored: StoredCheckout): Markup {
  const { session, discount } = stored;
  const currency = session.currency ?? 'usd';
  const coupon = discount && state.coupons.get(discount.coupon);
  const code = discount?.promotionCode ? state.promotionCodes.get(discount.promotionCode)?.code : undefined;
  const discountRow =
    coupon &&
    html`<tr>
      <td>Discount${code === undefined ? '' : ` ${code}`}<br /><small>${describeCoupon(coupon)}</small></td>
      <td>${showMoney(-(session.total_details?.amount_discount ?? 0), currency)}</td>
    </tr>`;
  return html`<table>
    <caption class="quiet" style="text-align:left">
      Your order
    </caption>
    <tbody>
      ${itemRows(state, stored)}
      <tr>
        <td>Subtotal</td>
        <td>${showMoney(session.amount_subtotal ?? 0, currency)}</td>
      </tr>
      ${discountRow}
    </tbody>
    <tfoot>
      <tr>
        <td>Total due today</td>
        <td>${showMoney(session.amount_total ?? 0, currency)}</td>
      </tr>
    </tfoot>
  </table>`;
}

function codeForm(stored: StoredCheckout): Markup {
  if (!stored.session.allow_promotion_codes) return html``;
  if (stored.discount) {
    return html`<form method="post"><button class="plain" name="action" value="remove-code">Remove the promotion code</button></form>`;
  }
  return html`<form method="post" class="inline">
    <div><label for="code">Promotion code</label><input id="code" name="code" autocomplete="off" required /></div>
    <button class="plain" name="action" value="code">Apply</button>
  </form>`;
}

function openPage(state: StripeState, stored: StoredCheckout, shown: Shown): string {
  const { session } = stored;
  const back = session.cancel_url;
  const known = state.customers.get(session.customer ?? '')?.email ?? session.customer_email;
  const fields = shown.fields ?? {};
  return page(
    'Checkout',
    html`<main>
      <section>
        ${back !== null && html`<p><a href="${back}">← Back</a></p>`}
        <h1>Subscribe</h1>
        ${summary(state, stored)}${codeForm(stored)}
      </section>
      <section>
        <h2>Pay with card</h2>
        ${alertBox(shown.problem)} ${known !== null && known !== undefined && html`<p class="quiet">${known}</p>`}
        <form method="post">
          ${cardFields({ name: fields['name'], email: fields['email'] }, !known)}
          <button class="wide" name="action" value="pay">
            Subscribe for ${showMoney(session.amount_total ?? 0, session.currency ?? 'usd')}
          </button>
        </form>
      </section>
    </main>`,
  );
}

function confirmPage(): string {
  return page(
    'Confirm the payment',
    html`<main>
      <section>
        <h1>Confirm the payment</h1>
        <p>The bank behind this test card asks its holder to confirm.</p>
        <form method="post" class="inline">
          <button name="action" value="confirm">Complete authentication</button>
          <button class="plain" name="action" value="refuse">Fail authentication</button>
        </form>
      </section>
    </main>`,
  );
}

function closedPage(stored: StoredCheckout | undefined): string {
  const isDone = stored?.session.status === 'complete';
  return page(
    'Checkout',
    html`<main>
      <section>
        <h1>${isDone ? "You're all done here" : 'This checkout page is not available any more'}</h1>
        <p>${isDone ? 'This order has been paid. The page cannot be used again.' : 'The page has expired. Go back and start again.'}</p>
        ${
          stored?.session.cancel_url !== null &&
          stored?.session.cancel_url !== undefined &&
          html`<a class="button plain" href="${stored.session.cancel_url}">Back</a>`
        }
      </section>
    </main>`,
  );
}

function successUrl(stored: StoredCheckout): string {
  return (stored.session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', stored.session.id);
}

/** Does what a button asks; true when the order is paid. */
function act(state: StripeState, stored: StoredCheckout, fields: Record<string, string>): boolean {
  const { waitingCard } = stored;
  switch (fields['action'] ?? '') {
    case 'code':
      applyTypedCode(state, stored, fields['code'] ?? '');
      return false;
    case 'remove-code':
      stored.discount = undefined;
      setCheckoutTotals(state, stored);
      return false;
    case 'confirm':
      return waitingCard !== undefined && payCheckout(state, stored, waitingCard, true) === 'paid';
    case 'refuse':
      stored.waitingCard = undefined;
      throw new StripeError(
        402,
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      );
    case 'pay': {
      const card = readCard(fields);
      checkCard(card, new Date(state.now() * 1000));
      const method = makePaymentMethod(state, card);
      if (payCheckout(state, stored, method, false) === 'paid') return true;
      stored.waitingCard = method;
      return false;
    }
    default:
      return false;
  }
}

export function checkoutPages(scope: FastifyInstance, state: StripeState, timeline: Timeline): void {
  const showOpen = (reply: FastifyReply, stored: StoredCheckout, shown: Shown = {}) => {
    if (stored.waitingCard) return sendPage(reply, 200, confirmPage());
    return sendPage(reply, 200, openPage(state, stored, shown));
  };
  scope.get<{ Params: { id: string } }>('/checkout/:id', (request, reply) => {
    timeline.noteRequest();
    timeline.catchUp();
    const stored = state.checkouts.get(request.params.id);
    return stored?.session.status === 'open' ? showOpen(reply, stored) : sendPage(reply, stored ? 200 : 404, closedPage(stored));
  });
  scope.post<{ Params: { id: string } }>('/checkout/:id', (request, reply) => {
    timeline.noteRequest();
    timeline.catchUp();
    const stored = state.checkouts.get(request.params.id);
    if (stored?.session.status !== 'open') return sendPage(reply, stored ? 410 : 404, closedPage(stored));
    const fields = readFields(request);
    try {
      if (act(state, stored, fields)) return reply.redirect(successUrl(stored), 303);
    } catch (error) {
      if (!(error instanceof StripeError)) throw error;
      stored.waitingCard = undefined;
      return showOpen(reply, stored, { problem: error.message, fields });
    }
    return reply.redirect(`/checkout/${stored.session.id}`, 303);
  });
}
