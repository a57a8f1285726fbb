/** What is new in an answer, for paper: with the payer's own words of both answers (product.md 7.6). */
import { quotesOf } from '@coverlight/domain/changes/quoted-lines.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { PrintedChanges } from '#features/inquiries/pdf/inquiry-pdf-changes.ts';
import type { Scope } from '#http/viewer.ts';
import { readCoverages } from './answers.repository.ts';
import { readChanges } from './read-changes.ts';

/** Null where there is nothing to compare with that the viewer may see. */
export async function readPrintedChanges(tx: Tx, keys: OrganizationKeys, scope: Scope, inquiryId: string): Promise<PrintedChanges | null> {
  const { before, changes, not_comparable: notComparable } = await readChanges(tx, keys, scope, inquiryId);
  if (before === null) return null;
  const coverages = await readCoverages(tx, keys, [before.inquiry_id, inquiryId]);
  const quotes = (id: string, lineIds: readonly string[]) => {
    const coverage = coverages.get(id);
    return coverage === undefined ? [] : quotesOf(coverage, lineIds);
  };
  return {
    since: before.answered_at,
    changes: changes.map((change) => ({
      ...change,
      quotes: { before: quotes(before.inquiry_id, change.before_line_ids), after: quotes(inquiryId, change.after_line_ids) },
    })),
    notComparable,
  };
}
