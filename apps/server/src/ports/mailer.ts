/** How mail leaves the house. */

export interface OutgoingMessage {
  /** The same at each try, so that a receiver can tell a repetition. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** `permanent`: the server will never take this message, as with an address that does not exist. */
export type MailOutcome = { outcome: 'accepted' } | { outcome: 'refused'; permanent: boolean; code: string };

export interface Mailer {
  /** Never throws. Takes at most a minute. */
  send(message: OutgoingMessage): Promise<MailOutcome>;
}
