/** A real SMTP server that keeps what it is sent. It takes any credentials and offers no TLS, so that it needs no certificate. */

import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { SandboxContext } from '../context.ts';
import type { JournalEntry } from '../journal.ts';
import { portOf } from '../listening.ts';
import type { Outbox } from './outbox.ts';

const MAX_MAIL_BYTES = 10 * 1024 * 1024;

export interface MailServer {
  port: number;
  close(): Promise<void>;
}

export async function startMailServer(context: SandboxContext, outbox: Outbox, host: string, port: number): Promise<MailServer> {
  const { clock, faults, journal } = context;

  /** Mails that will be kept without their sender learning of it, by connection. */
  const late = new Map<string, 'lost' | 'late-hang'>();

  /**
   * One fault a mail: a hang never answers, a reset cuts the connection, every other kind is a temporary failure. A late one keeps
   * the mail, and then cuts the connection (lost) or says nothing (late-hang).
   */
  function spoil(entry: JournalEntry, session: SMTPServerSession, fail: (error: Error) => void): boolean {
    entry.fault = faults.take('smtp', { method: 'MAIL', path: '', body: '' })?.kind ?? null;
    if (entry.fault === null) return false;
    if (entry.fault === 'lost' || entry.fault === 'late-hang') {
      late.set(session.id, entry.fault);
      return false;
    }
    if (entry.fault === 'reset') destroySession(server, session);
    else if (entry.fault !== 'hang') fail(smtpError(451, 'Temporary failure, try again later'));
    journal.finish('smtp', entry);
    return true;
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    logger: false,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'sandbox' }),
    onMailFrom(_address, session, callback) {
      const entry: JournalEntry = {
        at: clock.now().toISOString(),
        method: 'MAIL',
        path: '',
        parameters: [],
        status: 250,
        fault: null,
        refused: null,
        sent: '',
      };
      journal.record('smtp', entry);
      if (!spoil(entry, session, callback)) callback();
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const fault = late.get(session.id);
        late.delete(session.id);
        keep(Buffer.concat(chunks), to).then(() => {
          if (fault === 'lost') destroySession(server, session);
          else if (fault === undefined) callback();
        }, callback);
      });
    },
  });

  async function keep(raw: Buffer, to: string[]): Promise<void> {
    const mail = await PostalMime.parse(raw);
    outbox.add({
      message_id: mail.messageId ?? '',
      received_at: clock.now().toISOString(),
      from: mail.from?.address ?? '',
      to,
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
    });
  }

  // A client that goes away in the middle of a mail is no error of ours.
  server.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  return { port: portOf(server.server), close: () => closeServer(server) };
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

type Connection = { id: string } & Record<'_socket', { destroy(): void }>;

/** The library keeps its connections in a set that its types leave out. */
function connectionsOf(server: SMTPServer): Connection[] {
  return 'connections' in server && server.connections instanceof Set ? ([...server.connections] as Connection[]) : [];
}

const cut = ({ ['_socket']: socket }: Connection) => socket.destroy();

function destroySession(server: SMTPServer, session: SMTPServerSession): void {
  connectionsOf(server)
    .filter(({ id }) => id === session.id)
    .forEach(cut);
}

async function closeServer(server: SMTPServer): Promise<void> {
  // Open connections would keep the server waiting half a minute.
  connectionsOf(server).forEach(cut);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}
