/** Takes over what has become of rows that were asked, and whom they need (product.md 19.5). */
import { rowSummary } from '@coverlight/domain/batches/row-result.ts';
import { needsOf, stateOfInquiry } from '@coverlight/domain/batches/row-needs.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import { leadOn } from '@coverlight/domain/inquiries/coverage/medical-plan.ts';
import { coverageWarnings } from '@coverlight/domain/inquiries/coverage/warnings.ts';
import type { Coverage, CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { openContent } from '#features/inquiries/inquiry-contents.ts';
import { createRests } from '#jobs/rests.ts';
import { closeResult } from '../batch-contents.ts';
import type { BatchContext } from '../batch-context.ts';
import { releaseChecks } from '../batches.repository.ts';
import { listEndedRows, settle, type EndedRow, type SettledRow } from './sending.repository.ts';

const AT_ONCE = 100;
/** Comparing takes a moment; one that takes longer is not waited for. */
const COMPARING_MS = 10_000;

/** How many. What came to nothing costs nothing: its share of the ceiling is free again. */
export async function settleRows(context: BatchContext, giveWay: () => Promise<void>): Promise<number> {
  const { tx, keys, batch, now } = context;
  const rest = createRests();
  let total = 0;
  for (;;) {
    const ended = await listEndedRows(tx, batch.id, AT_ONCE, new Date(now.getTime() - COMPARING_MS));
    if (ended.length === 0) return total;
    const settled: SettledRow[] = [];
    for (const row of ended) {
      await rest();
      await giveWay();
      const state = row.state === 'reused' ? 'reused' : (stateOfInquiry(row.status) ?? 'asking');
      const answer = readAnswer(context, row);
      const needs = needsOf({ state, warnings: answer?.warnings ?? [], hasCoverage: answer !== null, isChanged: row.is_changed });
      const result = answer === null ? null : closeResult(keys, batch.id, row.row, rowSummary(answer.coverage, answer.warnings));
      settled.push({ row: row.row, state, needs, result });
    }
    await settle(tx, batch.id, settled);
    await releaseChecks(tx, batch.id, ended.filter(({ state, status }) => state === 'asking' && status !== 'complete').length);
    total += ended.length;
    if (ended.length < AT_ONCE) return total;
  }
}

/** Null without coverage. */
function readAnswer({ keys, now }: BatchContext, row: EndedRow): { coverage: Coverage; warnings: CoverageWarning[] } | null {
  const stored = openContent(keys, row.inquiry_id, 'coverage', row.coverage);
  const submission = openContent(keys, row.inquiry_id, 'submission', row.submission);
  if (stored === null || submission === null) return null;
  const coverage = leadOn(stored, askedDay(row));
  const warnings = coverageWarnings({
    coverage,
    submission,
    asOfDate: row.as_of_date,
    createdAt: row.created_at,
    answeredAt: row.answered_at,
    isPersonConfirmed: row.person_confirmed_at !== null,
    askedUnder: row.asked_under,
    now,
  });
  return { coverage, warnings };
}
