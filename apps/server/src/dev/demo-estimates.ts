/** Invented past claims and a local allowable, so that the demo practice's answers show every kind of estimate (product.md 17). */
import { Readable } from 'node:stream';
import type { Deps } from '#deps.ts';
import { readLocalAllowables } from '#features/reimbursements/import-local-allowables.ts';
import { readReimbursements } from '#features/reimbursements/import-reimbursements.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';
import { listDemoPayers } from './demo-data.ts';

interface DemoClaims {
  employer: string;
  group: string;
  prefix: string;
  /** Percent of what was billed that was paid for detox, the dearest level; the others follow from it. */
  share: number;
}

/** By what an estimate is found: employer and group number, employer alone, the prefix of the member id alone. */
const CLAIMS: readonly DemoClaims[] = [
  { employer: 'Tallgrass Logistics', group: '1901500-20', prefix: '', share: 62 },
  { employer: 'Pinecrest Schools', group: '1701200-15', prefix: '', share: 71 },
  { employer: 'Juniper & Co', group: '', prefix: '', share: 48 },
  { employer: 'Bayshore Transit', group: '', prefix: 'HRB', share: 55 },
  // Employers of the sandbox's members, for the inquiries that somebody tries.
  ...['Tamarack Robotics', 'Juniper County Schools', 'Bluestem Grocers Cooperative', 'Halyard Shipping'].map((employer, index) => ({
    employer,
    group: '',
    prefix: '',
    share: 44 + index * 7,
  })),
];
/** The member ids of some demo patients begin so. */
const LOCAL_ALLOWABLE = 'QPL100000000';
const CLAIMS_OF_EACH = 6;

function linesOf(payerCode: string): string[] {
  return CLAIMS.flatMap(({ employer, group, prefix, share }) =>
    Array.from({ length: CLAIMS_OF_EACH }, (_, index) => {
      const paid = (below: number) => (share - below + index * 1.25).toFixed(2);
      // Not every claim is about every level of care.
      const levels = [paid(0), paid(4), index % 2 === 0 ? paid(9) : '', paid(13), index % 3 === 0 ? '' : paid(17)];
      const claim = `DEMO-${payerCode}-${employer.replaceAll(/\W/g, '')}-${index + 1}`;
      return [claim, payerCode, employer, group, prefix, ...levels].join(',');
    }),
  );
}

/** Does nothing where there are claims already, or no payers yet. */
export async function seedDemoEstimates(deps: Deps): Promise<void> {
  const hasClaims = await deps.db.asAdmin(async (tx) => (await tx.queryOnce('SELECT 1 FROM reimbursements LIMIT 1', [])).length > 0);
  const payers = await deps.db.withoutOrganization(listDemoPayers);
  if (hasClaims || payers.length === 0) return;
  const claims = await readReimbursements(deps, Readable.from([Buffer.from(payers.flatMap(({ code }) => linesOf(code)).join('\n'))]));
  await claims.store(SYSTEM_ACTOR);
  await (await readLocalAllowables(deps, [LOCAL_ALLOWABLE])).store(SYSTEM_ACTOR);
}
