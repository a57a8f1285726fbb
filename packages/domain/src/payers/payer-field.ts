import type { PayerField } from '@coverlight/contract/payers/payer.schema.ts';

/** A text field that may be typed, of any form and length, and may be left out, but for what `over` says. */
export const payerField = (name: string, label: string, over: Partial<PayerField> = {}): PayerField => ({
  name,
  label,
  allowed: true,
  required: false,
  pattern: null,
  maxLength: null,
  min: null,
  options: [],
  multiple: false,
  max_options: null,
  ...over,
});
