/** Gives mail to the mail server: again for three days while it does not answer, never again once it was taken (product.md 13.9). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { renderMail } from './mail-templates.ts';
import { sendMailJob } from './mail.jobs.ts';
import { leaseMail, markMailSent, postponeMail, type LeasedMail } from './mails.repository.ts';
import { mailSecretPlace } from './queue-mail.ts';

const GIVE_UP_MS = 72 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
/** Pauses grow from one minute to fifteen, so that mail leaves soon after its server is back. */
const pauseMs = (tries: number): number => Math.min(15, 2 ** Math.min(tries - 1, 4)) * MINUTE_MS;
const MARK_TRIES = 30;
const MARK_PAUSE_MS = 2000;
const SWEEP_ROWS = 500;

export interface SendDeps extends Pick<Deps, 'db' | 'keys' | 'clock' | 'config' | 'log' | 'mailer'> {
  /** Told of a link whose mail was late, which would otherwise be dead on arrival. */
  restartLinkLife: (tx: Tx, linkId: string, now: Date) => Promise<void>;
}

export async function sendMail(deps: SendDeps, { organizationId, mailId }: { organizationId: string; mailId: string }): Promise<void> {
  const { db, clock, log } = deps;
  const keys = await deps.keys.keysOf(organizationId);
  const mail = await db.asOrganization(organizationId, async (tx) => await leaseMail(tx, mailId, clock()));
  if (mail === null) return;
  const secret = mail.secret === null ? '' : keys.decryptText(mailSecretPlace(mailId), mail.secret);
  const message = renderMail(mail.kind, mail.facts, secret, deps.config);
  const sent = await deps.mailer.send({ messageId: mailId, to: mail.recipient, ...message });
  if (sent.outcome === 'accepted') return await rememberSent(deps, { organizationId, mailId, mail });

  const now = clock();
  const isLost = sent.permanent || now.getTime() - mail.created_at.getTime() > GIVE_UP_MS;
  const dueAt = isLost ? null : new Date(now.getTime() + pauseMs(mail.tries));
  await db.asOrganization(organizationId, async (tx) => await postponeMail(tx, mailId, { dueAt, now }));
  const facts = { organizationId, mailId, kind: mail.kind, code: sent.code, tries: mail.tries };
  if (isLost) log.error(facts, 'mail given up');
  else log.warn(facts, 'mail not sent, it will be tried again');
}

/** The mail has left, so this must be stored: through a restart of the database too, while the lease keeps others away. */
async function rememberSent(
  { db, clock, restartLinkLife }: SendDeps,
  { organizationId, mailId, mail }: { organizationId: string; mailId: string; mail: LeasedMail },
): Promise<void> {
  const { link_id: linkId } = mail.facts;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.asOrganization(organizationId, async (tx) => {
        await markMailSent(tx, mailId, clock());
        if (linkId !== undefined && mail.tries > 1) await restartLinkLife(tx, linkId, clock());
      });
    } catch (error) {
      if (attempt === MARK_TRIES) throw error;
      await sleep(MARK_PAUSE_MS);
    }
  }
}

/** Queues what is due; the job's lease keeps two from sending one mail. */
export async function sweepMails({ db, clock, queue }: Pick<Deps, 'db' | 'clock' | 'queue'>): Promise<void> {
  await db.withoutOrganization(async (tx) => {
    const due = await tx.query<{ organization_id: string; mail_id: string }>('find-due-mails', 'SELECT * FROM find_due_mails($1, $2)', [
      // A mail just written has its own job; only what that job failed to send is the sweep's.
      new Date(clock().getTime() - 30_000),
      SWEEP_ROWS,
    ]);
    for (const mail of due) await queue.enqueue(tx, sendMailJob, { organizationId: mail.organization_id, mailId: mail.mail_id });
  });
}
