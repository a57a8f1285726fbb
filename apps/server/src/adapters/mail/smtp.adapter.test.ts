import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createSmtpMailer } from './smtp.adapter.ts';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** Answers each line of the envelope with the next of `replies`, and the whole message with `verdict`; null cuts the connection. */
async function mailServer({
  replies = ['250', '250', '250', '354'],
  verdict = '250',
}: { replies?: string[]; verdict?: string | null } = {}) {
  const received: string[] = [];
  const server = createServer((socket) => {
    const left = [...replies];
    let content = '';
    socket.on('error', () => undefined);
    socket.write('220 here\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (left.length > 0) return void socket.write(`${left.shift() ?? ''} said\r\n`);
      content += text;
      if (!content.endsWith('\r\n.\r\n')) return;
      received.push(content);
      if (verdict === null) socket.destroy();
      else socket.write(`${verdict} said\r\n`);
    });
  });
  servers.push(server);
  const port = await new Promise<number>((settle) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      settle(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return { received, mailer: createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'no-reply@harbor.test', requireTls: false }) };
}
const message = { messageId: '01JMA1L0000000000000000001', to: 'ida@quill.test', subject: 'News', text: 'Hello', html: '<p>Hello</p>' };

test.each([
  ['takes the message', { verdict: '250' }, { outcome: 'accepted' }],
  ['will never take the message', { verdict: '554' }, { outcome: 'refused', permanent: true, code: 'EMESSAGE' }],
  ['cannot take the message now', { verdict: '451' }, { outcome: 'refused', permanent: false, code: 'EMESSAGE' }],
  ['goes away over the message', { verdict: null }, { outcome: 'unclear', code: 'ECONNECTION' }],
  ['does not know the recipient', { replies: ['250', '250', '550', '503'] }, { outcome: 'refused', permanent: true, code: 'EENVELOPE' }],
  ['is too busy for the recipient', { replies: ['250', '250', '451', '503'] }, { outcome: 'refused', permanent: false, code: 'EENVELOPE' }],
])('a server that %s', async (_what, script, outcome) => {
  const { mailer } = await mailServer(script);

  expect(await mailer.send(message, async () => undefined)).toEqual(outcome);
});

test('nothing of a message leaves before the word is given, nor where it is not given', async () => {
  const { mailer, received } = await mailServer();
  let seen = -1;

  const given = await mailer.send(message, async () => {
    seen = received.length;
  });
  const refused = await mailer.send(message, async () => {
    throw new Error('somebody else sends it');
  });

  expect(seen).toBe(0);
  expect(given).toEqual({ outcome: 'accepted' });
  expect(refused).toMatchObject({ outcome: 'refused', permanent: false });
  expect(received).toHaveLength(1);
  expect(received[0]).toContain('<01JMA1L0000000000000000001@coverlight>');
});

test('a server that is not there has taken nothing', async () => {
  const { mailer } = await mailServer();
  servers.splice(0).forEach((server) => server.close());

  expect(await mailer.send(message, async () => undefined)).toMatchObject({ outcome: 'refused', permanent: false });
});
