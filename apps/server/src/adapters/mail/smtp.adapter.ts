/** Mail over SMTP. */
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Mailer, MailOutcome } from '#ports/mailer.ts';

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

/** 5xx of the conversation about this message is final; a login or connection that fails is the server's trouble and passes. */
function failure(error: unknown, hasLeft: boolean): MailOutcome {
  const field = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const code = typeof field('code') === 'string' ? String(field('code')) : 'unknown';
  const response = field('responseCode');
  if (hasLeft && typeof response !== 'number') return { outcome: 'unclear', code };
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  return { outcome: 'refused', permanent: isAboutMessage && typeof response === 'number' && response >= 500, code };
}
