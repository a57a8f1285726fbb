/** What the form does with the answer to a submission (docs/product.md 4.1, 8.2). Pure: says what to show, shows nothing. */
import { FORM_FIELD_NAMES } from '@coverlight/contract/inquiries/form-fields.ts';
import { type Inquiry, refusedInquirySchema } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { refusedBefore, tellFailure } from '@coverlight/domain/inquiries/failure-words.ts';
import { helpByField } from '@coverlight/domain/inquiries/remote-errors.ts';
import { ApiFailure } from '#lib/api.ts';
import { placeFieldErrors, TRY_LATER } from '#lib/form-errors.ts';
import { instantText } from '#ui/calendar-date.tsx';

export interface Fault {
  /** Sentences above the form. */
  banner: string[];
  /** One text per field. */
  fields: Record<string, string>;
  /** The refused inquiry, which the next submission corrects; null when none was kept. */
  refusedId: string | null;
}

const PLACES = ['provider_id', 'payer_id', ...FORM_FIELD_NAMES, 'externalId'] as const;
const PAYER_SAYS = 'The payer says:';

/** Of an inquiry that leaves the person on the form: refused, failed or withdrawn. `takes`: whether this payer takes a field. */
export function faultOfInquiry(inquiry: Inquiry, takes: (field: string) => boolean): Fault {
  const helps = Object.entries(helpByField(inquiry.remote_errors, { sent: inquiry.submission, takes }));
  const fields = Object.fromEntries(helps.filter(([field]) => (PLACES as readonly string[]).includes(field)));
  return { banner: linesOfFailure(inquiry), fields, refusedId: inquiry.id };
}

/** Ours first, then the known sentence, then what really happens now (docs/product.md 8.8). */
export function linesOfFailure(inquiry: Inquiry): string[] {
  const { plain, sentence, refusals, now } = tellFailure({
    status: inquiry.status,
    errors: inquiry.remote_errors,
    payer: inquiry.payer_name_override ?? inquiry.payer.name,
    askingUntil: inquiry.asking_until === undefined ? null : instantText(inquiry.asking_until),
  });
  // Help that belongs to no field stands with its sentence.
  const refused = refusals.flatMap((reason) => [
    reason.plain,
    reason.sentence,
    reason.said === null ? null : `${PAYER_SAYS} ${reason.said}`,
    reason.fields.length === 0 ? `${reason.ownerWords}: ${reason.help}` : null,
    reason.followUp,
  ]);
  return [...new Set([plain, sentence, ...refused, now].filter((line) => line !== null))];
}

/** Of a call that did not succeed. A request that the clearinghouse itself refused comes with the kept inquiry. */
export function faultOfFailure(error: unknown): Fault {
  const failure = error instanceof ApiFailure ? error : new ApiFailure(0);
  const refused = refusedInquirySchema.safeParse(failure.body);
  const { Message, ErrorDescription, ...rest } = failure.errors;
  const placed = placeFieldErrors(rest, PLACES);
  const isRefused = refused.success && (Message ?? ErrorDescription) !== undefined;
  const payer = refused.data?.inquiry.payer.name ?? '';
  const banner = [
    ...(isRefused ? [refusedBefore(payer)] : []),
    ...(Message ?? []),
    ...(ErrorDescription ?? []),
    ...(placed?.banner ? [placed.banner] : []),
  ];
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
