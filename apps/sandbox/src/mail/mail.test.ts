import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../sandbox.ts';
import { clientOf, type Client } from '../testing/client.ts';

let sandbox: Sandbox;
let client: Client;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = clientOf(sandbox);
});
afterAll(() => sandbox.close());

const MAIL = [
  'From: Coverlight <no-reply@coverlight.test>',
  'To: nora@quill.test',
  'Subject: =?utf-8?Q?Reset_your_password_=E2=80=93_now?=',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Open https://app.test/reset/abc123 within the hour.',
  '<script>alert(1)</script>',
].join('\r\n');

/** Sends one mail and gives the server's reply codes in order; null where the connection was cut. */
async function deliver(to: string): Promise<(string | null)[]> {
  const socket = connect(sandbox.smtpPort, '127.0.0.1');
  socket.setEncoding('utf8');
  const codes: (string | null)[] = [];
  const lines = [`EHLO test`, 'MAIL FROM:<no-reply@coverlight.test>', `RCPT TO:<${to}>`, 'DATA', `${MAIL}\r\n.`, 'QUIT'];
  for (const line of lines) {
    const reply = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => null)]);
    const code = reply === null ? null : String(reply[0]).slice(0, 3);
    codes.push(code);
    if (code === null || code.startsWith('4')) break;
    socket.write(`${line}\r\n`);
  }
  socket.destroy();
  return codes;
}

test('a delivered mail stands in the outbox with its links, as JSON and as a page', async () => {
  await deliver('nora@quill.test');

  const { body } = await client.send('GET', '/outbox.json?to=NORA@quill.test');
  const page = await client.send('GET', '/outbox');

  expect(body.at('mails', 0, 'subject')).toBe('Reset your password – now');
  expect(body.at('mails', 0, 'links')).toEqual(['https://app.test/reset/abc123']);
  expect(String(page.body.value)).toContain('href="https://app.test/reset/abc123"');
  expect(String(page.body.value)).not.toContain('<script>');
});

test('a mail to someone else is not shown under an address', async () => {
  const { body } = await client.send('GET', '/outbox.json?to=nobody@quill.test');

  expect(body.list('mails')).toEqual([]);
});

test('a fault refuses the next mail for now and lets the one after it through', async () => {
  await client.send('POST', '/__fault', { json: { vendor: 'smtp', kind: '503', times: 1 } });

  const refused = await deliver('ida@quill.test');
  const accepted = await deliver('ida@quill.test');

  expect(refused.at(-1)).toBe('451');
  expect(accepted.at(-1)).toBe('250');
});

test('a reset cuts the connection', async () => {
  await client.send('POST', '/__fault', { json: { vendor: 'smtp', kind: 'reset', times: 1 } });

  expect((await deliver('ida@quill.test')).at(-1)).toBeNull();
});

test('a late fault keeps the mail and cuts the connection before the answer', async () => {
  await client.send('POST', '/__fault', { json: { vendor: 'smtp', kind: 'lost', times: 1 } });

  const codes = await deliver('lena@quill.test');

  expect(codes.at(-1)).toBeNull();
  expect((await client.send('GET', '/outbox.json?to=lena@quill.test')).body.list('mails')).toHaveLength(1);
});
