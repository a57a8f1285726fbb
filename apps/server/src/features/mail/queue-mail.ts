/** A mail is written in the transaction of what it tells about, so that neither exists without the other (product.md 13.9). */
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { JobQueue } from '#jobs/queue.ts';
import type { MailFacts, MailKind } from './mail-templates.ts';
import { sendMailJob } from './mail.jobs.ts';
import { insertMail } from './mails.repository.ts';

export interface MailDeps {
  queue: JobQueue;
  newId: () => string;
  clock: () => Date;
}

export interface QueuedMail {
  kind: MailKind;
  to: string;
  facts?: MailFacts;
  /** What its link holds, closed with the keys of the transaction's organization: ask for them before the transaction begins. */
  secret?: { value: string; keys: OrganizationKeys };
}

export const mailSecretPlace = (mailId: string) => ({ table: 'outgoing_mails', row: mailId, column: 'secret' });

/** The queue's payload holds ids only: its tables are readable without a key. */
export async function queueMail({ queue, newId, clock }: MailDeps, tx: Tx, mail: QueuedMail): Promise<void> {
  if (tx.organizationId === null) throw new Error('a mail needs an organization');
  const id = newId();
  await insertMail(tx, {
    id,
    kind: mail.kind,
    recipient: mail.to,
    facts: mail.facts ?? {},
    secret: mail.secret === undefined ? null : mail.secret.keys.encryptText(mailSecretPlace(id), mail.secret.value),
    now: clock(),
  });
  await queue.enqueue(tx, sendMailJob, { organizationId: tx.organizationId, mailId: id });
}
