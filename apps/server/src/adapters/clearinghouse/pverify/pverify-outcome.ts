/**
 * What a pVerify body means for the inquiry. The HTTP status says nothing, and "processed" is not success: payers' errors come with the code
 * of a processed answer (product.md 11).
 */
import type { AskOutcome } from '#ports/clearinghouse.ts';
import { isNoAnswer, rejectionErrors } from '../reject-reasons.ts';
import { plainText } from './plain-text.ts';
import { summaryHeadSchema } from './pverify.schema.ts';
import type { SummaryHead } from './pverify.schema.ts';

/** Codes of the present and of earlier generations that carry the same meaning. */
const PENDING = new Set(['3', '4', '15']);
const REJECTED = new Set(['1', '12', '13', '14', '18']);
const PROCESSED = new Set(['0', '10', '11']);
const NO_FUNDS = '2';
const PAYER_DOWN = '17';
/** AAA codes that stand for an earlier generation's result codes. */
const AAA_OF_CODE: Record<string, string> = { '12': '75', '13': '51', '18': 'T4' };

export type SummaryState = AskOutcome | { kind: 'complete'; requestId: string | null };

export function summaryState(body: unknown): SummaryState {
  const head = summaryHeadSchema.safeParse(body).data;
  if (head === undefined) return { kind: 'uncertain', reason: 'The answer is no eligibility summary.' };
  const code = head.APIResponseCode;
  if (code === null) return messageState(head, body);
  const requestId = head.RequestID === '0' ? null : head.RequestID;
  if (code === NO_FUNDS) return { kind: 'unavailable', reason: 'The clearinghouse account has no funds.' };
  if (PENDING.has(code)) {
    if (requestId === null) return { kind: 'uncertain', reason: 'Accepted without a request id.' };
    return { kind: 'pending', requestId };
  }
  if (code === PAYER_DOWN) return { kind: 'no-answer', requestId, reason: 'The payer is down.', raw: body };
  const isError =
    REJECTED.has(code) || head.ProcessedWithError || head.ErrorCode !== null || /^error\b/i.test(head.APIResponseMessage ?? '');
  if (isError) return errorState(head, requestId, body);
  if (PROCESSED.has(code)) return { kind: 'complete', requestId };
  return { kind: 'uncertain', reason: 'The answer has an unknown result code.' };
}

function errorState(head: SummaryHead, requestId: string | null, raw: unknown): AskOutcome {
  const words = [head.ErrorDescription, head.EDIErrorMessage, head.APIResponseMessage].filter((text) => text !== null).map(reasonOf);
  if (words.some((text) => /connecting to (the )?carrier/i.test(text))) {
    return { kind: 'no-answer', requestId, reason: 'The clearinghouse could not connect to the payer.', raw };
  }
  const code = head.ErrorCode ?? AAA_OF_CODE[head.APIResponseCode ?? ''] ?? null;
  const rejections = [{ code, field: null, text: withAdvice(withFollowUp(words[0] ?? '', head.FollowUpAction), head.PossibleResolution) }];
  if (isNoAnswer(rejections)) return { kind: 'no-answer', requestId, reason: 'The payer could not respond.', raw };
  return { kind: 'rejected', requestId, errors: rejectionErrors(rejections), raw };
}

/** What the payer says about sending again, unless it is what every rejection says: to correct it first. */
function withFollowUp(text: string, sent: string | null): string {
  const followUp = sent === null ? '' : plainText(sent).trim();
  return followUp === '' || /correct and resubmit/i.test(followUp) ? text : `${text.replace(/\.$/, '')}. ${followUp}`;
}

/** What the clearinghouse has seen help. */
function withAdvice(text: string, sent: string | null): string {
  const advice = sent === null ? '' : plainText(sent).trim();
  return advice === '' ? text : `${text.replace(/\.$/, '')}. ${advice}`;
}

/** "Error Reason : ... Follow-up Action : ..." without the marks around the reason. */
function reasonOf(sent: string): string {
  const text = plainText(sent);
  return (/Error Reason\s*:\s*(.+)/i.exec(text)?.[1] ?? text.split('\n')[0] ?? text).trim();
}

/** A body with nothing but a message: the request itself was not taken. */
function messageState(head: SummaryHead, raw: unknown): AskOutcome {
  const sent = head.Message ?? head.message;
  if (sent === null) return { kind: 'uncertain', reason: 'The answer has no result code.' };
  const text = plainText(sent);
  if (/authorization has been denied|token has expired/i.test(text)) {
    return { kind: 'unavailable', reason: 'The clearinghouse refused our account.' };
  }
  const errors = { Message: [text] };
  return /allowed search/i.test(text) ? { kind: 'refused', errors, raw, allowedSearch: text } : { kind: 'refused', errors, raw };
}
