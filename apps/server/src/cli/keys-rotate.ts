/** `npm run keys:rotate -- data-key | organizations [ID...]`: changes keys while the server runs. The runbook tells when. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditAction } from '@coverlight/contract/audit/audit-actions.ts';
import { rebuildBatchDigests } from '#features/batches/rebuild-digests.ts';
import { rebuildClaimDigests } from '#features/estimates/claims/rebuild-claim-digests.ts';
import { rebuildKeys } from '#features/persons/moves/person-keys.repository.ts';
import { inquirySearchTerms } from '@coverlight/domain/inquiries/search-terms.ts';
import { rewrapKeys, rotateOrganizationKeys, type RotationDeps } from '#crypto/rotate-keys.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Deps } from '#deps.ts';
import { insertAuditEvent } from '#features/audit/audit.repository.ts';
import { withDeps } from './with-deps.ts';

const USAGE = `Usage: npm run keys:rotate -- data-key            after DATA_KEY was changed (the former one is DATA_KEY_PREVIOUS)
       npm run keys:rotate -- organizations [ID]  new keys for all organizations, or for those named; takes some minutes`;

export async function run([what, ...ids]: string[]): Promise<void> {
  if (what !== 'data-key' && what !== 'organizations') throw new Error(USAGE);
  await withDeps(async (deps) => {
    const { db, config, clock } = deps;
    const { dataKey, previousDataKey } = config;
    const rotation: RotationDeps = {
      database: db,
      dataKey,
      previousDataKey,
      now: clock,
      sleep,
      termsOf: inquirySearchTerms,
      rebuildPersonKeys: rebuildKeys,
      rebuildDigests: async (database, keys) => (await rebuildBatchDigests(database, keys)) + (await rebuildClaimDigests(database, keys)),
    };
    if (what === 'data-key') {
      const count = await rewrapKeys(rotation);
      await note(deps, 'keys.rewrap', []);
      process.stdout.write(`${count} keys were wrapped by the new DATA_KEY. DATA_KEY_PREVIOUS can be removed.\n`);
      return;
    }
    process.stdout.write('Waiting until every process has learned of the new keys ...\n');
    const result = await rotateOrganizationKeys(rotation, ids.length > 0 ? ids : null);
    await note(deps, 'keys.rotate', ids);
    process.stdout.write(
      `${result.organizations} organizations: ${result.rewritten} rows rewritten, ${result.retired} old keys deleted.\n`,
    );
    if (result.waiting > 0) process.stdout.write(`${result.waiting} old keys are needed for up to a day: run this again tomorrow.\n`);
  });
}

async function note({ db, clock }: Deps, action: AuditAction, object_ids: string[]): Promise<void> {
  await db.asOrganization(INTERNAL_ORGANIZATION_ID, async (tx) => {
    await insertAuditEvent(tx, {
      organization_id: INTERNAL_ORGANIZATION_ID,
      at: clock(),
      actor_role: 'system',
      action,
      object_type: 'organization',
      object_ids,
      outcome: 'done',
    });
  });
}
