export { createMail } from '#adapters/mail/smtp/smtp.ts';
