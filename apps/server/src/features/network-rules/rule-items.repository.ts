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
  /** "network-rule ID ends 2027-06-30": what is told, so that it is told once. */
  watch: string;
  dueOn: string | null;
}

/** What is open, or was closed by a person, is not told again. */
export async function insertRuleItems(tx: Tx, items: readonly RuleItem[], now: Date): Promise<void> {
  await tx.query(
    'insert-rule-items',
    `INSERT INTO inbox_items (organization_id, id, watch, codes, gravest, due_on, created_at, updated_at)
     SELECT o.id, x.id, x.watch, '{}'::text[], 'look', x.due_on, $5::timestamptz, $5
     FROM organizations o CROSS JOIN unnest($2::text[], $3::text[], $4::date[]) AS x (id, watch, due_on)
     WHERE o.id = $1 AND NOT EXISTS (SELECT FROM inbox_items n
       WHERE n.organization_id = $1 AND n.watch = x.watch AND (n.state <> 'done' OR n.closed_by IS NOT NULL))`,
    [tx.organizationId, items.map(({ id }) => id), items.map(({ watch }) => watch), items.map(({ dueOn }) => dueOn), now],
  );
}

/** Those whose matter is over: the rule was changed, is gone, or has decided again. */
export async function closeRuleItemsBut(tx: Tx, watches: readonly string[], now: Date): Promise<void> {
  await tx.query(
    'close-rule-items',
    `UPDATE inbox_items n SET state = 'done', snoozed_until = NULL, closed_at = $3, updated_at = $3
     WHERE n.organization_id = $1 AND n.state <> 'done' AND n.watch LIKE 'network-rule %' AND n.watch <> ALL ($2::text[])`,
    [tx.organizationId, watches, now],
  );
}
