/** `npm run mail:resend [-- ID...]`: lists mail that nobody sends any more, or sends the named ones again. The runbook tells when. */
import { resendMail, strandedMails } from '#features/mail/resend-mail.ts';
import { withDeps } from './with-deps.ts';

export async function run(ids: string[]): Promise<void> {
  await withDeps(async (deps) => {
    const stranded = await strandedMails(deps);
    if (ids.length === 0) {
      for (const mail of stranded) {
        const why = mail.in_doubt_at === null ? 'given up' : 'may have arrived';
        process.stdout.write(`${mail.id}  ${mail.created_at.toISOString()}  organization ${mail.organization_id}  ${mail.kind}  ${why}\n`);
      }
      process.stdout.write(`${stranded.length} in all. Their Message-ID is <ID@coverlight>: ask the mail server whether it has them.\n`);
      return;
    }
    const unknown = ids.filter((id) => !stranded.some((mail) => mail.id === id));
    if (unknown.length > 0) throw new Error(`Not among those that wait for a decision: ${unknown.join(', ')}`);
    for (const mail of stranded.filter(({ id }) => ids.includes(id))) await resendMail(deps, mail);
    process.stdout.write(`${ids.length} will be sent again by the running server.\n`);
  });
}
