/** Mail to send. A row is leased by the process that sends it, and forgets its secret once it has left. */
import type { Tx } from '#db/client.ts';
import type { MailFacts, MailKind } from './mail-templates.ts';

export interface NewMail {
  id: string;
  kind: MailKind;
  recipient: string;
  facts: MailFacts;
  /** Ciphertext. */
  secret: Buffer | null;
  now: Date;
}

export interface LeasedMail {
  kind: MailKind;
  recipient: string;
  facts: MailFacts;
  secret: Buffer | null;
  created_at: Date;
  /** This one included. */
  tries: number;
}

const LEASE_SECONDS = 150;

export async function insertMail(tx: Tx, mail: NewMail): Promise<void> {
  await tx.query(
    'insert-mail',
    `INSERT INTO outgoing_mails (organization_id, id, kind, recipient, facts, secret, created_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [tx.organizationId, mail.id, mail.kind, mail.recipient, JSON.stringify(mail.facts), mail.secret, mail.now],
  );
}

/** Null where it was sent, was given up, is being sent by somebody else, or is not there. */
export async function leaseMail(tx: Tx, id: string, now: Date): Promise<LeasedMail | null> {
  const [row] = await tx.query<LeasedMail & Record<string, unknown>>(
    'lease-mail',
    `UPDATE outgoing_mails SET lease_until = $2::timestamptz + make_interval(secs => ${LEASE_SECONDS}), tries = tries + 1
     WHERE organization_id = $3 AND id = $1 AND sent_at IS NULL AND given_up_at IS NULL AND (lease_until IS NULL OR lease_until <= $2)
     RETURNING kind, recipient, facts, secret, created_at, tries`,
    [id, now, tx.organizationId],
  );
  return row ?? null;
}

export async function markMailSent(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query(
    'mark-mail-sent',
    'UPDATE outgoing_mails SET sent_at = $2, secret = NULL, lease_until = NULL WHERE organization_id = $3 AND id = $1',
    [id, now, tx.organizationId],
  );
}

/** `dueAt` null gives it up. */
export async function postponeMail(tx: Tx, id: string, { dueAt, now }: { dueAt: Date | null; now: Date }): Promise<void> {
  await tx.query(
    'postpone-mail',
    `UPDATE outgoing_mails SET lease_until = NULL, due_at = coalesce($2, due_at),
       given_up_at = CASE WHEN $2::timestamptz IS NULL THEN $3::timestamptz END, secret = CASE WHEN $2::timestamptz IS NULL THEN NULL ELSE secret END
     WHERE organization_id = $4 AND id = $1`,
    [id, dueAt, now, tx.organizationId],
  );
}
