import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { otherCompanies, placeOfCompany } from '@coverlight/domain/inquiries/coverage/other-company.ts';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { casesOfInquiryOptions } from '#features/cases/cases.queries.ts';

// Of answers that belong to a case alone.
const CheckInCase = lazy(async () => ({ default: (await import('#features/cases/check-in-case.tsx')).CheckInCase }));

/**
 * Asks the company that a warning sends to: within the case where the answer belongs to one, else in the form; nothing where it sends to
 * none. The address says which warning, not whom.
 */
export function CheckAdministrator({ inquiry, warning }: { inquiry: Inquiry; warning: CoverageWarning }) {
  const place = placeOfCompany(inquiry.warnings, warning);
  const { data: cases } = useQuery({ ...casesOfInquiryOptions(inquiry.id), enabled: place !== null });
  if (place === null) return null;
  const name = otherCompanies(inquiry.warnings)[place]?.name ?? null;
  const [of] = cases ?? [];
  if (of !== undefined && name !== null) {
    return (
      <Suspense>
        <CheckInCase of={of} name={name} />
      </Suspense>
    );
  }
  return (
    <Anchor
      className="no-print"
      renderRoot={(props) => <Link to="/inquiries/$id/copy" params={{ id: inquiry.id }} search={{ other: String(place) }} {...props} />}
    >
      {`Check ${name ?? 'that company'} now`}
    </Anchor>
  );
}
