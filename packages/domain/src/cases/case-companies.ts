/** Companies that the answers of a case send to: who can be asked next, at most three after another and none twice (product.md 20.4). */
import type { CaseCompany, CaseRole } from '@coverlight/contract/cases/case.schema.ts';
import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { companyKey, isCompanyOrPart } from '../inquiries/coverage/company-names.ts';
import { otherCompanies } from '../inquiries/coverage/other-company.ts';
import { asksCompany } from './case-grid.ts';

export const MOST_HOPS = 3;

export interface AskedInquiry {
  inquiryId: string;
  role: CaseRole;
  company: string | null;
  payerName: string;
  hop: number;
  warnings: readonly CoverageWarning[];
}

const ROLES = [
  { kind: 'carve-out', role: 'carve-out' },
  { kind: 'other-payer-primary', role: 'other-payer' },
] as const;

function phoneOf(warnings: readonly CoverageWarning[], name: string): string | null {
  const facts = warnings.flatMap((warning) =>
    warning.facts.some(({ label, value }) => label === 'Name' && isCompanyOrPart(value, name)) ? warning.facts : [],
  );
  return facts.find(({ label }) => /phone/i.test(label) && !/fax/i.test(label))?.value ?? null;
}

/** In the order in which the answers name them, each company once. `payerOf` finds the one payer that a name stands for. */
export function caseCompanies(inquiries: readonly AskedInquiry[], payerOf: (name: string) => string | null): CaseCompany[] {
  const found = new Map<string, CaseCompany>();
  for (const inquiry of inquiries) {
    for (const { kind, role } of ROLES) {
      const warnings = inquiry.warnings.filter((warning) => warning.kind === kind);
      for (const { name, title, memberId } of otherCompanies(warnings)) {
        if (name === null || found.has(companyKey(name))) continue;
        const asking = inquiries.findLast((each) => each.role !== 'main' && each.company !== null && asksCompany(each, name));
        const isInCase = inquiries.some((each) => asksCompany(each, name));
        found.set(companyKey(name), {
          name,
          title,
          named_by: inquiry.inquiryId,
          role,
          member_id: memberId,
          payer_id: payerOf(name),
          phone: phoneOf(warnings, name),
          inquiry_id: asking?.inquiryId ?? null,
          blocked: isInCase ? 'asked' : inquiry.hop >= MOST_HOPS ? 'too-many' : null,
        });
      }
    }
  }
  return [...found.values()];
}
