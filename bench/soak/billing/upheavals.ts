/** What happens to a subscription at the provider, in turn, each with events and an effect that must neither be lost nor doubled. */
import { addonOf, type Practice } from './practice.ts';
import type { Provider } from './provider.ts';

type Upheaval = (provider: Provider, practice: Practice, addonPriceId: string) => Promise<void>;

async function chooseCard(provider: Provider, { customerId }: Practice, card: string): Promise<void> {
  const { id } = await provider.post<{ id: string }>(`/v1/payment_methods/${card}/attach`, { customer: customerId });
  await provider.post(`/v1/customers/${customerId}`, { 'invoice_settings[default_payment_method]': id });
}

async function leave(provider: Provider, { customerId }: Practice, isLeaving: boolean): Promise<void> {
  const { id } = await provider.subscriptionOf(customerId);
  await provider.post(`/v1/subscriptions/${id}`, { cancel_at_period_end: String(isLeaving) });
}

/** Effect: the row; the card of renewals; a mail for each failed invoice; a payment, once. */
export const UPHEAVALS: readonly [name: string, run: Upheaval][] = [
  ['leaving', async (provider, practice) => await leave(provider, practice, true)],
  ['staying', async (provider, practice) => await leave(provider, practice, false)],
  ['a card that fails', async (provider, practice) => await chooseCard(provider, practice, 'pm_card_chargeCustomerFail')],
  [
    'an invoice that fails',
    async (provider, { customerId }, addonPriceId) => {
      const { id } = await provider.subscriptionOf(customerId);
      await provider.post(`/v1/subscriptions/${id}`, { 'items[0][price]': addonPriceId, proration_behavior: 'always_invoice' });
    },
  ],
  ['a card that pays', async (provider, practice) => await chooseCard(provider, practice, 'pm_card_visa')],
  [
    'an add-on less',
    async (provider, { customerId }, addonPriceId) => {
      const remote = await provider.subscriptionOf(customerId);
      const item = addonOf(remote, addonPriceId);
      if (item === undefined) throw new Error('there is no add-on to remove');
      await provider.post(`/v1/subscriptions/${remote.id}`, {
        'items[0][id]': item,
        'items[0][deleted]': 'true',
        proration_behavior: 'none',
      });
    },
  ],
];
