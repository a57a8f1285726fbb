/** The filters of a PDF as they travel: absent means all, unknown words are refused (docs/product.md 7.6). */
import type { QueryOf } from '@coverlight/contract/endpoint.ts';
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import type { inquiriesContract } from '@coverlight/contract/inquiries/inquiries.contract.ts';
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { BenefitFilter } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { NETWORK_LABELS, PAYMENT_LABELS } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { serviceTypeLabel, serviceTypeName } from '@coverlight/domain/inquiries/coverage/service-types.ts';
import { invalid } from '#http/app-error.ts';

type Query = QueryOf<typeof inquiriesContract.pdf>;

const DEFAULT_ZONE = 'America/Los_Angeles';

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const entriesOf = (list: string) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
/** An empty list in a query is a filter without choices, which filters nothing. */
const chosen = <T>(list: readonly T[] | undefined) => (list === undefined || list.length === 0 ? null : list);

/** Codes of the standard, and whatever else the payer itself sent: those stand in the filter of the screen, too. */
function isKnownService(code: string, coverage: Coverage | null): boolean {
  return serviceTypeName(code) !== null || (coverage?.plans ?? []).some((plan) => plan.benefit_groups.some((group) => group.code === code));
}

/** Throws 422 by field. */
export function readZone({ zone }: Query): string {
  const wanted = zone === undefined || zone === '' ? DEFAULT_ZONE : zone;
  if (!isZone(wanted)) throw invalid({ zone: ['This time zone is not known.'] });
  return wanted;
}

/** Throws 422 by field. */
export function readFilter({ level, networks, payments, benefits }: Query, coverage: Coverage | null): BenefitFilter {
  const codes = benefits === undefined ? [] : entriesOf(benefits);
  const errors: FieldErrors = codes.every((code) => isKnownService(code, coverage)) ? {} : { benefits: ['This value is not valid.'] };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { level: level ?? 'All', networks: chosen(networks), payments: chosen(payments), benefits: chosen(codes) };
}

/** Which filters the reader looked through. Null: none. */
export function filterWords({ level, networks, payments, benefits }: BenefitFilter): string | null {
  const named = [
    ...(level === 'All' ? [] : [`level ${level}`]),
    ...(networks === null ? [] : [`network ${networks.map((code) => NETWORK_LABELS[code]).join(', ')}`]),
    ...(payments === null ? [] : [payments.map((type) => PAYMENT_LABELS[type]).join(', ')]),
    ...(benefits === null ? [] : [`services ${benefits.map(serviceTypeLabel).join(', ')}`]),
  ];
  return named.length === 0 ? null : `Shown under these filters: ${named.join('; ')}.`;
}
