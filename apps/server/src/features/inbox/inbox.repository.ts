/** The inbox as people see it: items of what they may see, and what they do with them (product.md 18.5). */
import type { InboxItem } from '@coverlight/contract/inbox/inbox.contract.ts';
import type { ChangeCode } from '@coverlight/contract/persons/changes.schema.ts';
import type { PatientIdentity } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { totalOfPage, type Limits } from '#db/page.ts';
import type { ListCounts } from '#db/list-counts.ts';
import { openComparison } from '#features/inquiries/changes/comparisons.repository.ts';
import { openIdentity } from '#features/inquiries/inquiry-contents.ts';
import { newParameters, type Parameters } from '#features/inquiries/list/inquiry-conditions.ts';
import type { Scope } from '#http/viewer.ts';

export interface InboxFilter {
  state: InboxItem['state'];
  /** Any of them. */
  codes?: readonly ChangeCode[];
  assigneeId?: string;
}

interface Head {
  id: string;
  person_id: string | null;
  inquiry_id: string | null;
  gravest: InboxItem['gravest'];
  codes: ChangeCode[];
  /** One that was snoozed and whose time has come is open. */
  state: InboxItem['state'];
  created_at: Date;
  due_on: string | null;
  snoozed_until: Date | null;
  assignee_id: string | null;
  assignee_name: string | null;
  resolution: InboxItem['resolution'];
  closed_by: string | null;
  payer_name: string | null;
  payer_name_override: string | null;
  network_rule_id: string | null;
  /** Its place in the list of rules. */
  network_rule: number | null;
  /** Of a rule of planned checks that its budget has paused; null where it is about none, or that is gone. */
  rule_name: string | null;
  /** How many it has held back in the month of which the item tells; null once that is over. */
  rule_held_back: number | null;
}

export interface InboxRecord extends Head {
  patient: PatientIdentity | null;
  /** The sentence of its gravest change; null where no answer brought it. */
  words: string | null;
}

type StoredHead = Head & { submission: Buffer | null; returned_patient: Buffer | null; told_id: string | null; content: Buffer | null };

/** The state that is shown. `now` is the place of a parameter. */
const shownState = (now: string): string => `CASE WHEN n.state = 'snoozed' AND n.snoozed_until <= ${now} THEN 'open' ELSE n.state END`;

/** SQL over `inbox_items n`: of an archived person there is none. Those of checks that were hidden, or may be about somebody else, are closed. */
function visible({ param }: Parameters, scope: Scope): string {
  const all = [
    `n.organization_id = ${param(scope.organizationId)}`,
    // As the partial index has it: few persons are, and looking for each item's would read all of them.
    `NOT EXISTS (SELECT FROM persons p WHERE p.organization_id = n.organization_id AND p.id = n.person_id
       AND (p.archived_at IS NOT NULL OR p.merged_into IS NOT NULL))`,
  ];
  if (!scope.restricted) return all.join(' AND ');
  const user = param(scope.userId);
  all.push(`EXISTS (SELECT FROM inquiries i WHERE i.organization_id = n.organization_id AND i.id = n.inquiry_id AND i.user_id = ${user})`);
  // What was compared with a colleague's answer tells of that one, too.
  all.push(`NOT EXISTS (
    SELECT FROM comparisons c JOIN inquiries i ON i.organization_id = c.organization_id AND i.id IN (c.after_id, c.before_id)
    WHERE c.organization_id = n.organization_id AND c.inbox_item_id = n.id AND i.user_id <> ${user})`);
  return all.join(' AND ');
}

/** Parts that name the partial indexes. */
function stateCondition({ param }: Parameters, state: InboxItem['state'], now: Date): string {
  if (state === 'done') return `n.state = 'done'`;
  const isDue = `n.snoozed_until <= ${param(now)}`;
  return state === 'open'
    ? `n.state <> 'done' AND (n.state = 'open' OR ${isDue})`
    : `n.state <> 'done' AND n.state = 'snoozed' AND NOT (${isDue})`;
}

