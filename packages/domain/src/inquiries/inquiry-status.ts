/** Statuses of an inquiry, what may follow what, and what each allows (product.md 4.1). */
import type { InquiryStatus, StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';

/** Every change of a stored status that may happen. A complete one may be completed further, by parts that answered late. */
const FOLLOWS: Readonly<Record<StoredInquiryStatus, readonly StoredInquiryStatus[]>> = {
  draft: ['draft', 'pending'],
  pending: ['complete', 'max-retry', 'error', 'failure', 'unknown', 'cancel'],
  'max-retry': ['complete', 'error', 'failure', 'unknown', 'cancel'],
  complete: ['complete'],
  unknown: [],
  cancel: [],
  error: [],
  failure: [],
};

export const mayFollow = (from: StoredInquiryStatus, to: StoredInquiryStatus): boolean => FOLLOWS[from].includes(to);

/** Statuses from which `to` may be reached. */
export const predecessorsOf = (to: StoredInquiryStatus): StoredInquiryStatus[] =>
  (Object.keys(FOLLOWS) as StoredInquiryStatus[]).filter((from) => mayFollow(from, to));

/** The payer is still being asked. */
export const isOpen = (status: InquiryStatus): boolean => status === 'pending' || status === 'max-retry';
export const mayView = (status: InquiryStatus): boolean => status === 'complete' || status === 'expired';
export const mayEdit = (status: InquiryStatus): boolean => status === 'draft';
export const mayCancel = isOpen;
export const mayDismiss = (status: InquiryStatus): boolean => status === 'error' || status === 'failure';

/** What the form does with the answer to a submission. */
export function afterSubmit(status: InquiryStatus): 'detail' | 'list' | 'warn-and-list' | 'stay' {
  switch (status) {
    case 'complete':
      return 'detail';
    case 'draft':
      return 'list';
    case 'max-retry':
      return 'warn-and-list';
    case 'pending':
    case 'unknown':
    case 'expired':
    case 'cancel':
    case 'error':
    case 'failure':
      return 'stay';
  }
}
