/** What came of one exchange, as the row of what was asked keeps it. */
import { isLost, isPayerSilent } from '@coverlight/domain/inquiries/next-ask.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { AskOutcome } from '#ports/clearinghouse.ts';
import type { AskResult, AskRow } from './asks.repository.ts';

/** What came back for one part, as kept until the inquiry has ended. */
export type KeptAnswer = Extract<AskOutcome, { kind: 'answered' | 'rejected' | 'refused' }>;

export type Came =
  | AskOutcome
  /** The clearinghouse knows nothing of it, so many times in a row. */
  | { kind: 'missed'; misses: number }
  | { kind: 'failed-look'; row: AskRow; reason: string; retryAfterSeconds?: number };

export function keep(outcome: Came): Omit<AskResult, 'answer'> & { kept: KeptAnswer | null } {
  switch (outcome.kind) {
    case 'answered':
      return { outcome: 'answered', requestId: outcome.requestId, reason: null, kept: outcome };
    case 'rejected':
      // "Cannot respond now" is the payer's silence in the form of a refusal: it is asked again, and elsewhere.
      return isPayerSilent(outcome.errors)
        ? { outcome: 'no-answer', requestId: outcome.requestId, reason: 'payer does not respond', kept: null }
        : { outcome: 'rejected', requestId: outcome.requestId, reason: null, kept: outcome };
    case 'refused':
      return { outcome: 'refused', requestId: null, reason: null, kept: outcome };
    case 'pending':
      return { outcome: 'pending', requestId: outcome.requestId, reason: null, kept: null };
    case 'no-answer':
      return { outcome: 'no-answer', requestId: outcome.requestId, reason: outcome.reason, kept: null };
    case 'uncertain':
    case 'unreachable':
    case 'unavailable':
      return {
        outcome: outcome.kind,
        requestId: null,
        reason: outcome.reason,
        ...('retryAfterSeconds' in outcome ? { retryAfterSeconds: outcome.retryAfterSeconds } : {}),
        kept: null,
      };
    case 'missed': {
      const { misses } = outcome;
      return { outcome: isLost(misses) ? 'lost' : 'uncertain', requestId: null, reason: 'no trace of the question', misses, kept: null };
    }
    case 'failed-look': {
      const { row, reason, retryAfterSeconds } = outcome;
      const stays = row.outcome === 'sent' ? 'uncertain' : row.outcome;
      return {
        outcome: stays,
        requestId: null,
        reason,
        misses: row.misses,
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
        kept: null,
      };
    }
  }
}

/** The answer kept in a row of what was asked: written by `sealAnswer` above, under authenticated encryption. */
export const openAnswer = (keys: OrganizationKeys, inquiryId: string, row: AskRow & { answer: Buffer }): KeptAnswer =>
  keys.decryptJson({ table: 'inquiry_asks', row: `${inquiryId}.${row.part}.${row.number}`, column: 'answer' }, row.answer) as KeptAnswer;
