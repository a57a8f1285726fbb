/** The one submission that answers 422: the clearinghouse refused the request itself, so its words belong to the form (product.md 4.1). */
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { InquiryRecord } from '#features/inquiries/inquiries.repository.ts';

/** Null for every other outcome. A refusal by the payer, which has a code in every key or names a source, is a 201. */
export function presentRefusal(inquiry: InquiryRecord, presented: Inquiry): { errors: FieldErrors; inquiry: Inquiry } | null {
  const isRefused = inquiry.status === 'error' && 'Message' in inquiry.remote_errors;
  if (!isRefused) return null;
  return { errors: Object.fromEntries(Object.entries(inquiry.remote_errors).map(([key, words]) => [key, [words]])), inquiry: presented };
}
