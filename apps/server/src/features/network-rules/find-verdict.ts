/** What a practice's rules say of one answer; whichever decided is remembered as used. */
import type { NetworkVerdict } from '@coverlight/contract/cases/network-rule.schema.ts';
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import { decidingRule, ruleBook, verdictOf } from '@coverlight/domain/network-rules/match-rules.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { InquiryRecord } from '#features/inquiries/inquiries.repository.ts';
import { findPayer } from '#features/payers/payers.repository.ts';
import { listNetworkRules, rememberFit } from './network-rules.repository.ts';
import { ruleSubject } from './rule-subject.ts';

export interface VerdictRequest {
  inquiry: InquiryRecord;
  providerId: string;
  levels: readonly CareLevelKey[];
  now: Date;
}

export async function findVerdict(
  tx: Tx,
  keys: OrganizationKeys,
  { inquiry, providerId, levels, now }: VerdictRequest,
): Promise<NetworkVerdict> {
  const rules = await listNetworkRules(tx, keys);
  if (rules.length === 0) return verdictOf(null);
  const payer = await findPayer(tx, inquiry.payer_id);
  const payerIds = [inquiry.payer_id, payer?.id ?? null, payer?.payer_group_id ?? null];
  const rule = decidingRule(ruleBook(rules), ruleSubject({ ...inquiry, payerIds, providerId, levels }));
  if (rule !== null) await rememberFit(tx, keys.organizationId, rule.id, now);
  return verdictOf(rule);
}
