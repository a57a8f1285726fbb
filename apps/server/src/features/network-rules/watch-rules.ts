/** Rules that end soon, or have fitted nothing for a year, are told in the inbox (product.md 20.5). */
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { safeError } from '#http/log-safety.ts';
import { defineJob } from '#jobs/define-job.ts';
import { presentNetworkRule } from './network-rules.presenter.ts';
import { listNetworkRules, lockNetworkRules } from './network-rules.repository.ts';
import { closeRuleItemsBut, insertRuleItems, listOrganizationsWithRules, type RuleItem } from './rule-items.repository.ts';

/** In the early morning of the United States, as the ends of coverages. */
export const watchRulesJob = defineJob({
  name: 'watch-network-rules',
  payload: z.object({}),
  cron: '50 9 * * *',
  batchSize: 1,
  pollSeconds: 10,
});

/**
 * In the transaction in which rules were changed, and every night, since days pass. Two at once would both find that a matter was not told.
 * Whoever changes rules takes the lock before: with a changed rule in hand it would wait here for somebody who waits for that rule.
 */
export async function tellRules({ clock, newId }: Pick<Deps, 'clock' | 'newId'>, tx: Tx, keys: OrganizationKeys): Promise<void> {
  await lockNetworkRules(tx, keys.organizationId);
  const now = clock();
  const items = (await listNetworkRules(tx, keys)).flatMap((rule): RuleItem[] => {
    const { id, to, attention } = presentNetworkRule(rule, now);
    if (attention === 'unused') return [{ id: newId(), ruleId: id, watch: 'network-rule-unused', day: null }];
    // One that has ended goes on being told by the item that told its end.
    return attention === null ? [] : [{ id: newId(), ruleId: id, watch: 'network-rule-ends', day: to }];
  });
  await closeRuleItemsBut(tx, items, now);
  await insertRuleItems(tx, items, now);
}

/** Never throws for one organization's trouble. */
export async function watchRules(deps: Pick<Deps, 'db' | 'keys' | 'clock' | 'newId' | 'log'>): Promise<void> {
  for (const organizationId of await deps.db.asAdmin(listOrganizationsWithRules)) {
    try {
      const keys = await deps.keys.keysOf(organizationId);
      await deps.db.asOrganization(organizationId, async (tx) => await tellRules(deps, tx, keys));
    } catch (error) {
      deps.log.error({ organizationId, err: safeError(error) }, 'network rules could not be looked through');
    }
  }
}
