import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { TEST_CERTIFICATE } from '../../../test/test-certificate.ts';
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
  ['will never take the message', { verdict: '554' }, { outcome: 'refused', permanent: true, reason: 'refused' }],
  ['cannot take the message now', { verdict: '451' }, { outcome: 'refused', permanent: false, reason: 'refused' }],
  ['goes away over the message', { verdict: null }, { outcome: 'unclear', reason: 'cut-off' }],
  ['does not know the recipient', { replies: ['250', '250', '550', '503'] }, { outcome: 'refused', permanent: true, reason: 'refused' }],
  ['is too busy for the recipient', { replies: ['250', '250', '451', '503'] }, { outcome: 'refused', permanent: false, reason: 'refused' }],
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

/** Greets, says what it can do, and hears the next line. */
const greet = (socket: Socket, able: string, next: (line: string) => void) => {
  socket.on('error', () => undefined);
  socket.write('220 here\r\n');
  socket.once('data', () => {
    socket.write(`250-here\r\n250 ${able}\r\n`);
    socket.on('data', (line) => next(line.toString()));
  });
};

const UNFIT: [reason: string, scheme: string, user: string, server: () => Server][] = [
  ['certificate-not-trusted', 'smtps', '', () => createTlsServer(TEST_CERTIFICATE).on('tlsClientError', () => undefined)],
  [
    'certificate-not-trusted',
    'smtp',
    '',
    () =>
      createServer((socket) =>
        greet(socket, 'STARTTLS', () => {
          socket.removeAllListeners('data');
          socket.write('220 go\r\n');
          new TLSSocket(socket, { isServer: true, ...TEST_CERTIFICATE }).on('error', () => undefined);
        }),
      ),
  ],
  ['no-starttls', 'smtp', '', () => createServer((socket) => greet(socket, 'HELP', () => void socket.write('502 no\r\n')))],
  [
    'login-refused',
    'smtp',
    'who:what@',
    () => createServer((socket) => greet(socket, 'AUTH PLAIN', () => void socket.write('535 no\r\n'))),
  ],
  ['no-starttls', 'smtps', '', () => createServer((socket) => void socket.on('error', () => undefined).write('220 here\r\n'))],
  ['refused', 'smtp', '', () => createServer((socket) => void socket.on('error', () => undefined).write('554 no service\r\n'))],
  ['cut-off', 'smtp', '', () => createServer((socket) => greet(socket, 'STARTTLS', () => void socket.resetAndDestroy()))],
];

test.each(UNFIT)('why mail cannot be sent is told by a word: %s, over %s', async (reason, scheme, user, make) => {
  const server = make();
  servers.push(server);
  await new Promise<void>((settle) => void server.listen(0, '127.0.0.1', () => settle()));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const mailer = createSmtpMailer({ url: `${scheme}://${user}127.0.0.1:${port}`, from: 'no-reply@harbor.test', requireTls: user === '' });

  expect(await mailer.send(message, async () => undefined)).toEqual({ outcome: 'refused', permanent: false, reason });
});

test('a name that nobody has is one where nobody listens', async () => {
  const mailer = createSmtpMailer({ url: 'smtp://mail.invalid:25', from: 'no-reply@harbor.test', requireTls: false });

  expect(await mailer.send(message, async () => undefined)).toMatchObject({ reason: 'nobody-listens' });
});