function conditionOf(parameters: Parameters, scope: Scope, filter: InboxFilter, now: Date): string {
  const { param } = parameters;
  const all = [stateCondition(parameters, filter.state, now), visible(parameters, scope)];
  if (filter.codes !== undefined) all.push(`n.codes && ${param(filter.codes)}::text[]`);
  if (filter.assigneeId !== undefined) all.push(`n.assignee_id = ${param(filter.assigneeId)}`);
  return all.join(' AND ');
}

export interface InboxListOptions {
  scope: Scope;
  keys: OrganizationKeys;
  filter: InboxFilter;
  limits: Limits;
  counts: ListCounts;
  now: Date;
}

/** Urgent first, then newest first. A total above 1,000 may be 5 seconds old. */
export async function listInbox(tx: Tx, options: InboxListOptions): Promise<{ rows: InboxRecord[]; total: number }> {
  const { scope, keys, filter, limits, counts, now } = options;
  const parameters = newParameters();
  const { param, values } = parameters;
  const condition = conditionOf(parameters, scope, filter, now);
  const found = await tx.queryOnce<{ id: string }>(
    `SELECT n.id FROM inbox_items n WHERE ${condition}
     ORDER BY n.gravest DESC, n.created_at DESC, n.id DESC LIMIT ${param(limits.limit)} OFFSET ${param(limits.offset)}`,
    values,
  );
  const rows = await readItems(
    tx,
    keys,
    found.map(({ id }) => id),
    now,
  );
  const count = async () =>
    await counts.count(JSON.stringify(['inbox', scope, filter]), async () => await countInbox(tx, scope, filter, now));
  return { rows, total: totalOfPage(found.length, limits) ?? (await count()) };
}

async function countInbox(tx: Tx, scope: Scope, filter: InboxFilter, now: Date): Promise<number> {
  const parameters = newParameters();
  const condition = conditionOf(parameters, scope, filter, now);
  const [row] = await tx.queryOnce<{ total: number }>(
    `SELECT count(*)::int AS total FROM inbox_items n WHERE ${condition}`,
    parameters.values,
  );
  return row?.total ?? 0;
}

/** In the order given. Planned once: planning so many tables takes longer than reading a page. */
async function readItems(tx: Tx, keys: OrganizationKeys, ids: readonly string[], now: Date): Promise<InboxRecord[]> {
  const rows = await tx.query<StoredHead & Record<string, unknown>>(
    'inbox-rows',
    `SELECT n.id, n.person_id, n.inquiry_id, n.gravest, n.codes, ${shownState('$3')} AS state, n.created_at, n.due_on, n.snoozed_until,
       n.assignee_id, nullif(trim(u.first_name || ' ' || u.last_name), '') AS assignee_name, n.resolution, n.closed_by,
       y.name AS payer_name, i.payer_name_override, c.submission, c.returned_patient, told.after_id AS told_id, told.content,
       w.id AS network_rule_id, w.position AS network_rule,
       r.name AS rule_name, CASE WHEN r.month = n.rule_day THEN r.held_back END AS rule_held_back
     FROM unnest($2::text[]) WITH ORDINALITY AS page (id, place)
     JOIN inbox_items n ON n.organization_id = $1 AND n.id = page.id
     LEFT JOIN inquiries i ON i.organization_id = n.organization_id AND i.id = n.inquiry_id
     LEFT JOIN inquiry_contents c ON c.organization_id = n.organization_id AND c.inquiry_id = n.inquiry_id
     LEFT JOIN payers y ON y.id = i.payer_id
     LEFT JOIN network_rules w ON w.organization_id = n.organization_id AND w.id = n.rule_id
     LEFT JOIN recheck_rules r ON r.organization_id = n.organization_id AND r.id = n.rule_id
     LEFT JOIN users u ON u.organization_id = n.organization_id AND u.id = n.assignee_id
     LEFT JOIN LATERAL (
       SELECT o.after_id, o.content FROM comparisons o
       WHERE o.organization_id = n.organization_id AND o.inbox_item_id = n.id AND n.codes[1] = ANY (o.codes)
       ORDER BY o.at DESC LIMIT 1) told ON true
     ORDER BY page.place`,
    [tx.organizationId, ids, now],
  );
  return rows.map(({ submission, returned_patient, told_id, content, ...head }) => ({
    ...head,
    patient: head.inquiry_id === null ? null : openIdentity(keys, head.inquiry_id, { submission, returned_patient }),
    words: told_id === null || content === null ? null : wordsOf(openComparison(keys, told_id, content), head.codes),
  }));
}

