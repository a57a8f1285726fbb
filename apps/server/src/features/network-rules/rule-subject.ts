/** What network rules are held against, as an answer tells it. */
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import { leadOn } from '@coverlight/domain/inquiries/coverage/medical-plan.ts';
import type { RuleSubject } from '@coverlight/domain/network-rules/match-rules.ts';
import { memberPrefix } from '@coverlight/domain/payers/member-prefix.ts';

export interface SubjectFacts {
  payerIds: readonly (string | null)[];
  providerId: string;
  levels: readonly CareLevelKey[];
  as_of_date: string | null;
  created_at: Date;
  submission: Submission;
  /** Null before an answer: what it would tell is then not told. */
  coverage: Coverage | null;
}

export function ruleSubject({ payerIds, providerId, levels, submission, coverage, ...asked }: SubjectFacts): RuleSubject {
  const day = askedDay(asked);
  const plan = coverage === null ? null : leadOn(coverage, day).plan;
  const address = coverage?.patient?.address ?? coverage?.subscriber?.address ?? null;
  return {
    payerIds: payerIds.filter((id) => id !== null),
    providerId,
    levels,
    planName: plan?.name ?? null,
    networkName: plan?.plan_network_name ?? null,
    insuranceType: plan?.insurance_type ?? null,
    state: address?.state?.trim().toUpperCase() ?? null,
    groupNumber: plan?.group_number ?? submission.groupNumber ?? null,
    prefix: memberPrefix(submission.memberId ?? coverage?.patient?.member_id ?? coverage?.subscriber?.member_id ?? ''),
    day,
  };
}
