/** Mail that nobody sends any more, and sending it again because somebody says so (product.md 13.9). */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';
import { sendMailJob } from './mail.jobs.ts';
import { listStrandedMails, restartMail, type StrandedMail } from './mails.repository.ts';

const SHOWN = 200;

export async function strandedMails({ db }: Pick<Deps, 'db'>): Promise<StrandedMail[]> {
  return await db.asAdmin(async (tx) => await listStrandedMails(tx, SHOWN));
}

/** False where it was sent meanwhile, or is still being tried. */
export async function resendMail(
  { db, queue, clock }: Pick<Deps, 'db' | 'queue' | 'clock'>,
  { organization_id: organizationId, id }: Pick<StrandedMail, 'organization_id' | 'id'>,
): Promise<boolean> {
  return await db.asOrganization(organizationId, async (tx) => {
    const now = clock();
    if (!(await restartMail(tx, id, now))) return false;
    await recordAudit(tx, SYSTEM_ACTOR, now, { action: 'mail.resend', objectType: 'mail', objectIds: [id] });
    await queue.enqueue(tx, sendMailJob, { organizationId, mailId: id });
    return true;
  });
}
