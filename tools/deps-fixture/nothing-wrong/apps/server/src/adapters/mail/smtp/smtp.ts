import { createTransport } from 'nodemailer';
import type { Mailer } from '#ports/mailer.ts';

export const createMail = (): Mailer => ({ send: () => void createTransport({}) });
