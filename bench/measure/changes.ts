/** Comparing two answers of 500 lines of which a twentieth differs, and how the time grows with ten times as many. */
import { compareCoverages } from '@coverlight/domain/changes/compare-coverages.ts';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import { anAnswer } from '../../apps/server/test/coverages.ts';
import { median, timeRuns } from './clients.ts';
import type { Comparison } from './comparison.ts';
import { manyLines } from './normalizing.ts';

const MEDIAN_MS = 5;
const GROWTH = 15;
const OPTIONS = { endsSoonDays: 7, today: '2026-03-20' };

function comparing(count: number): () => void {
  const answered = (raised: number, asOf: string) => ({
    coverage: normalizeCoverage(anAnswer({ lines: manyLines(count, raised) }), asOf),
    source: 'one',
    asked: ['30'],
    asOf,
    answeredAt: `${asOf}T15:00:00Z`,
  });
  const [before, after] = [answered(0, '2026-03-01'), answered(7, '2026-03-20')];
  return () => {
    compareCoverages(before, after, OPTIONS);
  };
}

export async function measureChanges(): Promise<Comparison[]> {
  const [few, many] = [comparing(500), comparing(5000)];
  await timeRuns(30, few);
  const small = median(await timeRuns(60, few));
  const large = median(await timeRuns(10, many));
  return [
    { name: 'comparing two answers of 500 lines beside 5 ms', oursMs: small, bareMs: MEDIAN_MS, bound: 1 },
    { name: 'comparing 5,000 lines beside 500', oursMs: large, bareMs: small, bound: GROWTH },
  ];
}
