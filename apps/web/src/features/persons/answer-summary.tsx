import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import { answerSentence } from '@coverlight/domain/inquiries/coverage/answer-sentence.ts';
import { SHOW_ALL, shownUnder } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { readingOf, seenStatus } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import { mayView } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CareGrid } from '#features/inquiries/coverage/care-grid.tsx';
import { LineSourceProvider } from '#features/inquiries/coverage/line-source.tsx';
import { MoneyLeft } from '#features/inquiries/coverage/money-left.tsx';
import { PayerWords } from '#features/inquiries/coverage/payer-text.tsx';
import { MissingBenefits, MissingStatus } from '#features/inquiries/coverage/plan-section.tsx';
import { ReadingContext } from '#features/inquiries/coverage/reading.ts';
import { useShownPlan } from '#features/inquiries/coverage/use-shown-plan.ts';
import { inquiryOptions } from '#features/inquiries/inquiries.queries.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { browserZone, Instant } from '#ui/calendar-date.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import classes from './person-page.module.css';

/** The first screen of one answer: status, money left and the levels of care. `label` names it beside the other one. */
export function AnswerSummary({ inquiryId, label }: { inquiryId: string; label: string }) {
  const { data: inquiry, isError, refetch } = useQuery(inquiryOptions(inquiryId));
  return (
    <section className={classes.summary} aria-label={label}>
      {isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {inquiry === undefined && !isError && <Skeleton height={320} role="status" aria-label="Loading" />}
      {inquiry && mayView(inquiry.status) && <Summary inquiry={inquiry} label={label} />}
    </section>
  );
}

function Summary({ inquiry, label }: { inquiry: Inquiry; label: string }) {
  const zone = browserZone();
  const { coverage } = inquiry;
  const { told, leading } = useShownPlan(inquiry);
  const plan = coverage?.plans[leading];
  const shown = useMemo(() => plan && shownUnder(SHOW_ALL, plan), [plan]);
  const seen = seenStatus(told, zone);
  const reading = readingOf(inquiry, zone);
  return (
    <ReadingContext value={reading}>
      <LineSourceProvider inquiry={inquiry}>
        <div className={classes.summaryParts}>
          <div className={classes.told}>
            {seen && <StatusBadge tone={seen.tone}>{seen.label}</StatusBadge>}
            <Anchor size="sm" renderRoot={(props) => <Link to="/inquiries/$id" params={{ id: inquiry.id }} {...props} />}>
              answer of <Instant at={inquiry.answered_at ?? inquiry.created_at} />
            </Anchor>
          </div>
          {coverage && (
            <Text size="sm" fw={600}>
              <PayerWords>{answerSentence(coverage, askedDay(inquiry, zone), reading)}</PayerWords>
            </Text>
          )}
          {coverage && plan && shown ? (
            <>
              <MoneyLeft inquiry={inquiry} coverage={coverage} plan={plan} shown={shown} of={label} />
              <CareGrid coverage={coverage} plan={plan} shown={shown} of={label} />
            </>
          ) : (
            <>
              <MissingStatus />
              <MissingBenefits />
            </>
          )}
        </div>
      </LineSourceProvider>
    </ReadingContext>
  );
}
