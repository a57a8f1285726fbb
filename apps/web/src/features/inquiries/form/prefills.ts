/** What a form that is opened anew holds already (docs/product.md 2.8). Knows no React. */
import type { Inquiry, Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { type OtherCompany, otherCompanies, payerOfCompany } from '@coverlight/domain/inquiries/coverage/other-company.ts';
import { type Choosable, EMPTY_VALUES, fromSubmission, locatePayer, type Prefill } from './form-values.ts';

/** The last provider, if it can still be chosen; a practice with one facility need not choose it. */
export function emptyPrefill({ providers }: Choosable, lastProvider: string | null): Prefill {
  const only = providers.length === 1 ? providers[0] : providers.find(({ id }) => id === lastProvider);
  return { values: { ...EMPTY_VALUES, provider_id: only?.id ?? '' }, isProviderGone: false, isPayerGone: false };
}

/** The next patient of a run: all that is not about the person stays. The plan of a group does not, since the member id chooses it. */
export function nextPrefill(submission: Submission, choices: Choosable): Prefill {
  const { values, ...rest } = fromSubmission(submission, choices);
  const { provider_id, payer_id, combo, serviceType, careLevels } = values;
  return { ...rest, values: { ...EMPTY_VALUES, provider_id, payer_id, combo, serviceType, careLevels } };
}

/** The same question about the same patient once more: all as it was asked, but for today. */
export function repeatPrefill(submission: Submission, choices: Choosable): Prefill {
  const { values, ...rest } = fromSubmission(submission, choices);
  return { ...rest, values: { ...values, asOfDate: '' } };
}

export interface OtherPrefill extends Prefill {
  company: OtherCompany;
}

/** The same question to a company that the answer names; its payer is left open where it is not found. Null where the answer names no such company. */
export function otherPrefill(inquiry: Pick<Inquiry, 'submission' | 'warnings'>, place: number, choices: Choosable): OtherPrefill | null {
  const company = otherCompanies(inquiry.warnings)[place];
  if (company === undefined) return null;
  const prefill = fromSubmission(inquiry.submission, choices);
  const payerId = payerOfCompany(choices.payers, company.name);
  const payer = payerId === null ? null : locatePayer(choices.payers, payerId);
  return {
    company,
    isProviderGone: prefill.isProviderGone,
    isPayerGone: false,
    values: {
      ...prefill.values,
      payer_id: payer?.payer_id ?? '',
      child_id: payer?.child_id ?? '',
      memberId: company.memberId ?? prefill.values.memberId,
      // The card of the other company has its own.
      groupNumber: '',
    },
  };
}
