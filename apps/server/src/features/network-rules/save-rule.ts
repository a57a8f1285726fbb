/** Writing network rules, and trying one out before it is written (product.md 20.5). */
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import type { NewNetworkRule } from '@coverlight/contract/cases/network-rule.schema.ts';
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { previewRule, type RulePreview, type RuleTerms } from '@coverlight/domain/network-rules/match-rules.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { openContent } from '#features/inquiries/inquiry-contents.ts';
import { findPayer } from '#features/payers/payers.repository.ts';
import { findProvider } from '#features/providers/providers.repository.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import {
  findNetworkRule,
  insertNetworkRule,
  listAnswersSince,
  listNetworkRules,
  lockNetworkRules,
  replaceNetworkRule,
  type NetworkRuleRecord,
} from './network-rules.repository.ts';
import { ruleSubject } from './rule-subject.ts';
import { tellRules } from './watch-rules.ts';

const TRIED_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Answers that a new rule is tried out against, the newest: opening more would hold the thread. */
const MOST_TRIED = 2000;
const MOST_RULES = 2000;

const EMPTY = {
  payer_id: null,
  provider_id: null,
  levels: [],
  plan_words: [],
  network_words: [],
  insurance_types: [],
  states: [],
  group_numbers: [],
  prefixes: [],
  from: null,
  to: null,
  note: null,
};

type Input = { [K in keyof NewNetworkRule]?: NewNetworkRule[K] | undefined };

const given = (input: Input): Partial<RuleTerms> => Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

export const termsOf = (id: string, rule: NewNetworkRule, order: number): RuleTerms =>
  ({ ...EMPTY, order, ...given(rule), id }) as RuleTerms;

/** 422 by field where it refers to what is not there, or ends before it begins. */
export async function checkRule(tx: Tx, viewer: Viewer, rule: RuleTerms): Promise<void> {
  const errors: FieldErrors = {};
  if (rule.payer_id !== null) {
    const payer = await findPayer(tx, rule.payer_id);
    if (payer === null || payer.deleted_at !== null) errors.payer_id = ['Please choose a payer.'];
  }
  if (rule.provider_id !== null && (await findProvider(tx, scopeOf(viewer), rule.provider_id)) === null)
    errors.provider_id = ['Please choose a provider.'];
  if (rule.from !== null && rule.to !== null && rule.from > rule.to) errors.to = ['This day lies before the first one.'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

export const nextOrder = (rules: readonly { order: number }[]): number => Math.max(0, ...rules.map(({ order }) => order)) + 1;

export function refuseTooMany(count: number): void {
  if (count > MOST_RULES) throw conflict(`An organization has at most ${MOST_RULES.toLocaleString('en-US')} rules.`);
}

interface Save {
  viewer: Viewer;
  actor: Actor;
}

export async function createRule(deps: Deps, { viewer, actor, rule }: Save & { rule: NewNetworkRule }): Promise<NetworkRuleRecord> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const now = deps.clock();
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    await lockNetworkRules(tx, viewer.organizationId);
    const rules = await listNetworkRules(tx, keys);
    const terms = termsOf(deps.newId(), rule, nextOrder(rules));
    await checkRule(tx, viewer, terms);
    refuseTooMany(rules.length + 1);
    await insertNetworkRule(tx, keys, terms, now);
    await recordAudit(tx, actor, now, { action: 'network-rule.create', objectType: 'network-rule', objectIds: [terms.id] });
    await tellRules(deps, tx, keys);
    return await saved(tx, keys, terms.id);
  });
}

export async function updateRule(
  deps: Deps,
  { viewer, actor, id, change, version }: Save & { id: string; change: Input; version: number | undefined },
): Promise<NetworkRuleRecord> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const now = deps.clock();
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    await lockNetworkRules(tx, viewer.organizationId);
    const known = await findNetworkRule(tx, keys, id);
    if (known === null) throw notFound();
    const terms: RuleTerms = { ...known, ...given(change), id };
    await checkRule(tx, viewer, terms);
    if (version !== undefined && version !== known.version) throw conflict('Somebody has changed this rule since. Please load it again.');
    await replaceNetworkRule(tx, keys, terms, now);
    await recordAudit(tx, actor, now, {
      action: 'network-rule.update',
      objectType: 'network-rule',
      objectIds: [id],
      changedFields: Object.keys(given(change)),
    });
    await tellRules(deps, tx, keys);
    return await saved(tx, keys, id);
  });
}

async function saved(tx: Tx, keys: OrganizationKeys, id: string): Promise<NetworkRuleRecord> {
  const rule = await findNetworkRule(tx, keys, id);
  if (rule === null) throw new Error('the rule was not stored');
  return rule;
}

/** Against the answers of the last 90 days. Stores nothing. */
export async function tryRule(
  deps: Deps,
  { viewer, rule, replaces }: { viewer: Viewer; rule: NewNetworkRule; replaces: string | null },
): Promise<RulePreview> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const since = new Date(deps.clock().getTime() - TRIED_DAYS * DAY_MS);
  const { rules, answers } = await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const all = await listNetworkRules(tx, keys);
    await checkRule(tx, viewer, termsOf('', rule, 1));
    if (replaces !== null && !all.some(({ id }) => id === replaces)) throw invalid({ replaces: ['This rule is not there.'] });
    return { rules: all, answers: await listAnswersSince(tx, viewer.organizationId, since, MOST_TRIED) };
  });
  const subjects = answers.flatMap((answer) => {
    const submission = openContent(keys, answer.id, 'submission', answer.submission);
    const coverage: Coverage | null = openContent(keys, answer.id, 'coverage', answer.coverage);
    if (submission === null) return [];
    const payerIds = [answer.payer_id, answer.payer_group_id, answer.parent_id];
    return [
      ruleSubject({ ...answer, payerIds, providerId: answer.provider_id, levels: submission.careLevels ?? [], submission, coverage }),
    ];
  });
  const own = rules.find(({ id }) => id === replaces)?.order;
  return previewRule(rules, termsOf('new', rule, own ?? nextOrder(rules)), { replaces, subjects });
}
