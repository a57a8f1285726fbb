import { expect, test } from 'vitest';
import { API_VERSION, openStripe } from './stripe-client.ts';

const options = { webhookSecrets: [], apiBase: null };

test.each([
  ['a live key for another host', 'sk_live_1', 'https://stripe.example'],
  ['a restricted live key for the sandbox', 'rk_live_1', 'http://127.0.0.1:3001'],
  ['any key in the clear over a network', 'sk_test_1', 'http://stripe.example'],
])('%s is refused', (_what, secretKey, apiBase) => {
  expect(() => openStripe({ ...options, secretKey, apiBase })).toThrow('STRIPE_API_BASE');
});

test.each([
  ['sk_live_1', null, 'api.stripe.com'],
  ['sk_test_1', 'http://127.0.0.1:3001', '127.0.0.1'],
  ['sk_test_1', 'https://stripe.example', 'stripe.example'],
])('the key %s may go to %s', (secretKey, apiBase, host) => {
  const stripe = openStripe({ ...options, secretKey, apiBase });

  expect(stripe.getApiField('host')).toBe(host);
  expect(stripe.getApiField('version')).toBe(API_VERSION);
});
