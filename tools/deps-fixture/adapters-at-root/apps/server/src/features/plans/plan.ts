import { value } from '#adapters/mail/smtp/value.ts';

export const plan = value;
