/** A rule whose budget has held somebody back is told in the inbox, once a month (product.md 19.6). */
import type { Tx } from '#db/client.ts';

/** How many are held back is read when the item is shown: more may join them. */
export async function tellPausedRule(
  tx: Tx,
  { id, ruleId, month, now }: { id: string; ruleId: string; month: string; now: Date },
): Promise<void> {
  await tx.query(
    'tell-paused-rule',
    `INSERT INTO inbox_items (organization_id, id, watch, rule_id, rule_day, codes, gravest, created_at, updated_at)
     SELECT o.id, $2, 'plan-paused', $3::text, $4::date, '{}'::text[], 'look', $5::timestamptz, $5 FROM organizations o
     WHERE o.id = $1 AND NOT EXISTS (SELECT FROM inbox_items n WHERE n.organization_id = $1 AND n.rule_id = $3 AND n.rule_day = $4)`,
    [tx.organizationId, id, ruleId, month, now],
  );
}
