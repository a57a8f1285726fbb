/** What lists mark an answer with beside its status, kept when it is stored since lists open no answers (product.md 10.13). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { carveOuts } from './carve-out.ts';
import { otherPayerWarnings } from './other-payer-warnings.ts';
import { textsOfCoverage } from './said-texts.ts';

export interface AnswerFlags {
  /** Another company administers behavioural health, or substance use treatment alone. */
  is_handled_elsewhere: boolean;
  /** Another payer is to be billed before this one. */
  is_other_payer_first: boolean;
}

/** True exactly where the answer's page warns of it. */
export function answerFlags(coverage: Coverage): AnswerFlags {
  const texts = textsOfCoverage(coverage);
  const elsewhere = carveOuts(coverage, texts);
  return {
    is_handled_elsewhere: elsewhere.length > 0,
    is_other_payer_first: otherPayerWarnings(coverage, texts, elsewhere).some(({ kind }) => kind === 'other-payer-primary'),
  };
}
