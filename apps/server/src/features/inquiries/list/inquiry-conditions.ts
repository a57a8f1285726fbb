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

export interface ConditionFacts {
  scope: Scope;
  keys: OrganizationKeys;
  filter: InquiryFilter;
  payer: PayerMatches | null;
  now: Date;
}

/** SQL over `inquiries i`. */
export function inquiryCondition(parameters: Parameters, { scope, keys, filter, payer, now }: ConditionFacts): string {
  const { param } = parameters;
  const organization = param(scope.organizationId);
  const all = [`i.organization_id = ${organization}`, `i.is_hidden = ${param(filter.isHidden)}`];
  if (scope.restricted) all.push(`i.user_id = ${param(scope.userId)}`);
  if (filter.userId !== undefined) all.push(`i.user_id = ${param(filter.userId)}`);
  if (filter.providerId !== undefined) all.push(`i.provider_id = ${param(filter.providerId)}`);
  if (filter.statuses !== undefined) all.push(statusCondition(parameters, filter.statuses, now));
  if (filter.terms !== undefined && filter.terms.length > 0) {
    const hits = filter.terms.map(
      (term) =>
        `SELECT inquiry_id FROM inquiry_tokens WHERE organization_id = ${organization} AND token = ANY (${param(keys.tokensToFind(term))}::bytea[])`,
    );
    // An array is filled first and then looked up. Left to itself the planner may walk the whole list, asking for each row whether it
    // has the token, which for a rare or unknown name takes a hundred times as long.
    all.push(`i.id = ANY (ARRAY (${hits.join(' INTERSECT ')}))`);
  }
  if (payer !== null) {
    const [names, ids] = [param(payer.answeredNames), param(payer.payerIds)];
    // The name it answered under hides the chosen payer's.
    all.push(`(i.payer_name_override = ANY (${names}::text[]) OR (i.payer_name_override IS NULL AND i.payer_id = ANY (${ids}::text[])))`);
  }
  return all.join(' AND ');
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
