/** Seals the new rows of every organization, each minute (product.md 12.4). */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { safeError } from '#http/log-safety.ts';
import { defineJob } from '#jobs/define-job.ts';
import {
  findSeal,
  haveEnded,
  insertSeal,
  listRawRows,
  listUnsealed,
  mayWriteSeal,
  nextTransaction,
  type UnsealedRows,
} from './audit-log.repository.ts';
import { readOutsideSeal, writeOutsideSeal } from './outside-seals.ts';
import { faultOfOutsideSeal, NO_SEAL, sealOf } from './seal-chain.ts';

export const sealAuditJob = defineJob({
  name: 'seal-audit',
  payload: z.object({}),
  cron: '* * * * *',
  batchSize: 1,
  pollSeconds: 2,
  retryLimit: 0,
});

const ROWS_A_SEAL = 2000;
const SETTLE_TRIES = 100;
const SETTLE_PAUSE_MS = 200;

type SealDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>;

/** Never throws for one organization's trouble: the others are sealed all the same. */
export async function sealAudit(deps: SealDeps): Promise<void> {
  const { db, log } = deps;
  const unsealed = await db.asAdmin(listUnsealed);
  // A row gets its id before it is stored: one with a smaller id may still be on its way.
  if (unsealed.length === 0 || !(await haveSettled(deps))) return;
  for (const rows of unsealed) {
    await sealOrganization(deps, rows).catch((error: unknown) =>
      log.error({ organizationId: rows.organization_id, err: safeError(error) }, 'audit rows could not be sealed'),
    );
  }
}

async function haveSettled({ db }: SealDeps): Promise<boolean> {
  const next = await db.asAdmin(nextTransaction);
  for (let attempt = 0; attempt < SETTLE_TRIES; attempt += 1) {
    if (await db.asAdmin(async (tx) => await haveEnded(tx, next))) return true;
    await sleep(SETTLE_PAUSE_MS);
  }
  return false;
}

async function sealOrganization(deps: SealDeps, { organization_id: organizationId, last_id: upTo }: UnsealedRows): Promise<void> {
  const { db, clock, config, log } = deps;
  const outside = await readOutsideSeal(config.dataDir, organizationId);
  if (outside !== null) {
    const inside = await db.asAdminFor(organizationId, async (tx) => await findSeal(tx, outside.number));
    const fault = faultOfOutsideSeal(outside, inside);
    // Sealing on would cover it up.
    if (fault !== null) return log.error({ organizationId, fault }, 'audit seals do not fit');
  }
  for (;;) {
    const sealed = await db.asAdminFor(organizationId, async (tx) => {
      // A round that takes longer than a minute meets the next one: what somebody else is sealing is theirs.
      if (!(await mayWriteSeal(tx))) return null;
      const before = await findSeal(tx, 'newest');
      const rows = await listRawRows(tx, { after: before?.last_id ?? '0', upTo, limit: ROWS_A_SEAL });
      const last = rows.at(-1);
      if (last === undefined) return null;
      const seal = {
        number: (before?.number ?? 0) + 1,
        last_id: last.id,
        rows: rows.length,
        seal: sealOf(
          before?.seal ?? NO_SEAL,
          rows.map(({ row }) => row),
        ),
      };
      await insertSeal(tx, seal, clock());
      return seal;
    });
    if (sealed === null) return;
    await writeOutsideSeal(config.dataDir, organizationId, { number: sealed.number, seal: sealed.seal, sealed_at: clock().toISOString() });
    if (sealed.rows < ROWS_A_SEAL) return;
  }
}
