/** What an Availity answer means for the inquiry. Decided by the body's `statusCode`, never by the HTTP status alone (product.md 11). */
import type { AskOutcome } from '#ports/clearinghouse.ts';
import { formFieldOf, isNoAnswer, rejectionErrors } from '../reject-reasons.ts';
import type { VendorReply } from '../vendor-client.ts';
import { coverageHeadSchema, errorBodySchema } from './availity.schema.ts';
import type { CoverageHead } from './availity.schema.ts';

const PENDING = new Set(['0', 'R1']);
/** `3`: part of the payer's answer was invalid; the rest holds. */
const COMPLETE = new Set(['4', '3']);
const REJECTED = '19';
const COMMUNICATION_ERRORS: Record<string, string> = {
  '7': 'The payer did not respond.',
  '13': 'The payer’s response was invalid.',
  '14': 'The payer did not respond.',
  '15': 'The payer is down for maintenance.',
};

export type CoverageState = AskOutcome | { kind: 'complete'; requestId: string | null; coverage: unknown };

/** POST answers with one coverage or with a list; of several stored ones the newest counts. Null for neither. */
export function coverageOf(body: unknown): { coverage: unknown; head: CoverageHead } | null {
  const listed: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'coverages') : undefined;
  const candidates: unknown[] = Array.isArray(listed) ? listed : Array.isArray(body) ? body : [body];
  const heads = candidates.flatMap((coverage) => {
    const head = coverageHeadSchema.safeParse(coverage);
    return head.success ? [{ coverage, head: head.data }] : [];
  });
  return heads.toSorted((a, b) => (b.head.createdDate ?? '').localeCompare(a.head.createdDate ?? ''))[0] ?? null;
}

export function coverageState(reply: { status: number; body: unknown }): CoverageState {
  const found = coverageOf(reply.body);
  if (found === null) return { kind: 'uncertain', reason: 'The answer holds no coverage.' };
  const { coverage, head } = found;
  const requestId = head.id ?? null;
  const code = head.statusCode?.trim() ?? '';
  if (COMPLETE.has(code)) return { kind: 'complete', requestId, coverage };
  if (code === REJECTED) return rejected(head, coverage);
  const silence = COMMUNICATION_ERRORS[code];
  if (silence !== undefined) return { kind: 'no-answer', requestId, reason: silence, raw: reply.body };
  if (PENDING.has(code) || reply.status === 202) {
    return requestId === null ? { kind: 'uncertain', reason: 'Accepted without a request id.' } : { kind: 'pending', requestId };
  }
  // Without a code the content decides: only an answer carries plans.
  if (code === '' && typeof coverage === 'object' && coverage !== null && 'plans' in coverage)
    return { kind: 'complete', requestId, coverage };
  if (code === '') return { kind: 'uncertain', reason: 'The answer has no status code.' };
  // Only what was declared pending is waited for: an unknown end is an error in the words of its status.
  const words = head.status ?? `Status ${code}`;
  return { kind: 'rejected', requestId, errors: { [`payer_${code.replaceAll(/\W/g, '')}`]: words }, raw: coverage };
}

function rejected(head: CoverageHead, raw: unknown): AskOutcome {
  const requestId = head.id ?? null;
  const messages = head.validationMessages.map((message) => ({
    code: message.code ?? null,
    field: message.field ?? null,
    text: message.errorMessage ?? '',
  }));
  if (isNoAnswer(messages)) {
    return { kind: 'no-answer', requestId, reason: 'The payer could not respond.', raw };
  }
  const rejections = messages.length > 0 ? messages : [{ code: null, field: null, text: head.status ?? '' }];
  return { kind: 'rejected', requestId, errors: rejectionErrors(rejections), raw };
}

/** Its error bodies repeat the HTTP status as a number of three digits, some of them in a reply of status 200; a coverage's codes are shorter. */
export function declaredFailure(body: unknown): number | null {
  const declared = errorBodySchema.safeParse(body).data?.statusCode?.trim() ?? '';
  return /^[45]\d\d$/.test(declared) ? Number(declared) : null;
}

/** The clearinghouse's own check of the request: its sentence, and its words by form field. */
export function refusedOutcome(body: unknown): AskOutcome {
  const parsed = errorBodySchema.safeParse(body).data;
  const errors: Record<string, string[]> = { Message: [parsed?.userMessage ?? 'The clearinghouse did not accept this request.'] };
  if (parsed?.developerMessage !== undefined) errors['ErrorDescription'] = [parsed.developerMessage];
  for (const { field, errorMessage } of parsed?.errors ?? []) {
    if (errorMessage === undefined) continue;
    const key = field === undefined ? 'Message' : (formFieldOf(field) ?? field);
    errors[key] = [...(errors[key] ?? []), errorMessage];
  }
  return { kind: 'refused', errors, raw: body };
}

/** What a reply that is no coverage means. */
export function failureOutcome(reply: VendorReply): AskOutcome {
  if (reply.kind !== 'reply') return reply;
  if (reply.status === 400 || reply.status === 422) return refusedOutcome(reply.body);
  return { kind: 'unavailable', reason: `The clearinghouse does not serve this request (HTTP ${reply.status}).` };
}
