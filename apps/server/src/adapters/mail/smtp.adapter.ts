/** Mail over SMTP. */
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Mailer, MailOutcome, MailReason } from '#ports/mailer.ts';

export interface SmtpOptions {
  url: string;
  from: string;
  /** Refuses a server that cannot encrypt: production. */
  requireTls: boolean;
}

export function createSmtpMailer({ url, from, requireTls }: SmtpOptions): Mailer {
  const open = () =>
    createTransport({
      url,
      requireTLS: requireTls,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      // Message bodies are ours; nothing in them may make the server read files or fetch addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  return {
    async send(message, beforeContent) {
      let hasLeft = false;
      const transport = open();
      transport.use('stream', (mail, done) => {
        const { message: content } = mail;
        const read = content.createReadStream.bind(content);
        // Read from only once the server has answered DATA; a stream that fails there ends the conversation without the final dot.
        content.createReadStream = () =>
          Readable.from(
            (async function* () {
              await beforeContent();
              hasLeft = true;
              yield* read();
            })(),
          );
        done();
      });
      try {
        await transport.sendMail({ from, ...message, messageId: `<${message.messageId}@coverlight>` });
        return { outcome: 'accepted' };
      } catch (error) {
        return failure(error, hasLeft);
      }
    },
  };
}

const UNTRUSTED = /CERT|ISSUER|ALTNAME|SIGNATURE|CHAIN/;
/** What answers speaks no TLS, or none that is still good enough. */
const NO_TLS = /^ERR_SSL_/;
const BROKEN = new Set(['ECONNRESET', 'EPIPE']);
const REASONS: Readonly<Record<string, MailReason>> = {
  EAUTH: 'login-refused',
  ETLS: 'no-starttls',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
  ECONNECTION: 'cut-off',
};

/** By codes alone: the words of an error may hold an address. Node's own code tells what the library's hides. */
function reasonOf(code: string, originalCode: string, response: unknown): MailReason {
  if (UNTRUSTED.test(originalCode)) return 'certificate-not-trusted';
  if (NO_TLS.test(originalCode)) return 'no-starttls';
  if (BROKEN.has(originalCode)) return 'cut-off';
  // It greets with a no; what greets in another language is no mail server.
  if (code === 'EPROTOCOL' && typeof response === 'number') return 'refused';
  return REASONS[code] ?? 'nobody-listens';
}

/** 5xx of the conversation about this message is final; a login or connection that fails is the server's trouble and passes. */
function failure(error: unknown, hasLeft: boolean): MailOutcome {
  const field = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const text = (name: string): string => (typeof field(name) === 'string' ? String(field(name)) : '');
  const code = text('code');
  const response = field('responseCode');
  const reason = hasLeft && typeof response !== 'number' ? 'cut-off' : reasonOf(code, text('originalCode'), response);
  if (hasLeft && typeof response !== 'number') return { outcome: 'unclear', reason };
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  return { outcome: 'refused', permanent: isAboutMessage && typeof response === 'number' && response >= 500, reason };
}
