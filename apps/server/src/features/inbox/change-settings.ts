/** A manager says what the inbox takes (product.md 18.5). */
import type { BodyOf } from '@coverlight/contract/endpoint.ts';
import type { inboxContract, InboxSettings } from '@coverlight/contract/inbox/inbox.contract.ts';
import { compareCodes } from '@coverlight/domain/changes/change-codes.ts';
import { gravityOfItem, inboxCodes } from '@coverlight/domain/inbox/inbox-codes.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { readInboxSettings, writeInboxSettings } from '#features/inquiries/changes/inbox-settings.repository.ts';
import { closeItems, lockOpenItems, writeCodes } from '#features/inquiries/changes/inbox-items.repository.ts';
import { watchEndsJob } from './watch-ends.job.ts';

export interface SettingsInput {
  change: BodyOf<typeof inboxContract.changeSettings>;
  organizationId: string;
  actor: Actor;
}

export async function changeSettings(deps: Deps, { change, organizationId, actor }: SettingsInput): Promise<InboxSettings> {
  const now = deps.clock();
  return await deps.db.asOrganization(organizationId, async (tx) => {
    const former = await readInboxSettings(tx);
    const { ends_soon_days = former.ends_soon_days, muted_codes = former.muted_codes } = change;
    const settings = { ends_soon_days, muted_codes: [...new Set(muted_codes)].toSorted(compareCodes) };
    await writeInboxSettings(tx, settings, now);
    // What is muted leaves the open items as well; what is not any more comes with the next answer.
    const added = settings.muted_codes.filter((code) => !former.muted_codes.includes(code));
    for (const { id, codes } of added.length === 0 ? [] : await lockOpenItems(tx, added)) {
      const left = inboxCodes(codes, settings.muted_codes);
      if (left.length === 0) await closeItems(tx, [id], now);
      else await writeCodes(tx, id, { codes: left, gravest: gravityOfItem(left) }, now);
    }
    // More of the ends may be near now.
    if (settings.ends_soon_days > former.ends_soon_days) await deps.queue.enqueue(tx, watchEndsJob, { organizationId });
    await recordAudit(tx, actor, now, {
      action: 'inbox-settings.update',
      objectType: 'organization',
      objectIds: [organizationId],
      changedFields: Object.keys(change),
    });
    return settings;
  });
}
