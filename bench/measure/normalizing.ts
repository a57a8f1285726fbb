/** Reading an answer of 500 lines, and how the time grows with ten times as many. */
import { coded } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import type { AnswerLine } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { anAnswer } from '../../apps/server/test/coverages.ts';
import { aLine } from '../../apps/server/test/lines.ts';
import { median, timeRuns } from './clients.ts';
import type { Comparison } from './comparison.ts';

const KINDS = ['1', 'A', 'B', 'C', 'F', 'G', 'I', 'CB'] as const;
const SERVICES = ['30', 'MH', 'A4', 'A6', 'A7', 'AI', '98', '86', '1', '33', '47', '88'] as const;
const MEDIAN_MS = 5;
const GROWTH = 15;

/** An answer of many services and kinds; `raised` is added to every twentieth amount, and stands in that line's text. */
export function manyLines(count: number, raised = 0): AnswerLine[] {
  return Array.from({ length: count }, (_, at) => {
    const kind = KINDS[at % KINDS.length] ?? '1';
    const service = SERVICES[Math.floor(at / KINDS.length) % SERVICES.length] ?? '30';
    return aLine({
      kind,
      kindText: null,
      service: coded(service, `Service ${service}`),
      network: at % 3 === 0 ? 'out' : 'in',
      level: at % 2 === 0 ? coded('IND', 'Individual') : coded('FAM', 'Family'),
      amount: kind === 'A' || kind === '1' ? null : `${at % 20 === 0 ? at + raised : at}.50`,
      percent: kind === 'A' ? '20' : null,
      texts: at % 4 === 0 ? [`NOTE ${at % 20 === 0 ? at + raised : at} OF THE PAYER`] : [],
    });
  });
}

export async function compareNormalizing(): Promise<Comparison[]> {
  const [few, many] = [anAnswer({ lines: manyLines(500) }), anAnswer({ lines: manyLines(5000) })];
  await timeRuns(30, () => normalizeCoverage(few));
  const small = median(await timeRuns(60, () => normalizeCoverage(few)));
  const large = median(await timeRuns(10, () => normalizeCoverage(many)));
  return [
    { name: 'normalizing 500 lines beside 5 ms', oursMs: small, bareMs: MEDIAN_MS, bound: 1 },
    { name: 'normalizing 5,000 lines beside 500', oursMs: large, bareMs: small, bound: GROWTH },
  ];
}
