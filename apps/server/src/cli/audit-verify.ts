/** `npm run audit:verify [-- ORGANIZATION_ID...]`: recomputes the seals of the audit log. Ends with 1 where something does not fit. */
import { verifyAudit } from '#features/audit/verify-audit.ts';
import { withDeps } from './with-deps.ts';

export async function run(argv: string[]): Promise<void> {
  await withDeps(async (deps) => {
    const organizations =
      argv.length > 0
        ? argv
        : (await deps.db.asAdmin(async (tx) => await tx.queryOnce<{ id: string }>('SELECT id FROM organizations ORDER BY id', []))).map(
            ({ id }) => id,
          );
    let faults = 0;
    for (const id of organizations) {
      const verdict = await verifyAudit(deps, id);
      faults += verdict.faults.length;
      const anchor = verdict.isAnchored || verdict.seals === 0 ? '' : ', no seal is known outside the database';
      process.stdout.write(
        `${id}: ${verdict.rows} rows, ${verdict.seals} seals${anchor}${verdict.faults.length === 0 ? ', all fit' : ''}\n`,
      );
      for (const fault of verdict.faults) process.stdout.write(`  ${fault}\n`);
    }
    if (faults > 0) throw new Error(`The audit log was changed: ${faults} finding${faults === 1 ? '' : 's'}.`);
  });
}
