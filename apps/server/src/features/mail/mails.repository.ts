/** Mail to send. A row is leased by the process that sends it, and forgets its secret once it is known to have left. */
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
  /** When it was written, or when somebody had it sent again. */
  since: Date;
  /** This one included. */
  tries: number;
  /** Not null: an earlier try was about to give away its content, and did not live to tell. */
  handed_over_at: Date | null;
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

/** Null where it was sent, was given up, is in doubt, is being sent by somebody else, or is not there. */
export async function leaseMail(tx: Tx, id: string, now: Date): Promise<LeasedMail | null> {
  const [row] = await tx.query<LeasedMail & Record<string, unknown>>(
    'lease-mail',
    `UPDATE outgoing_mails SET lease_until = $2::timestamptz + make_interval(secs => ${LEASE_SECONDS}), tries = tries + 1
     WHERE organization_id = $3 AND id = $1 AND sent_at IS NULL AND given_up_at IS NULL AND in_doubt_at IS NULL
       AND (lease_until IS NULL OR lease_until <= $2)
     RETURNING kind, recipient, facts, secret, coalesce(resent_at, created_at) AS since, tries, handed_over_at`,
    [id, now, tx.organizationId],
  );
  return row ?? null;
}

/** To be stored before the first byte leaves. False where the lease ran out and somebody else took the mail: then it must not leave. */
export async function markMailHandedOver(tx: Tx, id: string, { tries, now }: { tries: number; now: Date }): Promise<boolean> {
  const marked = await tx.query(
    'mark-mail-handed-over',
    `UPDATE outgoing_mails SET handed_over_at = $2
     WHERE organization_id = $3 AND id = $1 AND tries = $4 AND handed_over_at IS NULL AND sent_at IS NULL AND in_doubt_at IS NULL RETURNING 1`,
    [id, now, tx.organizationId, tries],
  );
  return marked.length > 0;
}

/** The mail server took it; what was thought of it meanwhile does not count. */
export async function markMailSent(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query(
    'mark-mail-sent',
    'UPDATE outgoing_mails SET sent_at = $2, secret = NULL, lease_until = NULL, in_doubt_at = NULL WHERE organization_id = $3 AND id = $1',
    [id, now, tx.organizationId],
  );
}

/** The mail server did not take it. `dueAt` null gives it up. */
export async function postponeMail(
  tx: Tx,
  id: string,
  { tries, dueAt, now }: { tries: number; dueAt: Date | null; now: Date },
): Promise<void> {
  await tx.query(
    'postpone-mail',
    `UPDATE outgoing_mails SET lease_until = NULL, handed_over_at = NULL, in_doubt_at = NULL, due_at = coalesce($2, due_at),
       given_up_at = CASE WHEN $2::timestamptz IS NULL THEN $3::timestamptz END
     WHERE organization_id = $4 AND id = $1 AND tries = $5 AND sent_at IS NULL`,
    [id, dueAt, now, tx.organizationId, tries],
  );
}

export async function putMailInDoubt(tx: Tx, id: string, { tries, now }: { tries: number; now: Date }): Promise<void> {
  await tx.query(
    'put-mail-in-doubt',
    'UPDATE outgoing_mails SET lease_until = NULL, in_doubt_at = $2 WHERE organization_id = $3 AND id = $1 AND tries = $4 AND sent_at IS NULL',
    [id, now, tx.organizationId, tries],
  );
}

export interface StrandedMail {
  organization_id: string;
  id: string;
  kind: MailKind;
  created_at: Date;
  in_doubt_at: Date | null;
}

/** Mail that nobody sends any more: in doubt, or given up. Of every organization; the newest first. Needs the admin's role. */
export async function listStrandedMails(tx: Tx, limit: number): Promise<StrandedMail[]> {
  return await tx.query<StrandedMail & Record<string, unknown>>(
    'list-stranded-mails',
    `SELECT organization_id, id, kind, created_at, in_doubt_at FROM outgoing_mails
     WHERE sent_at IS NULL AND (in_doubt_at IS NOT NULL OR given_up_at IS NOT NULL) ORDER BY created_at DESC, id DESC LIMIT $1`,
    [limit],
  );
}

/** As if it had been written now. False where it was sent or is still being tried. */
export async function restartMail(tx: Tx, id: string, now: Date): Promise<boolean> {
  const restarted = await tx.query(
    'restart-mail',
    `UPDATE outgoing_mails SET resent_at = $2, due_at = $2, handed_over_at = NULL, in_doubt_at = NULL, given_up_at = NULL
     WHERE organization_id = $3 AND id = $1 AND sent_at IS NULL AND (in_doubt_at IS NOT NULL OR given_up_at IS NOT NULL) RETURNING 1`,
    [id, now, tx.organizationId],
  );
  return restarted.length > 0;
}
