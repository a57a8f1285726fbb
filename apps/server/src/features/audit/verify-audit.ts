/** Recomputes every seal of an organization from its rows: finds any change, deletion or swap (product.md 12.4). */
import type { Deps } from '#deps.ts';
import { listRawRows, listSeals } from './audit-log.repository.ts';
import { readOutsideSeal } from './outside-seals.ts';
import { faultOfOutsideSeal, faultOfSeal } from './seal-chain.ts';

export interface AuditVerdict {
  seals: number;
  rows: number;
  /** In words; empty where nothing is wrong. */
  faults: string[];
  /** False: no seal is known outside the database, so that a removal of the newest rows with their seals would not show. */
  isAnchored: boolean;
}

export async function verifyAudit({ db, config }: Pick<Deps, 'db' | 'config'>, organizationId: string): Promise<AuditVerdict> {
  const seals = await db.asAdminFor(organizationId, listSeals);
  const faults: string[] = [];
  let rows = 0;
  for (const [index, seal] of seals.entries()) {
    const before = seals[index - 1] ?? null;
    const covered = await db.asAdminFor(
      organizationId,
      async (tx) => await listRawRows(tx, { after: before?.last_id ?? '0', upTo: seal.last_id, limit: seal.rows + 1 }),
    );
    rows += covered.length;
    const fault = faultOfSeal(seal, before, covered);
    if (fault !== null) faults.push(fault);
  }
  const outside = await readOutsideSeal(config.dataDir, organizationId);
  if (outside !== null) {
    const fault = faultOfOutsideSeal(outside, seals.find(({ number }) => number === outside.number) ?? null);
    if (fault !== null) faults.push(fault);
  }
  return { seals: seals.length, rows, faults, isAnchored: outside !== null };
}
