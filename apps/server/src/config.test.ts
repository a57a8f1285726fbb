import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const COMPLETE = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.practice.com/coverlight',
  PUBLIC_URL: 'https://app.practice.com',
  DATA_KEY: randomBytes(32).toString('base64'),
  SMTP_URL: 'smtps://mail.practice.com',
  MAIL_FROM: 'Coverlight <no-reply@practice.com>',
  SUPPORT_EMAIL: 'support@practice.com',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  AVAILITY_CLIENT_ID: 'id',
  AVAILITY_CLIENT_SECRET: 'secret',
};

function refusal(over: Record<string, string | undefined>): string[] {
  try {
    readConfig({ ...COMPLETE, ...over });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .split('\n')
      .slice(1, -1)
      .map((line) => line.trim());
  }
}

test('production starts with all it needs', () => {
  expect(refusal({})).toEqual([]);
  expect(readConfig(COMPLETE)).toMatchObject({ mailFrom: COMPLETE.MAIL_FROM, supportEmail: COMPLETE.SUPPORT_EMAIL });
});

test('production refuses to start without a sender and a support address', () => {
  expect(refusal({ MAIL_FROM: undefined, SUPPORT_EMAIL: '' })).toEqual(['missing: MAIL_FROM', 'missing: SUPPORT_EMAIL']);
});

test.each(['test', 'example', 'invalid', 'localhost'])('production refuses addresses under .%s, which no mail can reach', (name) => {
  const words = 'must not be of a reserved domain (.test, .example, .invalid, .localhost)';

  expect(refusal({ MAIL_FROM: `Coverlight <no-reply@coverlight.${name}>`, SUPPORT_EMAIL: `help@${name.toUpperCase()}` })).toEqual([
    `MAIL_FROM ${words}`,
    `SUPPORT_EMAIL ${words}`,
  ]);
});

test('what is no address is refused, and a domain that only begins like a reserved one is taken', () => {
  expect(refusal({ MAIL_FROM: 'Coverlight', SUPPORT_EMAIL: 'a@b@practice.com' })).toEqual([
    'MAIL_FROM must be an email address',
    'SUPPORT_EMAIL must be an email address',
  ]);
  expect(refusal({ SUPPORT_EMAIL: 'help@test.practice.com' })).toEqual([]);
});

test('a malformed key stands in the list of what is missing, with the rest', () => {
  expect(refusal({ DATA_KEY: 'too short', DATA_KEY_PREVIOUS: 'as well', STRIPE_SECRET_KEY: undefined })).toEqual([
    'missing: STRIPE_SECRET_KEY',
    'DATA_KEY must be 32 bytes in base64',
    'DATA_KEY_PREVIOUS must be 32 bytes in base64',
  ]);
});

test('outside production neither address is needed', () => {
  expect(readConfig({ NODE_ENV: 'test', DATA_KEY: COMPLETE.DATA_KEY })).toMatchObject({
    mailFrom: 'Coverlight <no-reply@coverlight.test>',
    supportEmail: 'support@coverlight.test',
  });
});
