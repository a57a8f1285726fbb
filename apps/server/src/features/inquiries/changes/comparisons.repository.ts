/** What was found to be new in an answer since the one before it: one row for each answer that has one before it (product.md 18.4). */
import type { PersonEvent } from '@coverlight/contract/persons/persons.contract.ts';
import type { Change, ChangeCode, Gravity, NotComparable } from '@coverlight/contract/persons/changes.schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { MAY_BE_SOMEBODY_ELSE } from '#features/inquiries/list/inquiry-conditions.ts';
import type { Scope } from '#http/viewer.ts';

/** What is said of it in words; ciphertext in the database. */
export interface ComparisonContent {
  changes: Change[];
  not_comparable: NotComparable[];
}

export interface StoredComparison {
  id: string;
  after_id: string;
  before_id: string;
  person_id: string;
  policy_id: string;
  rules_version: number;
  codes: ChangeCode[];
  /** Where its changes were told in the inbox; null: nowhere. */
  inbox_item_id: string | null;
}

const contentAt = (afterId: string) => ({ table: 'comparisons', row: afterId, column: 'content' });

export const openComparison = (keys: OrganizationKeys, afterId: string, content: Buffer): ComparisonContent =>
  // Authenticated: these are the bytes that writeComparison wrote for this very row.
  keys.decryptJson(contentAt(afterId), content) as ComparisonContent;

/** Of the person, and of the answers given whoever they belonged to. */
export async function listComparisons(tx: Tx, personId: string, afterIds: readonly string[]): Promise<StoredComparison[]> {
  return await tx.query<StoredComparison & Record<string, unknown>>(
    'comparisons-of-person',
    `SELECT id, after_id, before_id, person_id, policy_id, rules_version, codes, inbox_item_id FROM comparisons
     WHERE organization_id = $1 AND (person_id = $2 OR after_id = ANY ($3)) ORDER BY at, after_id`,
    [tx.organizationId, personId, afterIds],
  );
}

export interface NewComparison {
  /** Of a row that is there already it stays what it was. */
  id: string;
  afterId: string;
  beforeId: string;
  personId: string;
  policyId: string;
  /** When the later one of the two answers came. */
  answeredAt: Date;
  rulesVersion: number;
  codes: readonly ChangeCode[];
  /** Null: nothing changed. */
  gravest: Gravity | null;
  content: ComparisonContent;
}

/** Where it was told in the inbox stays. */
export async function writeComparison(tx: Tx, keys: OrganizationKeys, comparison: NewComparison): Promise<void> {
  const { afterId } = comparison;
  await tx.query(
    'write-comparison',
    `INSERT INTO comparisons (organization_id, id, after_id, before_id, person_id, policy_id, at, rules_version, codes, gravest, content)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (organization_id, after_id) DO UPDATE SET before_id = excluded.before_id, person_id = excluded.person_id,
       policy_id = excluded.policy_id, at = excluded.at, rules_version = excluded.rules_version, codes = excluded.codes,
       gravest = excluded.gravest, content = excluded.content`,
    [
      tx.organizationId,
      comparison.id,
      afterId,
      comparison.beforeId,
      comparison.personId,
      comparison.policyId,
      comparison.answeredAt,
      comparison.rulesVersion,
      comparison.codes,
      comparison.gravest,
      keys.encryptJson(contentAt(afterId), comparison.content),
    ],
  );
}

/** Of the same two answers, which now belong to another person or policy. */
export async function moveComparison(tx: Tx, afterId: string, to: { personId: string; policyId: string }): Promise<void> {
  await tx.query('move-comparison', 'UPDATE comparisons SET person_id = $3, policy_id = $4 WHERE organization_id = $1 AND after_id = $2', [
    tx.organizationId,
    afterId,
    to.personId,
    to.policyId,
  ]);
}

/** Which item of the inbox tells of them; null: none. */
export async function pointToItem(tx: Tx, afterIds: readonly string[], itemId: string | null): Promise<void> {
  await tx.query(
    'point-to-item',
    'UPDATE comparisons SET inbox_item_id = $3 WHERE organization_id = $1 AND after_id = ANY ($2) AND inbox_item_id IS DISTINCT FROM $3',
    [tx.organizationId, afterIds, itemId],
  );
}

/** Of answers that have none before them any more. */
export async function deleteComparisons(tx: Tx, afterIds: readonly string[]): Promise<void> {
  await tx.query('delete-comparisons', 'DELETE FROM comparisons WHERE organization_id = $1 AND after_id = ANY ($2)', [
    tx.organizationId,
    afterIds,
  ]);
}

/** What was stored for an answer; null where nothing was, or by other rules, or with another answer before it. */
export async function findComparison(
  tx: Tx,
  keys: OrganizationKeys,
  { afterId, beforeId, rulesVersion }: { afterId: string; beforeId: string; rulesVersion: number },
): Promise<ComparisonContent | null> {
  const [row] = await tx.query<{ content: Buffer }>(
    'find-comparison',
    `SELECT c.content FROM comparisons c
     WHERE c.organization_id = $1 AND c.after_id = $2 AND c.before_id = $3 AND c.rules_version = $4
       AND NOT EXISTS (
         SELECT FROM answers_to_compare m WHERE m.organization_id = c.organization_id AND m.inquiry_id IN (c.after_id, c.before_id))`,
    [tx.organizationId, afterId, beforeId, rulesVersion],
  );
  return row === undefined ? null : openComparison(keys, afterId, row.content);
}

/** As events of a person's timeline, newest first, with all of the moment of the last one: of a restricted user those between answers of its own. */
export async function listComparisonsOf(
  tx: Tx,
  keys: OrganizationKeys,
  scope: Scope,
  { personId, before, limit }: { personId: string; before: Date | null; limit: number },
): Promise<PersonEvent[]> {
  const rows = await tx.query<{ after_id: string; before_id: string; at: Date; codes: ChangeCode[]; content: Buffer }>(
    'changes-of-person',
    `SELECT c.after_id, c.before_id, c.at, c.codes, c.content FROM comparisons c
     WHERE c.organization_id = $1 AND c.person_id = $2 AND c.gravest IS NOT NULL AND ($3::timestamptz IS NULL OR c.at < $3)
       AND NOT EXISTS (
         SELECT FROM inquiries i
         WHERE i.organization_id = c.organization_id AND i.id IN (c.after_id, c.before_id)
           AND (i.is_hidden OR (${MAY_BE_SOMEBODY_ELSE}) OR (NOT $4 AND i.user_id <> $5)))
     ORDER BY c.at DESC FETCH FIRST $6 ROWS WITH TIES`,
    [scope.organizationId, personId, before, !scope.restricted, scope.userId, limit],
  );
  return rows.map(({ after_id, before_id, at, codes, content }) => ({
    at: at.toISOString(),
    kind: 'change',
    inquiry_id: after_id,
    case_id: null,
    before_id,
    move_id: null,
    codes,
    words: openComparison(keys, after_id, content).changes[0]?.words ?? '',
  }));
}
