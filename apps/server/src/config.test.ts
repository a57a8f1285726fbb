import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { runtimeWarning } from './surroundings.ts';

const NODE = '24.18.0';
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
    readConfig({ ...COMPLETE, ...over }, NODE);
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
  expect(readConfig(COMPLETE, NODE)).toMatchObject({ mailFrom: COMPLETE.MAIL_FROM, supportEmail: COMPLETE.SUPPORT_EMAIL });
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

test('production refuses a Node without security fixes unless that is wanted; elsewhere one line says so', () => {
  const why = 'Node 20.19.0 gets no security fixes any more: use Node 22 or 24, or set ALLOW_UNSUPPORTED_NODE=1';
  expect(() => readConfig(COMPLETE, '20.19.0')).toThrow(why);
  expect(readConfig({ ...COMPLETE, ALLOW_UNSUPPORTED_NODE: '1' }, '20.19.0').environment).toBe('production');
  expect(readConfig({ NODE_ENV: 'test', DATA_KEY: COMPLETE.DATA_KEY }, '20.19.0').environment).toBe('test');
  expect(runtimeWarning('20.19.0')).toMatch(/^Node 20\.19\.0 gets no security fixes/);
  expect([runtimeWarning('22.12.0'), runtimeWarning('24.1.0')]).toEqual([null, null]);
});

test('the server listens to this machine, and takes the word of a proxy on it, unless told otherwise', () => {
  expect(readConfig(COMPLETE, NODE)).toMatchObject({ host: '127.0.0.1', trustProxy: ['loopback'], metrics: null });
  const TEST = { NODE_ENV: 'test', DATA_KEY: COMPLETE.DATA_KEY };
  expect(readConfig(TEST, NODE).trustProxy).toEqual([]);
  expect(readConfig({ ...TEST, HOST: '0.0.0.0', TRUST_PROXY: '10.0.0.5, fd00::/8,uniquelocal' }, NODE)).toMatchObject({
    host: '0.0.0.0',
    trustProxy: ['10.0.0.5', 'fd00::/8', 'uniquelocal'],
  });
});

test.each(['true', '10.0.0.0/33', 'proxy.local', '1', '10.0.0.0/8/8', '0.0.0.0/0', '::/0', '::/000'])(
  'whose word counts is named by address: %s is none',
  (value) => {
    expect(() => readConfig({ ...COMPLETE, TRUST_PROXY: value }, NODE)).toThrow(/TRUST_PROXY takes addresses/);
  },
);

test('figures are read on this machine, or with a token', () => {
  expect(readConfig({ ...COMPLETE, METRICS_PORT: '9464' }, NODE).metrics).toEqual({ port: 9464, token: null });
  expect(readConfig({ ...COMPLETE, METRICS_TOKEN: 'a token' }, NODE).metrics).toEqual({ port: null, token: 'a token' });
  expect(() => readConfig({ ...COMPLETE, HOST: '0.0.0.0', METRICS_PORT: '9464' }, NODE)).toThrow(/needs METRICS_TOKEN/);
});
