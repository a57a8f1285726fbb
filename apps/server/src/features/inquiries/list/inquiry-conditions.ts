/** The WHERE of inquiry lists. Everything a caller sends becomes a parameter, never part of the statement. */
import type { CoverageFilter, InquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { STATES_OF_GROUP } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import { EXPIRY_MS } from '@coverlight/domain/inquiries/inquiry-expiry.ts';
import type { AnySearch } from '@coverlight/domain/inquiries/search-terms.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { SearchTerm } from '#crypto/search-tokens.ts';
import type { Scope } from '#http/viewer.ts';

/** All that are given must hold. */
export interface InquiryFilter {
  /** As on the wire: `complete` leaves out the expired. Absent: every status. */
  statuses?: readonly InquiryStatus[];
  userId?: string;
  providerId?: string;
  isHidden: boolean;
  /** Normalised; none: no search by patient. */
  terms?: readonly SearchTerm[];
  /** Part of the payer's name, the one it answered under if there is one. */
  payerName?: string;
  /** Of any field at once. */
  any?: AnySearch;
  /** Any of them holds. */
  coverage?: readonly CoverageFilter[];
  /** Inclusive. */
  createdFrom?: Date;
  /** Exclusive. */
  createdBefore?: Date;
}

/** What a payer name was found to mean: a small search in plain tables instead of a large one in inquiries. */
export interface PayerMatches {
  payerIds: string[];
  answeredNames: string[];
}

/** Complete inquiries created before it are expired (product.md 4.1). */
export const expiryCutoff = (now: Date): Date => new Date(now.getTime() - EXPIRY_MS);

/** A statement in the making: `param` keeps a value and returns its place. */
export interface Parameters {
  values: unknown[];
  param: (value: unknown) => string;
}

export function newParameters(): Parameters {
  const values: unknown[] = [];
  return { values, param: (value) => `$${values.push(value)}` };
}

export interface ConditionFacts {
  scope: Scope;
  keys: OrganizationKeys;
  filter: InquiryFilter;
  payer: PayerMatches | null;
  /** What a search in all fields was found to mean. */
  words?: readonly FoundWord[];
  now: Date;
}

export interface FoundWord {
  terms: readonly SearchTerm[];
  /** Null: no payer is called so. */
  payer: PayerMatches | null;
}

/** SQL over `inquiries i`. */
export function inquiryCondition(parameters: Parameters, { scope, keys, filter, payer, words = [], now }: ConditionFacts): string {
  const { param } = parameters;
  const organization = param(scope.organizationId);
  const all = [`i.organization_id = ${organization}`, `i.is_hidden = ${param(filter.isHidden)}`];
  if (scope.restricted) all.push(`i.user_id = ${param(scope.userId)}`);
  if (filter.userId !== undefined) all.push(`i.user_id = ${param(filter.userId)}`);
  if (filter.providerId !== undefined) all.push(`i.provider_id = ${param(filter.providerId)}`);
  if (filter.statuses !== undefined) all.push(statusCondition(parameters, filter.statuses, now));
  if (filter.coverage !== undefined) all.push(coverageCondition(parameters, filter.coverage, now));
  if (filter.createdFrom !== undefined) all.push(`i.created_at >= ${param(filter.createdFrom)}`);
  if (filter.createdBefore !== undefined) all.push(`i.created_at < ${param(filter.createdBefore)}`);
  const hitsOf = (terms: readonly SearchTerm[]) =>
    `SELECT inquiry_id FROM inquiry_tokens WHERE organization_id = ${organization} AND token = ANY (${param(terms.flatMap((term) => keys.tokensToFind(term)))}::bytea[])`;
  const hits = [
    ...(filter.terms ?? []).map((term) => hitsOf([term])),
    ...words.flatMap((word) => (word.payer === null ? [hitsOf(word.terms)] : [])),
  ];
  // An array is filled first and then looked up. Left to itself the planner may walk the whole list, asking for each row whether it
  // has the token, which for a rare or unknown name takes a hundred times as long.
  if (hits.length > 0) all.push(`i.id = ANY (ARRAY (${hits.join(' INTERSECT ')}))`);
  for (const word of words) {
    // A set that is looked into for each row: an array would be walked for each.
    if (word.payer !== null) all.push(`(i.id IN (${hitsOf(word.terms)}) OR ${payerCondition(parameters, word.payer)})`);
  }
  if (payer !== null) all.push(payerCondition(parameters, payer));
  return all.join(' AND ');
}

/** The name it answered under hides the chosen payer's. */
function payerCondition({ param }: Parameters, { answeredNames, payerIds }: PayerMatches): string {
  const [names, ids] = [param(answeredNames), param(payerIds)];
  return `(i.payer_name_override = ANY (${names}::text[]) OR (i.payer_name_override IS NULL AND i.payer_id = ANY (${ids}::text[])))`;
}

/** As `seenGroup` of the domain, and the marks. An answer whose person is in doubt has no status, however old it is. */
function coverageCondition({ param }: Parameters, wanted: readonly CoverageFilter[], now: Date): string {
  const one = (filter: CoverageFilter): string => {
    if (filter === 'different-person') return MAY_BE_SOMEBODY_ELSE;
    if (filter === 'out-of-date') return `NOT (${MAY_BE_SOMEBODY_ELSE}) AND i.created_at < ${param(expiryCutoff(now))}`;
    if (filter === 'handled-elsewhere') return 'i.is_handled_elsewhere';
    if (filter === 'other-payer-first') return 'i.is_other_payer_first';
    const states = `i.plan_state = ANY (${param(STATES_OF_GROUP[filter])}::text[])`;
    const isCurrent = `NOT (${MAY_BE_SOMEBODY_ELSE}) AND i.created_at >= ${param(expiryCutoff(now))}`;
    return `${isCurrent} AND ${filter === 'no-status' ? `(${states} OR i.plan_state IS NULL)` : states}`;
  };
  return `i.status = 'complete' AND i.has_coverage AND (${wanted.map((filter) => `(${one(filter)})`).join(' OR ')})`;
}

/** `expired` is not stored: it is what is left of `complete` when the answer is missing or old. */
export function statusCondition({ param }: Parameters, statuses: readonly InquiryStatus[], now: Date): string {
  const complete = statuses.includes('complete');
  const expired = statuses.includes('expired');
  const stored = statuses.filter((status) => status !== 'expired' && (status !== 'complete' || expired));
  const plain = () => `i.status = ANY (${param(stored)}::text[])`;
  if (complete === expired) return plain();
  const cutoff = param(expiryCutoff(now));
  const wanted = complete
    ? `i.status = 'complete' AND i.has_coverage AND i.created_at >= ${cutoff}`
    : `i.status = 'complete' AND (NOT i.has_coverage OR i.created_at < ${cutoff})`;
  return stored.length === 0 ? wanted : `(${plain()} OR (${wanted}))`;
}

/** The status that is shown. `cutoff` is the place of a parameter. */
export const shownStatus = (cutoff: string): string =>
  `CASE WHEN i.status = 'complete' AND (NOT i.has_coverage OR i.created_at < ${cutoff}) THEN 'expired' ELSE i.status END`;

/** Name and birth date of the returned person differ, and nobody confirmed that it is the patient. */
export const MAY_BE_SOMEBODY_ELSE = 'i.is_person_in_doubt AND i.person_confirmed_at IS NULL';

/**
 * A column of the inquiry `i`: what is new since the answer before it, as JSON; null where nothing was compared. `own`: the place of a restricted
 * user's id, who learns nothing of an answer that is not its own (product.md 18.4).
 */
export const changesColumn = (own: string | null): string => `(
  SELECT jsonb_build_object('gravest', d.gravest, 'codes', d.codes) FROM comparisons d
  WHERE d.organization_id = i.organization_id AND d.after_id = i.id AND NOT (${MAY_BE_SOMEBODY_ELSE})${
    own === null
      ? ''
      : `
    AND EXISTS (SELECT FROM inquiries b WHERE b.organization_id = d.organization_id AND b.id = d.before_id AND b.user_id = ${own})`
  }
) AS changes`;
