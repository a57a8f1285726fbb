/** What warnings are derived from. */
import type { Coverage, CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';

export interface WarningInput {
  coverage: Coverage | null;
  submission: Pick<Submission, 'memberId' | 'patientBirthDate' | 'patientFirstName' | 'patientLastName' | 'patientSuffix'>;
  /** The day that was asked for; null means the day of asking. */
  asOfDate: string | null;
  createdAt: Date | string;
  answeredAt: Date | string | null;
  now: Date;
  /** The practice's zone (IANA); absent: America/Los_Angeles, as in print. */
  zone?: string;
  /** The practice's local today; absent: the day in `zone`. */
  today?: string;
  /** Somebody has said that the returned person is the patient. */
  isPersonConfirmed?: boolean;
  /** Name of the platform's provider it was asked under; null when asked under the practice's own. */
  askedUnder: string | null;
}

/** The days that dates of a plan are compared with. */
export interface Days {
  /** The day asked for. */
  asked: string;
  /** The day of asking. */
  asking: string;
  today: string;
  /** The day the answer arrived. */
  answered: string;
  /** The days that an answer may rightly be for. */
  rightly: { from: string; to: string };
}

export function aWarning(
  over: Pick<CoverageWarning, 'kind' | 'severity' | 'title' | 'action'> & Partial<CoverageWarning>,
): CoverageWarning {
  return { payer_words: [], facts: [], line_ids: [], ...over };
}
