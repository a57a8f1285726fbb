/** Gives mail to the mail server: again for three days while it refuses, never again once it may have taken it (product.md 13.9). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';
import type { MailReason } from '#ports/mailer.ts';
import { renderMail } from './mail-templates.ts';
import { sendMailJob } from './mail.jobs.ts';
import { leaseMail, markMailHandedOver, markMailSent, postponeMail, putMailInDoubt, type LeasedMail } from './mails.repository.ts';
import { mailSecretPlace } from './queue-mail.ts';

const GIVE_UP_MS = 72 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
/** Pauses grow from one minute to fifteen, so that mail leaves soon after its server is back. */
const pauseMs = (tries: number): number => Math.min(15, 2 ** Math.min(tries - 1, 4)) * MINUTE_MS;
const STORE_TRIES = 30;
const STORE_PAUSE_MS = 2000;
const SWEEP_ROWS = 500;

export interface SendDeps extends Pick<Deps, 'db' | 'keys' | 'clock' | 'config' | 'log' | 'mailer' | 'stopping'> {
  /** Told of a link whose mail was late, which would otherwise be dead on arrival. */
  restartLinkLife: (tx: Tx, linkId: string, now: Date) => Promise<void>;
}

export async function sendMail(deps: SendDeps, { organizationId, mailId }: { organizationId: string; mailId: string }): Promise<void> {
  const { db, clock } = deps;
  const keys = await deps.keys.keysOf(organizationId);
  const mail = await db.asOrganization(organizationId, async (tx) => await leaseMail(tx, mailId, clock()));
  if (mail === null) return;
  const target = { organizationId, mailId, mail };
  // Whoever began to give it away was killed or cut off. It may have arrived, and nothing is sent twice.
  if (mail.handed_over_at !== null) return await leaveInDoubt(deps, target, 'cut-off');
  const secret = mail.secret === null ? '' : keys.decryptText(mailSecretPlace(mailId), mail.secret);
  const message = renderMail(mail.kind, mail.facts, secret, deps.config);
  const sent = await deps.mailer.send({ messageId: mailId, to: mail.recipient, ...message }, async () => {
    const mark = { tries: mail.tries, now: clock() };
    const isOurs = await db.asOrganization(organizationId, async (tx) => await markMailHandedOver(tx, mailId, mark));
    if (!isOurs) throw new Error('somebody else sends this mail');
  });
  if (sent.outcome === 'accepted') await rememberSent(deps, target);
  else if (sent.outcome === 'unclear') await leaveInDoubt(deps, target, sent.reason);
  else await postpone(deps, target, sent);
}

interface Target {
  organizationId: string;
  mailId: string;
  mail: LeasedMail;
}

async function rememberSent(deps: SendDeps, { organizationId, mailId, mail }: Target): Promise<void> {
  const { link_id: linkId } = mail.facts;
  await surely(deps, organizationId, async (tx) => {
    await markMailSent(tx, mailId, deps.clock());
    if (linkId !== undefined && mail.tries > 1) await deps.restartLinkLife(tx, linkId, deps.clock());
  });
}

async function postpone(
  deps: SendDeps,
  { organizationId, mailId, mail }: Target,
  refusal: { permanent: boolean; reason: MailReason },
): Promise<void> {
  const now = deps.clock();
  const isLost = refusal.permanent || now.getTime() - mail.since.getTime() > GIVE_UP_MS;
  const dueAt = isLost ? null : new Date(now.getTime() + pauseMs(mail.tries));
  await surely(deps, organizationId, async (tx) => {
    await postponeMail(tx, mailId, { tries: mail.tries, dueAt, now });
    if (isLost) await recordAudit(tx, SYSTEM_ACTOR, now, { action: 'mail.give-up', outcome: 'failed', ...objectOf(mailId) });
  });
  const facts = { organizationId, mailId, kind: mail.kind, reason: refusal.reason, tries: mail.tries };
  if (isLost) deps.log.error(facts, 'mail given up');
  else deps.log.warn(facts, 'mail not sent, it will be tried again');
}

/** Nobody sends it any more until somebody decides: the alert, the organization's log and `npm run mail:resend` show it. */
async function leaveInDoubt(deps: SendDeps, { organizationId, mailId, mail }: Target, reason: MailReason): Promise<void> {
  const now = deps.clock();
  await surely(deps, organizationId, async (tx) => {
    await putMailInDoubt(tx, mailId, { tries: mail.tries, now });
    await recordAudit(tx, SYSTEM_ACTOR, now, { action: 'mail.in-doubt', outcome: 'failed', ...objectOf(mailId) });
  });
  deps.log.error({ organizationId, mailId, kind: mail.kind, reason }, 'mail in doubt');
}

const objectOf = (mailId: string) => ({ objectType: 'mail', objectIds: [mailId] });

/** What became of a mail is stored through a restart of the database, too, while the lease keeps others away. */
async function surely({ db, stopping }: SendDeps, organizationId: string, store: (tx: Tx) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.asOrganization(organizationId, store);
    } catch (error) {
      if (attempt === STORE_TRIES || stopping.aborted) throw error;
      await sleep(STORE_PAUSE_MS);
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
