/** What past claims tell of the next one of a case's payer and level (product.md 20.6). */
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { Range } from '@coverlight/contract/cases/estimate.schema.ts';
import { ENOUGH, FEW, heldShare, spanFor } from '@coverlight/domain/estimates/range.ts';
import { readMoney } from '@coverlight/domain/inquiries/coverage/decimal.ts';
import { comparedKeys } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import type { Tx } from '#db/client.ts';
import type { CaseBook } from '#features/cases/case-book.ts';
import { comparedOf } from '#features/reimbursements/find-reimbursements.ts';
import { isLocalAllowable } from '#features/reimbursements/reimbursements.repository.ts';
import { findBackTest, findClaimRange } from './ranges.repository.ts';

/** Whoever administers the level, where that answered; else the main payer. */
function payerOfLevel(book: CaseBook, level: CareLevelKey) {
  const by = book.cells.find((cell) => cell.level === level && cell.fact === 'covered' && cell.inquiry_id !== null)?.inquiry_id;
  return book.inquiries.find(({ record }) => record.id === by) ?? book.main;
}

/** "62.5000" as it is stored, "62.50" as it is told. */
const percent = (value: string) => readMoney(value.replace(/0{1,2}$/, '')) ?? value;

export async function findRange(tx: Tx, book: CaseBook, level: CareLevelKey, now: Date): Promise<Range> {
  const { record } = payerOfLevel(book, level);
  const keys = comparedKeys(comparedOf(record));
  const isLocal = keys.prefix !== null && (await isLocalAllowable(tx, keys.prefix));
  const found = isLocal ? null : await findClaimRange(tx, { payerId: record.payer_id, level, keys }, now);
  const test = found === null ? null : await findBackTest(tx, record.payer_id, level);
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
    origin: found === null ? null : 'upload',
  };
}
