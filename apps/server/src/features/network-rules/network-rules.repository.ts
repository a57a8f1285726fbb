/** Rules of a practice about networks, in their order. */
import type { NetworkRule, RuleSource, Verdict } from '@coverlight/contract/cases/network-rule.schema.ts';
import type { RuleTerms } from '@coverlight/domain/network-rules/match-rules.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';

const noteAt = (id: string) => ({ table: 'network_rules', row: id, column: 'note' });

type Lists = Pick<NetworkRule, 'levels' | 'plan_words' | 'network_words' | 'insurance_types' | 'states' | 'group_numbers' | 'prefixes'>;

export interface NetworkRuleRecord extends RuleTerms {
  payer_name: string | null;
  provider_name: string | null;
  last_fit_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: number;
}

interface Stored {
  id: string;
  position: number;
  payer_id: string | null;
  payer_name: string | null;
  provider_id: string | null;
  provider_name: string | null;
  terms: Lists;
  verdict: Verdict;
  source: RuleSource;
  valid_from: string | null;
  valid_to: string | null;
  note: Buffer | null;
  last_fit_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: number;
}

function open(keys: OrganizationKeys, { position, terms, valid_from: from, valid_to: to, note, ...row }: Stored): NetworkRuleRecord {
  return { ...row, ...terms, order: position, from, to, note: note === null ? null : keys.decryptText(noteAt(row.id), note) };
}

/** All of them: a practice has some hundred. The first that fits decides. */
export async function listNetworkRules(tx: Tx, keys: OrganizationKeys): Promise<NetworkRuleRecord[]> {
  const rows = await tx.query<Stored & Record<string, unknown>>(
    'list-network-rules',
    `SELECT r.id, r.position, r.payer_id, y.name AS payer_name, r.provider_id, p.name AS provider_name, r.terms, r.verdict, r.source, r.valid_from,
       r.valid_to, r.note, r.last_fit_at, r.created_at, r.updated_at, r.version
     FROM network_rules r LEFT JOIN payers y ON y.id = r.payer_id
     LEFT JOIN providers p ON p.organization_id = r.organization_id AND p.id = r.provider_id
     WHERE r.organization_id = $1 ORDER BY r.position, r.id`,
    [keys.organizationId],
  );
  return rows.map((row) => open(keys, row));
}

export async function findNetworkRule(tx: Tx, keys: OrganizationKeys, id: string): Promise<NetworkRuleRecord | null> {
  return (await listNetworkRules(tx, keys)).find((rule) => rule.id === id) ?? null;
}

/** So that two changes at once do not both read what neither leaves. */
export async function lockNetworkRules(tx: Tx, organizationId: string): Promise<void> {
  await tx.queryOnce(`SELECT pg_advisory_xact_lock(hashtext('network-rules'), hashtext($1))`, [organizationId]);
}

const values = (keys: OrganizationKeys, { id, order, payer_id, provider_id, verdict, source, from, to, note, ...rule }: RuleTerms) => [
  keys.organizationId,
  id,
  order,
  payer_id,
  provider_id,
  JSON.stringify({
    levels: rule.levels,
    plan_words: rule.plan_words,
    network_words: rule.network_words,
    insurance_types: rule.insurance_types,
    states: rule.states,
    group_numbers: rule.group_numbers,
    prefixes: rule.prefixes,
  } satisfies Lists),
  verdict,
  source,
  from,
  to,
  note === null || note === '' ? null : keys.encryptText(noteAt(id), note),
];

export async function insertNetworkRule(tx: Tx, keys: OrganizationKeys, rule: RuleTerms, now: Date): Promise<void> {
  await tx.query(
    'insert-network-rule',
    `INSERT INTO network_rules (organization_id, id, position, payer_id, provider_id, terms, verdict, source, valid_from, valid_to, note, created_at,
       updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
    [...values(keys, rule), now],
  );
}

export async function replaceNetworkRule(tx: Tx, keys: OrganizationKeys, rule: RuleTerms, now: Date): Promise<void> {
  await tx.query(
    'replace-network-rule',
    `UPDATE network_rules SET position = $3, payer_id = $4, provider_id = $5, terms = $6, verdict = $7, source = $8, valid_from = $9, valid_to = $10,
       note = $11, updated_at = $12, version = version + 1
     WHERE organization_id = $1 AND id = $2`,
    [...values(keys, rule), now],
  );
}

/** False where there is none. */
export async function deleteNetworkRule(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const rows = await tx.query('delete-network-rule', 'DELETE FROM network_rules WHERE organization_id = $1 AND id = $2 RETURNING id', [
    organizationId,
    id,
  ]);
  return rows.length > 0;
}

/** To the day: what decides often is not written often. */
export async function rememberFit(tx: Tx, organizationId: string, id: string, now: Date): Promise<void> {
  await tx.query(
    'remember-rule-fit',
    `UPDATE network_rules SET last_fit_at = $3
     WHERE organization_id = $1 AND id = $2 AND (last_fit_at IS NULL OR last_fit_at < $3::timestamptz - interval '1 day')`,
    [organizationId, id, now],
  );
}

/** Answers of complete inquiries of so many days, newest first: what a new rule is tried out against. */
export async function listAnswersSince(tx: Tx, organizationId: string, since: Date, limit: number): Promise<AnswerToTry[]> {
  return await tx.query<AnswerToTry & Record<string, unknown>>(
    'list-answers-to-try',
    `SELECT i.id, i.payer_id, y.payer_group_id, y.parent_id, i.provider_id, i.as_of_date, i.created_at, c.submission, c.coverage
     FROM inquiries i JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
     JOIN payers y ON y.id = i.payer_id
     WHERE i.organization_id = $1 AND NOT i.is_hidden AND i.created_at >= $2 AND i.status = 'complete' AND i.has_coverage
     ORDER BY i.created_at DESC, i.id DESC LIMIT $3`,
    [organizationId, since, limit],
  );
}

export interface AnswerToTry {
  id: string;
  payer_id: string;
  payer_group_id: string | null;
  parent_id: string | null;
  provider_id: string;
  as_of_date: string | null;
  created_at: Date;
  submission: Buffer;
  coverage: Buffer;
}
