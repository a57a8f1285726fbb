/** The WHERE of inquiry lists. Everything a caller sends becomes a parameter, never part of the statement. */
import type { InquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { EXPIRY_MS } from '@coverlight/domain/inquiries/inquiry-expiry.ts';
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

export interface Condition {
  /** Over `inquiries i`. */
  sql: string;
  /** Names the shape, so that it can be prepared; null where there are too many shapes to keep. */
  shape: string | null;
}

export interface ConditionFacts {
  scope: Scope;
  keys: OrganizationKeys;
  filter: InquiryFilter;
  payer: PayerMatches | null;
  now: Date;
}

export function inquiryCondition({ values, param }: Parameters, { scope, keys, filter, payer, now }: ConditionFacts): Condition {
  const organization = param(scope.organizationId);
  const all = [`i.organization_id = ${organization}`, `i.is_hidden = ${param(filter.isHidden)}`];
  const shape = ['all'];
  const add = (name: string, sql: string) => {
    shape.push(name);
    all.push(sql);
  };

  if (scope.restricted) add('own', `i.user_id = ${param(scope.userId)}`);
  if (filter.userId !== undefined) add('user', `i.user_id = ${param(filter.userId)}`);
  if (filter.providerId !== undefined) add('provider', `i.provider_id = ${param(filter.providerId)}`);
  if (filter.statuses !== undefined) {
    const status = statusCondition({ values, param }, filter.statuses, now);
    add(status.name, status.sql);
  }
  if (filter.terms !== undefined && filter.terms.length > 0) {
    const hits = filter.terms.map(
      (term) =>
        `SELECT inquiry_id FROM inquiry_tokens WHERE organization_id = ${organization} AND token = ANY (${param(keys.tokensToFind(term))}::bytea[])`,
    );
    // An array is filled first and then looked up. Left to itself the planner may walk the whole list, asking for each row whether it
    // has the token, which for a rare or unknown name takes a hundred times as long.
    add('terms', `i.id = ANY (ARRAY (${hits.join(' INTERSECT ')}))`);
  }
  if (payer !== null) {
    const [names, ids] = [param(payer.answeredNames), param(payer.payerIds)];
    // The name it answered under hides the chosen payer's.
    add(
      'payer',
      `(i.payer_name_override = ANY (${names}::text[]) OR (i.payer_name_override IS NULL AND i.payer_id = ANY (${ids}::text[])))`,
    );
  }
  const isCommon = (filter.terms ?? []).length === 0 && payer === null;
  return { sql: all.join(' AND '), shape: isCommon ? shape.join('-') : null };
}

/**
 * `expired` is not stored: it is what is left of `complete` when the answer is missing or old. What holds for all wanted rows is said
 * for all of them, so that an index of fewer rows, or fewer of its rows, can serve.
 */
export function statusCondition({ param }: Parameters, statuses: readonly InquiryStatus[], now: Date): { name: string; sql: string } {
  const complete = statuses.includes('complete');
  const expired = statuses.includes('expired');
  const stored = statuses.filter((status) => status !== 'expired' && (status !== 'complete' || expired));
  const plain = () => `i.status = ANY (${param(stored)}::text[])`;
  if (!complete && !expired) return { name: 'uncommon', sql: `i.status <> 'complete' AND ${plain()}` };
  if (complete && expired) return { name: 'status', sql: plain() };
  const cutoff = param(expiryCutoff(now));
  const [name, wanted] = complete
    ? ['fresh', `i.status = 'complete' AND i.has_coverage AND i.created_at >= ${cutoff}`]
    : ['expired', `i.status = 'complete' AND (NOT i.has_coverage OR i.created_at < ${cutoff})`];
  return stored.length === 0 ? { name: `${name}-only`, sql: wanted } : { name, sql: `(${plain()} OR (${wanted}))` };
}

/** The status that is shown. `cutoff` is the place of a parameter. */
export const shownStatus = (cutoff: string): string =>
  `CASE WHEN i.status = 'complete' AND (NOT i.has_coverage OR i.created_at < ${cutoff}) THEN 'expired' ELSE i.status END`;

/** Name and birth date of the returned person differ, and nobody confirmed that it is the patient. */
export const MAY_BE_SOMEBODY_ELSE = 'i.is_person_in_doubt AND i.person_confirmed_at IS NULL';
