/** Rules of planned checks, and the one switch over all of them (product.md 19.6). */
import type { RecheckWhen, RecheckWho } from '@coverlight/contract/batches/recheck.schema.ts';
import type { Tx } from '#db/client.ts';

export interface RuleRecord {
  id: string;
  user_id: string;
  name: string;
  who: RecheckWho;
  occasion: RecheckWhen;
  monthly_budget: number;
  reuse_days: number;
  is_on: boolean;
  /** First day of the month that `used` and `held_back` count; null: nothing was counted yet. */
  month: string | null;
  used: number;
  held_back: number;
  last_run_at: Date | null;
  /** YYYY-MM-DD. */
  last_run_on: string | null;
  created_at: Date;
  user_first_name: string;
  user_last_name: string;
}

const RECORD = `r.id, r.user_id, r.name, r.who, r.occasion, r.monthly_budget, r.reuse_days, r.is_on, r.month, r.used, r.held_back, r.last_run_at,
  r.last_run_on, r.created_at, u.first_name AS user_first_name, u.last_name AS user_last_name`;
const FROM = 'recheck_rules r JOIN users u ON u.organization_id = r.organization_id AND u.id = r.user_id';

/** In the order in which they were made. */
export async function listRules(tx: Tx, organizationId: string): Promise<RuleRecord[]> {
  return await tx.query<RuleRecord & Record<string, unknown>>(
    'list-recheck-rules',
    `SELECT ${RECORD} FROM ${FROM} WHERE r.organization_id = $1 ORDER BY r.created_at, r.id`,
    [organizationId],
  );
}

/** Locked until the transaction ends: a rule runs once, and its budget is counted by one at a time. */
export async function lockRule(tx: Tx, organizationId: string, id: string): Promise<RuleRecord | null> {
  const [row] = await tx.query<RuleRecord & Record<string, unknown>>(
    'lock-recheck-rule',
    `SELECT ${RECORD} FROM ${FROM} WHERE r.organization_id = $1 AND r.id = $2 FOR UPDATE OF r`,
    [organizationId, id],
  );
  return row ?? null;
}

export type RuleValues = Pick<RuleRecord, 'name' | 'who' | 'occasion' | 'monthly_budget' | 'reuse_days' | 'is_on'>;

const valuesOf = ({ name, who, occasion, monthly_budget: budget, reuse_days: days, is_on: isOn }: RuleValues) => [
  name,
  JSON.stringify(who),
  JSON.stringify(occasion),
  budget,
  days,
  isOn,
];

export async function insertRule(tx: Tx, { id, userId, now }: { id: string; userId: string; now: Date }, rule: RuleValues): Promise<void> {
  await tx.query(
    'insert-recheck-rule',
    `INSERT INTO recheck_rules (organization_id, id, user_id, name, who, occasion, monthly_budget, reuse_days, is_on, created_at, updated_at)
     VALUES ($1, $2, $3, $5, $6, $7, $8, $9, $10, $4, $4)`,
    [tx.organizationId, id, userId, now, ...valuesOf(rule)],
  );
}

/** One that is switched on again makes up for no day on which it was off. */
export async function updateRule(
  tx: Tx,
  id: string,
  rule: RuleValues,
  { now, yesterday }: { now: Date; yesterday: string },
): Promise<void> {
  await tx.query(
    'update-recheck-rule',
    `UPDATE recheck_rules SET name = $4, who = $5, occasion = $6, monthly_budget = $7, reuse_days = $8, is_on = $9, updated_at = $3,
       last_run_on = CASE WHEN $9 AND NOT is_on THEN greatest(last_run_on, $10::date) ELSE last_run_on END
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, now, ...valuesOf(rule), yesterday],
  );
}

/** The batches that it made stay. */
export async function deleteRule(tx: Tx, id: string): Promise<boolean> {
  await tx.query('forget-recheck-rule', 'UPDATE batches SET rule_id = NULL WHERE organization_id = $1 AND rule_id = $2', [
    tx.organizationId,
    id,
  ]);
  const rows = await tx.query('delete-recheck-rule', 'DELETE FROM recheck_rules WHERE organization_id = $1 AND id = $2 RETURNING 1', [
    tx.organizationId,
    id,
  ]);
  return rows.length > 0;
}

/** Of one day; `month` is that day's. */
export async function recordRun(
  tx: Tx,
  id: string,
  run: { day: string; month: string; used: number; heldBack: number; now: Date },
): Promise<void> {
  await tx.query(
    'record-recheck-run',
    `UPDATE recheck_rules SET last_run_on = $3, last_run_at = $7,
       used = CASE WHEN month = $4::date THEN used ELSE 0 END + $5, held_back = CASE WHEN month = $4::date THEN held_back ELSE 0 END + $6,
       month = $4::date
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, run.day, run.month, run.used, run.heldBack, run.now],
  );
}

export async function areRechecksStopped(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ is_stopped: boolean }>(
    'are-rechecks-stopped',
    'SELECT rechecks_stopped_at IS NOT NULL AS is_stopped FROM organizations WHERE id = $1',
    [tx.organizationId],
  );
  return row?.is_stopped ?? false;
}

/**
 * Whether they are stopped; until the transaction ends nobody turns the switch. Whoever stops them waits, and then finds what was made. To be
 * taken late: every change of the organization's row waits for it.
 */
export async function holdRechecksSwitch(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ is_stopped: boolean }>(
    'hold-rechecks-switch',
    'SELECT rechecks_stopped_at IS NOT NULL AS is_stopped FROM organizations WHERE id = $1 FOR SHARE',
    [tx.organizationId],
  );
  return row?.is_stopped ?? false;
}

/**
 * Batches that rules have made are stopped with it, and go on with it. The switch comes first: where a run holds it, only a statement that
 * begins after the run sees its batches.
 */
export async function setRechecksStopped(tx: Tx, isStopped: boolean, now: Date): Promise<void> {
  await tx.query('stop-rechecks', 'UPDATE organizations SET rechecks_stopped_at = $2 WHERE id = $1', [
    tx.organizationId,
    isStopped ? now : null,
  ]);
  await tx.query(
    'pause-planned-batches',
    `UPDATE batches SET state = $3, next_look_at = $4, updated_at = $4
     WHERE organization_id = $1 AND source = 'plan' AND state = $2`,
    [tx.organizationId, isStopped ? 'sending' : 'paused', isStopped ? 'paused' : 'sending', now],
  );
}

/** Reads every organization: for an admin's transaction. Those with a rule that has not run on this day. */
export async function listOrganizationsToRun(tx: Tx, day: string): Promise<string[]> {
  const rows = await tx.query<{ organization_id: string }>(
    'organizations-to-recheck',
    `SELECT DISTINCT r.organization_id FROM recheck_rules r JOIN organizations o ON o.id = r.organization_id
     WHERE r.is_on AND r.last_run_on IS DISTINCT FROM $1::date AND o.is_active AND o.rechecks_stopped_at IS NULL ORDER BY 1`,
    [day],
  );
  return rows.map((row) => row.organization_id);
}
