/** Items of the inbox about network rules: one for each matter of a rule, told once (product.md 20.5). */
import type { Tx } from '#db/client.ts';

/** Reads every organization: for an admin's transaction. */
export async function listOrganizationsWithRules(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ organization_id: string }>(
    'organizations-with-network-rules',
    `SELECT o.id AS organization_id FROM organizations o
     WHERE o.is_active AND EXISTS (SELECT FROM network_rules r WHERE r.organization_id = o.id) ORDER BY o.id`,
    [],
  );
  return rows.map((row) => row.organization_id);
}

export interface RuleItem {
  id: string;
  ruleId: string;
  watch: 'network-rule-ends' | 'network-rule-unused';
  /** On which it ends; null: it fits nothing. */
  day: string | null;
}

const mattersOf = (items: readonly RuleItem[]) =>
  [items.map(({ watch }) => watch), items.map(({ ruleId }) => ruleId), items.map(({ day }) => day)] as const;
/** SQL for item `n` being about the matter `x`. */
const IS_TOLD = 'n.watch = x.watch AND n.rule_id = x.rule_id AND n.rule_day IS NOT DISTINCT FROM x.day';

/** What is open, or was closed by a person, is not told again. */
export async function insertRuleItems(tx: Tx, items: readonly RuleItem[], now: Date): Promise<void> {
  await tx.query(
    'insert-rule-items',
    `INSERT INTO inbox_items (organization_id, id, watch, rule_id, rule_day, due_on, codes, gravest, created_at, updated_at)
     SELECT o.id, x.id, x.watch, x.rule_id, x.day, x.day, '{}'::text[], 'look', $6::timestamptz, $6
     FROM organizations o CROSS JOIN unnest($2::text[], $3::text[], $4::text[], $5::date[]) AS x (id, watch, rule_id, day)
     WHERE o.id = $1 AND NOT EXISTS (SELECT FROM inbox_items n
       WHERE n.organization_id = $1 AND ${IS_TOLD} AND (n.state <> 'done' OR n.closed_by IS NOT NULL))`,
    [tx.organizationId, items.map(({ id }) => id), ...mattersOf(items), now],
  );
}

/** Those whose matter is over: the rule was changed, is gone, or has decided again. */
export async function closeRuleItemsBut(tx: Tx, items: readonly RuleItem[], now: Date): Promise<void> {
  const [watches, ruleIds, days] = mattersOf(items);
  await tx.query(
    'close-rule-items',
    `UPDATE inbox_items n SET state = 'done', snoozed_until = NULL, closed_at = $2, updated_at = $2
     WHERE n.organization_id = $1 AND n.state <> 'done' AND n.watch IN ('network-rule-ends', 'network-rule-unused')
       AND NOT EXISTS (SELECT FROM unnest($3::text[], $4::text[], $5::date[]) AS x (watch, rule_id, day) WHERE ${IS_TOLD})`,
    [tx.organizationId, now, watches, ruleIds, days],
  );
}
