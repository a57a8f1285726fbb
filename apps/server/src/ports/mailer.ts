/** How mail leaves the house. */

export interface OutgoingMessage {
  /** The same at each try, so that a receiver can tell a repetition. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Why mail did not go, for whoever has to mend it; the runbook has a row for each. `refused` is the server's no to this one mail. */
export type MailReason = 'nobody-listens' | 'certificate-not-trusted' | 'no-starttls' | 'login-refused' | 'refused' | 'cut-off';

/**
 * `refused`: it was not taken; `permanent`: and never will be, as with an address that does not exist. `unclear`: its content left,
 * but no answer came, so it may or may not have been taken.
 */
export type MailOutcome =
  { outcome: 'accepted' } | { outcome: 'refused'; permanent: boolean; reason: MailReason } | { outcome: 'unclear'; reason: MailReason };

export interface Mailer {
  /**
   * Never throws. Takes at most a minute. `beforeContent` runs once the server has taken sender and recipient: until it resolves, no
   * byte of the message has left; where it throws, none does.
   */
  send(message: OutgoingMessage, beforeContent: () => Promise<void>): Promise<MailOutcome>;
}