const wordsOf = ({ changes }: ReturnType<typeof openComparison>, [code]: readonly ChangeCode[]): string | null =>
  changes.find((change) => change.code === code)?.words ?? null;

/** Whether it is there for whoever has that scope. */
export async function isItemVisible(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const parameters = newParameters();
  const condition = `n.id = ${parameters.param(id)} AND ${visible(parameters, scope)}`;
  return (await tx.queryOnce(`SELECT FROM inbox_items n WHERE ${condition}`, parameters.values)).length > 0;
}

/** Locked. Null where there is none, or none that the viewer may see. */
export async function findItem(tx: Tx, keys: OrganizationKeys, scope: Scope, id: string, now: Date): Promise<InboxRecord | null> {
  const parameters = newParameters();
  const condition = `n.id = ${parameters.param(id)} AND ${visible(parameters, scope)}`;
  const found = await tx.queryOnce<{ id: string }>(
    `SELECT n.id FROM inbox_items n WHERE ${condition} FOR NO KEY UPDATE OF n`,
    parameters.values,
  );
  const [item] = await readItems(
    tx,
    keys,
    found.map((row) => row.id),
    now,
  );
  return item ?? null;
}

/** Whether another open one is about the same policy of the same person. */
export async function hasOpenTwin(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(
    'open-twin-of-inbox-item',
    `SELECT FROM inbox_items n
     JOIN inbox_items o ON o.organization_id = n.organization_id AND o.person_id = n.person_id AND o.policy_id = n.policy_id AND o.id <> n.id
     WHERE n.organization_id = $1 AND n.id = $2 AND o.state <> 'done'`,
    [tx.organizationId, id],
  );
  return rows.length > 0;
}

export interface ItemState {
  state: InboxItem['state'];
  snoozedUntil: Date | null;
  resolution: InboxItem['resolution'];
  /** Who closed it; null where it is not done. */
  closedBy: string | null;
  assigneeId: string | null;
}

export async function writeItemState(
  tx: Tx,
  id: string,
  { state, snoozedUntil, resolution, closedBy, assigneeId }: ItemState,
  now: Date,
): Promise<void> {
  await tx.query(
    'write-inbox-item-state',
    `UPDATE inbox_items SET state = $3, snoozed_until = $4, resolution = $5, closed_by = $6, assignee_id = $7, updated_at = $8,
       closed_at = CASE WHEN $3 = 'done' THEN coalesce(closed_at, $8) END
     WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, id, state, snoozedUntil, resolution, closedBy, assigneeId, now],
  );
}

export interface ClosedCount {
  code: ChangeCode;
  closed: number;
  not_useful: number;
}

/** Of the items that people closed since then. */
export async function countClosed(tx: Tx, since: Date): Promise<ClosedCount[]> {
  return await tx.query<ClosedCount & Record<string, unknown>>(
    'count-closed-inbox-items',
    `SELECT code, count(*)::int AS closed, (count(*) FILTER (WHERE n.resolution = 'not_useful'))::int AS not_useful
     FROM inbox_items n CROSS JOIN LATERAL unnest(n.codes) AS code
     WHERE n.organization_id = $1 AND n.state = 'done' AND n.closed_at >= $2 AND n.closed_by IS NOT NULL
     GROUP BY code`,
    [tx.organizationId, since],
  );
}
