/** What past claims tell of the next one of a case's payer and level (product.md 20.6). */
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { Range } from '@coverlight/contract/cases/estimate.schema.ts';
import { backTestOwn, ownAt, type OwnClaim } from '@coverlight/domain/estimates/own-claims.ts';
import { ENOUGH, FEW, heldShare, spanFor } from '@coverlight/domain/estimates/range.ts';
import { readMoney } from '@coverlight/domain/inquiries/coverage/decimal.ts';
import { comparedKeys } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { CaseBook } from '#features/cases/case-book.ts';
import { comparedOf } from '#features/reimbursements/find-reimbursements.ts';
import { isLocalAllowable } from '#features/reimbursements/reimbursements.repository.ts';
import { findUploadedNumbers, listClaimsOfLevel } from './claims/estimate-claims.repository.ts';
import { findBackTest, findClaimRange, type ClaimRange } from './ranges.repository.ts';

/** Whoever administers the level, where that answered; else the main payer. */
export function payerOfLevel(book: CaseBook, level: CareLevelKey | null) {
  const by = book.cells.find((cell) => cell.level === level && cell.fact === 'covered' && cell.inquiry_id !== null)?.inquiry_id;
  return book.inquiries.find(({ record }) => record.id === by) ?? book.main;
}

/** "62.5000" as it is stored, "62.50" as it is told. */
const percent = (value: string) => readMoney(value.replace(/0{1,2}$/, '')) ?? value;

/** A practice has some hundred of a payer and level; beyond so many the oldest tell nothing any more. */
const MOST_OWN = 5000;

/** Those that an upload of past claims holds, too, count there. */
async function ownClaimsOf(tx: Tx, keys: OrganizationKeys, asked: { payerId: string; level: CareLevelKey }): Promise<OwnClaim[]> {
  const stored = await listClaimsOfLevel(tx, keys, { ...asked, limit: MOST_OWN });
  const uploaded = await findUploadedNumbers(
    tx,
    asked.payerId,
    stored.flatMap(({ content }) => content.numbers),
  );
  return stored.flatMap(({ content, addedAt }) =>
    content.share === null || content.numbers.some((number) => uploaded.has(number))
      ? []
      : [{ keys: content.keys, share: content.share, addedAt }],
  );
}

function originOf(found: ClaimRange | null): Range['origin'] {
  if (found === null) return null;
  return found.own === 0 ? 'upload' : found.own === found.n ? 'own' : 'both';
}

interface RangeRequest {
  book: CaseBook;
  level: CareLevelKey;
  now: Date;
}

export async function findRange(tx: Tx, keys: OrganizationKeys, { book, level, now }: RangeRequest): Promise<Range> {
  const { record } = payerOfLevel(book, level);
  const compared = comparedKeys(comparedOf(record));
  const isLocal = compared.prefix !== null && (await isLocalAllowable(tx, compared.prefix));
  const own = isLocal ? [] : await ownClaimsOf(tx, keys, { payerId: record.payer_id, level });
  const found = isLocal ? null : await findClaimRange(tx, { payerId: record.payer_id, level, keys: compared, own }, now);
  const origin = originOf(found);
  // The nights test uploads. Own claims that stand alone are tested against each other.
  const test =
    found === null
      ? null
      : origin === 'own'
        ? backTestOwn(ownAt(own, compared, found.match_level))
        : await findBackTest(tx, record.payer_id, level);
  const n = found?.n ?? 0;
  return {
    n,
    low: found === null || n < FEW ? null : percent(found.low),
    high: found === null || n < FEW ? null : percent(found.high),
    p25: found === null || n < ENOUGH ? null : percent(found.p25),
    p75: found === null || n < ENOUGH ? null : percent(found.p75),
    oldest: found?.oldest.toISOString() ?? null,
    newest: found?.newest.toISOString() ?? null,
    match_level: found?.match_level ?? null,
    held_share: test === null ? null : heldShare(test),
    held_of: test === null || test.tested === 0 ? null : test.tested,
    shown: spanFor(n),
    origin,
    own: found?.own ?? 0,
  };
}
