/** Warnings about an invented answer, with a fixed clock. */
import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { normalizeCoverage } from '../src/inquiries/coverage/normalize-coverage.ts';
import type { AnswerLine, AnswerPlan, PayerAnswer } from '../src/inquiries/coverage/payer-answer.ts';
import { coverageWarnings, type WarningInput } from '../src/inquiries/coverage/warnings.ts';
import { aLine, anAnswer, aPlan } from './answers.ts';

const ACTIVE = { code: '1', text: 'Active Coverage' };
const COST = aLine({ kind: 'B', service: { code: 'A8', text: 'Psychiatric - Outpatient' }, amount: '20' });

/** An active plan that states a behavioural cost, asked and read on 21 March 2026. */
export function warningsOf(over: { answer?: Partial<PayerAnswer>; input?: Partial<WarningInput> } = {}): CoverageWarning[] {
  const coverage = normalizeCoverage(
    anAnswer({ plans: [aPlan({ status: ACTIVE })], lines: [COST], askedServiceTypes: ['A8'], ...over.answer }),
  );
  const at = new Date('2026-03-21T18:00:00Z');
  return coverageWarnings({
    coverage,
    submission: {},
    asOfDate: null,
    createdAt: at,
    answeredAt: at,
    now: at,
    zone: 'America/New_York',
    askedUnder: null,
    ...over.input,
  });
}

export const kindsOf = (over: Parameters<typeof warningsOf>[0] = {}): string[] => warningsOf(over).map((warning) => warning.kind);

export const withPlan = (plan: Partial<AnswerPlan>) => ({ answer: { plans: [aPlan({ status: ACTIVE, ...plan })] } });

export const withLines = (...lines: AnswerLine[]) => ({ answer: { lines: [COST, ...lines] } });
