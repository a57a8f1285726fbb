/** Asks so that the answer is of now: the person was offered the earlier one, and wants to know how things stand (product.md 2.8). */
import type { AskOptions, AskOutcome, Clearinghouse, EligibilityQuestion, RequestId } from '#ports/clearinghouse.ts';

/** `isKept`: whether the request's answer is one that an earlier inquiry was told, and nobody else waits for it. */
export async function askAfresh(
  clearinghouse: Clearinghouse,
  question: EligibilityQuestion,
  options: AskOptions,
  isKept: (requestId: RequestId) => Promise<boolean>,
): Promise<AskOutcome> {
  const told = await clearinghouse.ask(question, options);
  const requestId = told.kind === 'answered' || told.kind === 'rejected' ? told.requestId : null;
  if (!clearinghouse.keepsAnswers || requestId === null || !(await isKept(requestId))) return told;
  return (await clearinghouse.withdraw(requestId, options)) ? await clearinghouse.ask(question, options) : told;
}
