/** What to expect of a payer, from how it answered lately (product.md 15.6). Too little known is said as nothing. */

/** Of the last questions to it, whoever sent them. */
export interface PayerAnswers {
  answers: number;
  median_seconds: number | null;
  last_answer_at: Date | null;
  /** Questions after its last answer that it left unanswered. */
  unanswered: number;
  unanswered_since: Date | null;
}

/** Fewer answers say nothing of what is usual, and fewer silences nothing of the payer: one patient's question may just be hard. */
const ENOUGH = 3;
const MINUTE_MS = 60_000;

export function payerExpectation(past: PayerAnswers): { usualSeconds: number | null; silentSince: Date | null } {
  const isUsualKnown = past.answers >= ENOUGH && past.median_seconds !== null;
  const since = past.unanswered >= ENOUGH ? (past.last_answer_at ?? past.unanswered_since) : null;
  return {
    usualSeconds: isUsualKnown ? Math.max(1, Math.round(past.median_seconds ?? 0)) : null,
    silentSince: since === null ? null : new Date(Math.floor(since.getTime() / MINUTE_MS) * MINUTE_MS),
  };
}
