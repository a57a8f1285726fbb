/** Coverages for tests: made by the real reading of a small answer, so that they always have today's shape. */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { PayerAnswer } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { emptyPlan } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';

export function anAnswer(over: Partial<PayerAnswer> = {}): PayerAnswer {
  return {
    payer: { name: 'Example Health', id: 'EX1' },
    patient: null,
    subscriber: null,
    plans: [
      {
        ...emptyPlan(),
        status: { code: '1', text: 'Active Coverage' },
        name: 'Example PPO',
      },
    ],
    lines: [],
    askedServiceTypes: ['30'],
    notices: [],
    updateYourRecords: false,
    answeredFor: [],
    facts: [],
    ...over,
  };
}

export const aCoverage = (over: Partial<PayerAnswer> = {}): Coverage => normalizeCoverage(anAnswer(over));
