/** What the list can be narrowed to, in the words of its own badges. */
import type { CoverageFilter, InquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';

export const HANDLED_ELSEWHERE = 'Handled elsewhere';
export const OTHER_PAYER_FIRST = 'Other payer first';

export const COVERAGE_CHOICES: { value: '' | CoverageFilter; label: string }[] = [
  { value: '', label: 'Any coverage' },
  { value: 'active', label: 'Active' },
  { value: 'at-risk', label: 'At risk' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'no-status', label: 'No clear status' },
  { value: 'different-person', label: 'Different person' },
  { value: 'out-of-date', label: 'Out of date' },
  { value: 'handled-elsewhere', label: HANDLED_ELSEWHERE },
  { value: 'other-payer-first', label: OTHER_PAYER_FIRST },
];

/** Refused and failed checks stand above the list, not in it. */
export const STATUS_CHOICES: { value: '' | InquiryStatus; label: string }[] = [
  { value: '', label: 'Any check' },
  { value: 'complete', label: 'Answered' },
  { value: 'expired', label: 'Out of date' },
  { value: 'pending', label: 'Asking' },
  { value: 'max-retry', label: 'Still asking' },
  { value: 'unknown', label: 'No answer' },
  { value: 'cancel', label: 'Stopped' },
  { value: 'draft', label: 'Draft' },
];
