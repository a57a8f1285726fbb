/** Mail over SMTP. */
import { createTransport } from 'nodemailer';
import type { Mailer, MailOutcome } from '#ports/mailer.ts';

export interface SmtpOptions {
  url: string;
  from: string;
  /** Refuses a server that cannot encrypt: production. */
  requireTls: boolean;
}

export function createSmtpMailer({ url, from, requireTls }: SmtpOptions): Mailer {
  const transport = createTransport({
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
    async send(message) {
      try {
        await transport.sendMail({ from, ...message, messageId: `<${message.messageId}@coverlight>` });
        return { outcome: 'accepted' };
      } catch (error) {
        return refusal(error);
      }
    },
  };
}

/** 5xx of the conversation about this message is final; a login or connection that fails is the server's trouble and passes. */
function refusal(error: unknown): MailOutcome {
  const field = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const code = field('code');
  const response = field('responseCode');
  const permanent = code === 'EENVELOPE' && typeof response === 'number' && response >= 500;
  return { outcome: 'refused', permanent, code: typeof code === 'string' ? code : 'unknown' };
}
