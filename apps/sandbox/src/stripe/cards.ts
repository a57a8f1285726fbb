/** Test cards: their numbers decide what a charge does, as on the real test environment. */
import { newId } from './identifiers.ts';
import type { StripeState } from './state.ts';
import { StripeError } from './stripe-error.ts';
import type { PaymentMethod } from './wire-types.ts';

export type ChargeOutcome = { kind: 'paid' } | { kind: 'declined'; error: StripeError } | { kind: 'needs-action' };

function declined(message: string, code: string, declineCode?: string): StripeError {
  return new StripeError(402, message, { type: 'card_error', code, declineCode });
}

const refusals: Record<string, () => StripeError> = {
  '4000000000000002': () => declined('Your card was declined.', 'card_declined', 'generic_decline'),
  '4000000000009995': () => declined('Your card has insufficient funds.', 'card_declined', 'insufficient_funds'),
  '4000000000009987': () => declined('Your card was declined.', 'card_declined', 'lost_card'),
  '4000000000000069': () => declined('Your card has expired.', 'expired_card'),
  '4000000000000127': () => declined("Your card's security code is incorrect.", 'incorrect_cvc'),
  '4000000000000119': () => declined('An error occurred while processing your card. Try again in a little bit.', 'processing_error'),
  // Can be saved, but every charge fails: the card for trying out what happens when a renewal fails.
  '4000000000000341': () => declined('Your card was declined.', 'card_declined', 'generic_decline'),
};
const attachable = new Set(['4000000000000341']);
/** Asks its holder once; charges without the holder succeed afterwards. */
const confirmsOnce = '4000002500003155';
/** Asks its holder at every charge. */
const confirmsAlways = '4000002760003184';

/** The ready-made payment methods of the test environment that the sandbox knows. */
export const testPaymentMethods: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequiredOnSetup: confirmsOnce,
  pm_card_authenticationRequired: confirmsAlways,
};

function hasValidCheckDigit(number: string): boolean {
  let sum = 0;
  number
    .split('')
    .toReversed()
    .forEach((digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      sum += value > 9 ? value - 9 : value;
    });
  return sum % 10 === 0;
}

export type TypedCard = { number: string; expMonth: number; expYear: number; cvc: string; name: string | null; email: string | null };

/** Throws the card error a person would read. */
export function checkCard(card: TypedCard, now: Date): void {
  if (!/^\d{13,19}$/.test(card.number) || !hasValidCheckDigit(card.number))
    throw declined('Your card number is invalid.', 'invalid_number');
  if (!(card.expMonth >= 1 && card.expMonth <= 12)) throw declined("Your card's expiration month is invalid.", 'invalid_expiry_month');
  const lastMoment = Date.UTC(card.expYear, card.expMonth, 1);
  if (!(lastMoment > now.getTime())) throw declined("Your card's expiration date is in the past.", 'invalid_expiry_year');
  if (!/^\d{3,4}$/.test(card.cvc)) throw declined("Your card's security code is invalid.", 'invalid_cvc');
}

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa';
  if (/^5[1-5]|^2[2-7]/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  return number.startsWith('6') ? 'discover' : 'unknown';
}

/** Stored, but attached to nobody yet. */
export function makePaymentMethod(state: StripeState, card: TypedCard): PaymentMethod {
  const brand = brandOf(card.number);
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: { address: null, email: card.email, name: card.name, phone: null, tax_id: null },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: Buffer.from(card.number.slice(-8)).toString('base64url'),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: state.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  state.paymentMethods.set(method.id, method);
  state.cards.set(method.id, { number: card.number, isSecured: false });
  return method;
}

/** What saving the card for later answers. */
export function setUp(state: StripeState, method: PaymentMethod): ChargeOutcome {
  const card = state.cards.get(method.id);
  if (!card) return { kind: 'paid' };
  if (!card.isSecured && (card.number === confirmsOnce || card.number === confirmsAlways)) return { kind: 'needs-action' };
  const refusal = attachable.has(card.number) ? undefined : refusals[card.number];
  return refusal ? { kind: 'declined', error: refusal() } : { kind: 'paid' };
}

/** `isPresent`: the card's holder is there and has just confirmed, if asked. */
export function charge(state: StripeState, method: PaymentMethod, isPresent: boolean): ChargeOutcome {
  const card = state.cards.get(method.id);
  const refusal = card && refusals[card.number];
  if (refusal) return { kind: 'declined', error: refusal() };
  const mustConfirm = card?.number === confirmsAlways || (card?.number === confirmsOnce && !card.isSecured);
  return mustConfirm && !isPresent ? { kind: 'needs-action' } : { kind: 'paid' };
}
