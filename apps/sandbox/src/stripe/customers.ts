import { randomBytes } from 'node:crypto';
import { newId } from './identifiers.ts';
import { addressRule, emptyable, filledText, integer, listOf, mergeMetadata, metadata, group, text, type Read } from './parameters.ts';
import type { StripeState } from './state.ts';
import type { Customer } from './wire-types.ts';

export const customerShape = {
  address: emptyable(addressRule),
  balance: integer,
  description: emptyable(text),
  email: emptyable(text),
  invoice_prefix: filledText,
  invoice_settings: group({ default_payment_method: emptyable(filledText), footer: emptyable(text) }),
  metadata,
  name: emptyable(text),
  phone: emptyable(text),
  preferred_locales: listOf(text),
};
export type CustomerFields = Read<typeof customerShape>;

export function blankCustomer(state: StripeState): Customer {
  return {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: state.now(),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomBytes(4).toString('hex').toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

function fullAddress(address: Read<{ city: typeof text }> & Record<string, string | undefined>): Customer['address'] {
  const part = (key: string) => address[key] || null;
  return {
    city: part('city'),
    country: part('country'),
    line1: part('line1'),
    line2: part('line2'),
    postal_code: part('postal_code'),
    state: part('state'),
  };
}

export function setCustomerFields(customer: Customer, fields: Partial<CustomerFields>): void {
  if (fields.address !== undefined) customer.address = fields.address === '' ? null : fullAddress(fields.address);
  if (fields.balance !== undefined) customer.balance = fields.balance;
  if (fields.description !== undefined) customer.description = fields.description || null;
  if (fields.email !== undefined) customer.email = fields.email || null;
  if (fields.invoice_prefix !== undefined) customer.invoice_prefix = fields.invoice_prefix;
  if (fields.name !== undefined) customer.name = fields.name || null;
  if (fields.phone !== undefined) customer.phone = fields.phone || null;
  if (fields.preferred_locales !== undefined) customer.preferred_locales = fields.preferred_locales;
  const settings = fields.invoice_settings;
  if (settings?.default_payment_method !== undefined)
    customer.invoice_settings.default_payment_method = settings.default_payment_method || null;
  if (settings?.footer !== undefined) customer.invoice_settings.footer = settings.footer || null;
  customer.metadata = mergeMetadata(customer.metadata, fields.metadata);
}

/** Also for the hosted checkout, which makes the customer if the session names none. */
export function createCustomer(state: StripeState, fields: Partial<CustomerFields>): Customer {
  const customer = blankCustomer(state);
  setCustomerFields(customer, fields);
  state.customers.set(customer.id, customer);
  state.emit('customer.created', customer);
  return customer;
}
