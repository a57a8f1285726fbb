/** What the form does with the answer to a submission (docs/product.md 4.1, 8.2). Pure: says what to show, shows nothing. */
import { FORM_FIELD_NAMES } from '@coverlight/contract/inquiries/form-fields.ts';
import { type Inquiry, refusedInquirySchema } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { explainRemoteErrors, helpByField } from '@coverlight/domain/inquiries/remote-errors.ts';
import { ApiFailure } from '#lib/api.ts';
import { placeFieldErrors, TRY_LATER } from '#lib/form-errors.ts';

export interface Fault {
  /** Sentences above the form. */
  banner: string[];
  /** One text per field. */
  fields: Record<string, string>;
  /** The refused inquiry, which the next submission corrects; null when none was kept. */
  refusedId: string | null;
}

const PLACES = ['provider_id', 'payer_id', ...FORM_FIELD_NAMES] as const;
const PAYER_SAYS = 'The payer says:';
const NOT_ASKED = 'The payer could not be asked. This says nothing about the patient’s coverage.';
const STOPPED = 'This check was stopped before the payer answered.';

/** Of an inquiry that leaves the person on the form: refused, failed or withdrawn. `takes`: whether this payer takes a field. */
export function faultOfInquiry(inquiry: Inquiry, takes: (field: string) => boolean): Fault {
  const reasons = explainRemoteErrors(inquiry.remote_errors);
  const helps = Object.entries(helpByField(inquiry.remote_errors, { sent: inquiry.submission, takes }));
  const fields = Object.fromEntries(helps.filter(([field]) => (PLACES as readonly string[]).includes(field)));
  // Help that belongs to no field stands with its sentence.
  const banner = reasons.flatMap(({ sentence, help, ownerWords, fields: concerned, followUp, said }) => [
    sentence,
    ...(said === null ? [] : [`${PAYER_SAYS} ${said}`]),
    ...(concerned.length === 0 ? [`${ownerWords}: ${help}`] : []),
    ...(followUp === null ? [] : [followUp]),
  ]);
  if (banner.length === 0) banner.push(TRY_LATER, inquiry.status === 'cancel' ? STOPPED : NOT_ASKED);
  return { banner: [...new Set(banner)], fields, refusedId: inquiry.id };
}

/** Of a call that did not succeed. A request that the clearinghouse itself refused comes with the kept inquiry. */
export function faultOfFailure(error: unknown): Fault {
  const failure = error instanceof ApiFailure ? error : new ApiFailure(0);
  const refused = refusedInquirySchema.safeParse(failure.body);
  const { Message, ErrorDescription, ...rest } = failure.errors;
  const placed = placeFieldErrors(rest, PLACES);
  const banner = [...(Message ?? []), ...(ErrorDescription ?? []), ...(placed?.banner ? [placed.banner] : [])];
  const fields = placed?.fields ?? {};
  if (banner.length === 0 && Object.keys(fields).length === 0) banner.push(TRY_LATER);
  return { banner: [...new Set(banner)], fields, refusedId: refused.success ? refused.data.inquiry.id : null };
}

/** Tries of one submission share a key; a changed body or an answered one is a new submission (docs/product.md 7.5). */
export class SubmissionKey {
  private body = '';
  private key = '';

  of(body: object): string {
    const text = JSON.stringify(body);
    if (text !== this.body || this.key === '') {
      this.body = text;
      this.key = randomKey();
    }
    return this.key;
  }

  answered(): void {
    this.key = '';
  }
}

function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
