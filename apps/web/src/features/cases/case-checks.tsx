import type { Case, CaseInquiry } from '@coverlight/contract/cases/case.schema.ts';
import { mayView } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { InquiryStatusBadge } from '#features/inquiries/inquiry-status-badge.tsx';
import { Instant } from '#ui/calendar-date.tsx';
import { ROLE_LABELS } from './case-words.ts';
import classes from './cases.module.css';

/** Every answer that the grid rests on, and every try that brought none. */
export function CaseChecks({ of }: { of: Case }) {
  return (
    <section className={classes.card} aria-labelledby="case-checks">
      <Title order={2} id="case-checks">
        Checks
      </Title>
      <ul className={classes.plain}>
        {of.inquiries.map((inquiry) => (
          <li key={inquiry.id} className={classes.row}>
            <span className={classes.grow}>
              <Payer inquiry={inquiry} /> <span className={classes.small}>{ROLE_LABELS[inquiry.role]}</span>
            </span>
            <InquiryStatusBadge status={inquiry.status} isSomebodyElse={inquiry.may_be_somebody_else} />
            <Instant at={inquiry.answered_at ?? inquiry.created_at} />
            {inquiry.may_be_somebody_else && (
              <Text size="xs">May be about somebody else: nothing of it is in the grid until you say that it is the patient.</Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Payer({ inquiry }: { inquiry: CaseInquiry }) {
  if (!mayView(inquiry.status)) return inquiry.payer.name;
  return (
    <Anchor inherit renderRoot={(props) => <Link to="/inquiries/$id" params={{ id: inquiry.id }} {...props} />}>
      {inquiry.payer.name}
    </Anchor>
  );
}
