/** What is new in an answer since the one before it, as one viewer may see it: as it is stored, else compared now (product.md 18.4). */
import type { ReplyInput } from '@coverlight/contract/endpoint.ts';
import type { personsContract } from '@coverlight/contract/persons/persons.contract.ts';
import { compareCodes, gravest, RULES_VERSION } from '@coverlight/domain/changes/change-codes.ts';
import { policiesOf } from '@coverlight/domain/changes/policies.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { readInboxSettings } from './inbox-settings.repository.ts';
import type { Scope } from '#http/viewer.ts';
import { findPersonOf, listAnswersOf } from './answers.repository.ts';
import { comparePair, pairsOf } from './compare-pair.ts';
import { findComparison } from './comparisons.repository.ts';

export type Changes = ReplyInput<typeof personsContract.changes, 200>;

const NOTHING: Changes = { before: null, not_comparable: [], changes: [], gravest: null };

/** Of an inquiry in the scope. Nothing where it has no answer, none before it, or one before it that is not in the scope. */
export async function readChanges(tx: Tx, keys: OrganizationKeys, scope: Scope, inquiryId: string): Promise<Changes> {
  const personId = await findPersonOf(tx, inquiryId);
  if (personId === null) return NOTHING;
  const policies = policiesOf(await listAnswersOf(tx, keys, personId));
  const pair = policies.flatMap((policy) => pairsOf(policy)).find(({ after }) => after.id === inquiryId);
  if (pair === undefined || (scope.restricted && pair.before.user_id !== scope.userId)) return NOTHING;
  const { before } = pair;
  const stored = await findComparison(tx, keys, { afterId: inquiryId, beforeId: before.id, rulesVersion: RULES_VERSION });
  const content = stored ?? (await comparePair(tx, keys, pair, (await readInboxSettings(tx)).ends_soon_days));
  if (content === null) return NOTHING;
  return {
    before: { inquiry_id: before.id, answered_at: before.answered_at.toISOString(), source: before.source },
    ...content,
    changes: content.changes.toSorted((a, b) => compareCodes(a.code, b.code)),
    gravest: gravest(content.changes.map(({ code }) => code)),
  };
}
