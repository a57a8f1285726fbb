/** What a row's answer comes to in a line: for the morning meeting, and for lists that open no answers (product.md 19.5). */
import type { Coverage, CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { planName } from '../inquiries/coverage/chart-lines.ts';
import { moneyLeft } from '../inquiries/coverage/money-left.ts';
import { moneyWords, toldWarnings } from '../inquiries/coverage/summary-words.ts';

export interface RowSummary {
  plan: string | null;
  /** Of the patient, in network; what was not stated is not there. */
  money: string[];
  /** Gravest first. */
  flags: string[];
}

const LIMITS = { deductibles: 'Deductible', outOfPocket: 'Out of pocket' } as const;

export function rowSummary(coverage: Coverage, warnings: readonly CoverageWarning[]): RowSummary {
  const { plan } = coverage;
  return {
    plan: plan === null ? null : planName(plan),
    money:
      plan === null
        ? []
        : moneyLeft(plan).flatMap(({ payment, cells: [inNetwork] }) =>
            inNetwork.individual.map((value) => `${LIMITS[payment]} ${moneyWords(value)}${value.note === null ? '' : ` (${value.note})`}`),
          ),
    flags: toldWarnings(warnings)
      .filter(({ severity }) => severity !== 'info')
      .map(({ title }) => title),
  };
}
