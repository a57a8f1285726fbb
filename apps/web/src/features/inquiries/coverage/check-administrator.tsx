import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { otherCompanies, placeOfCompany } from '@coverlight/domain/inquiries/coverage/other-company.ts';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { AnswerPartsContext } from '../answer-parts.ts';

/** The way to the company that a warning sends to; nothing where it sends to none. The form's address says which warning, not whom. */
export function CheckAdministrator({ inquiry, warning }: { inquiry: Inquiry; warning: CoverageWarning }) {
  const parts = use(AnswerPartsContext);
  const place = placeOfCompany(inquiry.warnings, warning);
  if (place === null) return null;
  const name = otherCompanies(inquiry.warnings)[place]?.name ?? null;
  const toForm = (
    <Anchor
      className="no-print"
      renderRoot={(props) => <Link to="/inquiries/$id/copy" params={{ id: inquiry.id }} search={{ other: String(place) }} {...props} />}
    >
      {`Check ${name ?? 'that company'} now`}
    </Anchor>
  );
  return parts === null || name === null ? toForm : <parts.Check inquiry={inquiry} company={name} otherwise={toForm} />;
}
