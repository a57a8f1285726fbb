/** What the portal shows. */
import { showDay } from './calendar.ts';
import { productName } from './invoice-lines.ts';
import { showMoney } from './money.ts';
import { alertBox, cardFields, html, page, type Markup } from './page-layout.ts';
import type { StoredPortal, StripeState, SubscriptionRecord } from './state.ts';
import { isMetered, periodOf } from './subscription-record.ts';
import type { PortalConfiguration } from './wire-types.ts';

export type PortalView = { stored: StoredPortal; configuration: PortalConfiguration; problem?: string; done?: string };

function statusWords(record: SubscriptionRecord): string {
  const { object } = record;
  const end = showDay(periodOf(record).end);
  if (object.cancel_at_period_end) return `Cancels on ${end}`;
  if (object.status === 'active') return `Renews on ${end}`;
  if (object.status === 'past_due' || object.status === 'unpaid') return 'Payment is due';
  return object.status.replaceAll('_', ' ');
}

function cancelForm(record: SubscriptionRecord, view: PortalView): Markup {
  const { subscription_cancel: feature } = view.configuration.features;
  if (!feature.enabled) return html``;
  const isLeaving = record.object.cancel_at_period_end;
  return html`<form method="post">
    <input type="hidden" name="subscription" value="${record.object.id}" />
    ${
      isLeaving
        ? html`<button class="plain" name="action" value="keep">Don't cancel subscription</button>`
        : html`<button class="plain" name="action" value="cancel">Cancel subscription</button>`
    }
  </form>`;
}

function subscriptionPart(state: StripeState, record: SubscriptionRecord, view: PortalView): Markup {
  const rows = record.object.items.data.map(
    (item) =>
      html`<tr>
        <td>${productName(state, item.price)}</td>
        <td>
          ${isMetered(item.price) ? 'by usage' : `${showMoney((item.price.unit_amount ?? 0) * (item.quantity ?? 1), item.price.currency)} / ${item.price.recurring?.interval ?? 'month'}`}
        </td>
      </tr>`,
  );
  return html`<section>
    <h2>Current subscription</h2>
    <p>${statusWords(record)}</p>
    <table>
      <tbody>
        ${rows}
      </tbody>
    </table>
    <p></p>
    ${cancelForm(record, view)}
  </section>`;
}

function cardPart(state: StripeState, view: PortalView): Markup {
  const id = state.customers.get(view.stored.session.customer)?.invoice_settings.default_payment_method;
  const subscription = [...state.subscriptions.values()].find(
    (one) => one.object.customer === view.stored.session.customer && one.object.ended_at === null,
  );
  const card = state.paymentMethods.get(id ?? subscription?.object.default_payment_method ?? '')?.card;
  const isOn = view.configuration.features.payment_method_update.enabled;
  return html`<section>
    <h2>Payment method</h2>
    <p>
      ${card ? `${card.display_brand ?? card.brand} •••• ${card.last4}, expires ${card.exp_month}/${card.exp_year}` : 'No payment method yet.'}
    </p>
    ${isOn && html`<a class="button plain" href="?view=card">Update payment method</a>`}
  </section>`;
}

function invoicePart(state: StripeState, view: PortalView): Markup {
  if (!view.configuration.features.invoice_history.enabled) return html``;
  const own = [...state.invoices.values()]
    .filter((one) => one.customer === view.stored.session.customer && one.status !== 'draft')
    .toReversed();
  const rows = own.map(
    (invoice) =>
      html`<tr>
        <td>${showDay(invoice.created)}<br /><small>${invoice.number ?? ''}</small></td>
        <td>${showMoney(invoice.total, invoice.currency)}</td>
        <td>
          ${invoice.status ?? ''}${
            invoice.status === 'open' &&
            html` <form method="post" style="display:inline">
              <input type="hidden" name="invoice" value="${invoice.id}" />
              <button name="action" value="pay">Pay ${showMoney(invoice.amount_remaining, invoice.currency)}</button>
            </form>`
          }
        </td>
      </tr>`,
  );
  return html`<section>
    <h2>Invoice history</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Amount</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        ${
          rows.length > 0
            ? rows
            : html`<tr>
                <td colspan="3">No invoices yet.</td>
              </tr>`
        }
      </tbody>
    </table>
  </section>`;
}

function backLink(view: PortalView): Markup {
  const url = view.stored.session.return_url;
  return url === null ? html`` : html`<p><a href="${url}">← Return</a></p>`;
}

export function portalHome(state: StripeState, view: PortalView): string {
  const customer = state.customers.get(view.stored.session.customer);
  const own = [...state.subscriptions.values()].filter(
    (one) => one.object.customer === view.stored.session.customer && one.object.ended_at === null,
  );
  return page(
    'Billing',
    html`<main>
      <section>
        ${backLink(view)}
        <h1>Billing</h1>
        ${alertBox(view.problem)}${view.done !== undefined && html`<p class="note" role="status">${view.done}</p>`}
        <p>${customer?.name ?? ''}</p>
        <p class="quiet">${customer?.email ?? ''}</p>
      </section>
      ${own.map((record) => subscriptionPart(state, record, view))} ${cardPart(state, view)} ${invoicePart(state, view)}
    </main>`,
  );
}

export function portalCard(view: PortalView, typed: Record<string, string>): string {
  const home = view.stored.session.flow === null ? html`<p><a href="?">← Billing</a></p>` : backLink(view);
  return page(
    'Update payment method',
    html`<main>
      <section>
        ${home}
        <h1>Update payment method</h1>
        ${alertBox(view.problem)}
        <form method="post">
          ${cardFields({ name: typed['name'] }, false)}
          <button class="wide" name="action" value="card">Save payment method</button>
        </form>
      </section>
    </main>`,
  );
}

export function portalConfirmCard(): string {
  return page(
    'Confirm the card',
    html`<main>
      <section>
        <h1>Confirm the card</h1>
        <p>The bank behind this test card asks its holder to confirm.</p>
        <form method="post" class="inline">
          <button name="action" value="confirm">Complete authentication</button>
          <button class="plain" name="action" value="refuse">Fail authentication</button>
        </form>
      </section>
    </main>`,
  );
}

export function portalCancel(state: StripeState, record: SubscriptionRecord, view: PortalView): string {
  const isAtEnd = view.configuration.features.subscription_cancel.mode !== 'immediately';
  return page(
    'Cancel subscription',
    html`<main>
      <section>
        ${backLink(view)}
        <h1>Cancel subscription</h1>
        <p>${record.object.items.data.map((item) => productName(state, item.price)).join(', ')}</p>
        <p>${isAtEnd ? `It stays available until ${showDay(periodOf(record).end)}.` : 'It ends at once.'}</p>
        <form method="post" class="inline">
          <input type="hidden" name="subscription" value="${record.object.id}" />
          <button name="action" value="confirm-cancel">Cancel subscription</button>
          <a class="button plain" href="${view.stored.session.flow === null ? '?' : (view.stored.session.return_url ?? '?')}">Go back</a>
        </form>
      </section>
    </main>`,
  );
}

export function portalClosed(): string {
  return page(
    'Billing',
    html`<main>
      <section>
        <h1>This link is not valid any more</h1>
        <p>Links to the billing page work once and for a few minutes. Go back and open it again.</p>
      </section>
    </main>`,
  );
}
