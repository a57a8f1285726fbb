/** What the boxes beside the benefits say, for the list of benefits and for the PDF (docs/product.md 2.9, 7.6). */
import type { QueryInput } from '@coverlight/contract/endpoint.ts';
import type { inquiriesContract } from '@coverlight/contract/inquiries/inquiries.contract.ts';
import type { NetworkCode, PaymentType } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { BenefitFilter, LevelChoice } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';

/** An empty list: no box is ticked, which shows everything. */
export interface FilterChoices {
  level: LevelChoice;
  networks: readonly NetworkCode[];
  payments: readonly PaymentType[];
  /** Service type codes. */
  benefits: readonly string[];
}

export const NO_CHOICES: FilterChoices = { level: 'All', networks: [], payments: [], benefits: [] };

const orNull = <T>(choices: readonly T[]) => (choices.length === 0 ? null : choices);

export function toBenefitFilter({ level, networks, payments, benefits }: FilterChoices): BenefitFilter {
  return { level, networks: orNull(networks), payments: orNull(payments), benefits: orNull(benefits) };
}

export function countChoices({ level, networks, payments, benefits }: FilterChoices): number {
  return (level === 'All' ? 0 : 1) + networks.length + payments.length + benefits.length;
}

/** Absent means all. `zone` is the browser's IANA zone. */
export function toPdfQuery(choices: FilterChoices, zone: string): QueryInput<typeof inquiriesContract.pdf> {
  return {
    zone,
    ...(choices.level === 'All' ? {} : { level: choices.level }),
    ...(choices.networks.length === 0 ? {} : { networks: choices.networks.join(',') }),
    ...(choices.payments.length === 0 ? {} : { payments: choices.payments.join(',') }),
    ...(choices.benefits.length === 0 ? {} : { benefits: choices.benefits.join(',') }),
  };
}
