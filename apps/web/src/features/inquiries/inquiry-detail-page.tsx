import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import { answerSentence } from '@coverlight/domain/inquiries/coverage/answer-sentence.ts';
import { readingOf } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import { expiredNotice } from '@coverlight/domain/inquiries/inquiry-expiry.ts';
import { mayView } from '@coverlight/domain/inquiries/inquiry-status.ts';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconClockExclamation, IconDownload, IconPrinter, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, use, useDeferredValue, useState } from 'react';
import { maySeeReimbursements } from '#features/reimbursements/may-see-reimbursements.ts';
import { ApiFailure } from '#lib/api.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { REPEAT_KEY } from '#lib/single-keys.ts';
import { browserZone, instantDayText } from '#ui/calendar-date.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { toast } from '#ui/toast.ts';
import { AnswerPartsContext } from './answer-parts.ts';
import type { Changes } from './changes/change-list.tsx';
import { changesOptions, loadWhatChanged } from './changes/changes.queries.ts';
import { AnswerStrip } from './coverage/answer-strip.tsx';
import { type FilterChoices, NO_CHOICES } from './coverage/benefit-filter-state.ts';
import { useDownloadPdf } from './coverage/coverage.queries.ts';
import { CopyForChart } from './coverage/copy-for-chart.tsx';
import { CoverageView } from './coverage/coverage-view.tsx';
import { LineSourceProvider } from './coverage/line-source.tsx';
import { MissingBenefits, MissingStatus } from './coverage/plan-section.tsx';
import { ReadingContext } from './coverage/reading.ts';
import { RelatedChecks } from './coverage/related-checks.tsx';
import { useShownPlan } from './coverage/use-shown-plan.ts';
import { WarningList } from './coverage/warning-list.tsx';
import { AllChecksButton } from './person-links.tsx';
import { SendAnother } from './send-another.tsx';
import { inquiryOptions } from './inquiries.queries.ts';
import classes from './inquiry-detail-page.module.css';

// Part of an add-on: who has not bought it does not load it.
const ReimbursementCard = lazy(async () => ({
  default: (await import('#features/reimbursements/reimbursement-card.tsx')).ReimbursementCard,
}));

// Most answers are the first of their patient.
const WhatChanged = lazy(async () => ({ default: (await loadWhatChanged()).WhatChanged }));

/** The answer to one check. Whatever cannot be shown, for whatever reason, is not found (docs/product.md 2.9). */
export function InquiryDetailPage() {
  const { id = '' } = useParams({ strict: false });
  const { data: inquiry, error, isFetching } = useQuery(inquiryOptions(id));
  const changes = useQuery({ ...changesOptions(id), retry: false });
  // Built in small pieces, so that the page hears keys meanwhile.
  const shown = useDeferredValue(inquiry ?? null, null);
  // A refused session leads to the login, which must not be overtaken.
  const isSignedOut = error instanceof ApiFailure && error.status === 401;
  // What was kept from before may have been answered meanwhile.
  if (inquiry && !mayView(inquiry.status) && isFetching) return <Loading />;
  if (inquiry ? !mayView(inquiry.status) : error !== null && !isSignedOut) return <Navigate to="/404" replace />;
  // What came late would push the answer down under the pointer.
  return inquiry && shown?.id === inquiry.id && !changes.isLoading ? <InquiryDetail inquiry={shown} changes={changes.data} /> : <Loading />;
}

function Loading() {
  return (
    <Stack aria-busy="true" role="status" aria-label="Loading">
      <Skeleton height={28} width={240} />
      <Skeleton height={150} />
      <Skeleton height={320} />
    </Stack>
  );
}

function InquiryDetail({ inquiry, changes }: { inquiry: Inquiry; changes: Changes | undefined }) {
  const [choices, setChoices] = useState(NO_CHOICES);
  const parts = use(AnswerPartsContext);
  const user = useCurrentUser();
  const { coverage } = inquiry;
  const shownPlan = useShownPlan(inquiry);
  const { told } = shownPlan;
  const estimate = maySeeReimbursements(user) ? (
    <Suspense fallback={<Skeleton height={160} aria-label="Loading" role="status" />}>
      <ReimbursementCard inquiryId={inquiry.id} />
    </Suspense>
  ) : null;
  const reading = readingOf(inquiry, browserZone());
  const actions = <Actions inquiry={told} choices={choices} />;
  return (
    <ReadingContext value={reading}>
      <LineSourceProvider inquiry={inquiry}>
        <div className="visually-hidden">
          <PageTitle>Benefits check</PageTitle>
        </div>
        <div className={`${classes.answer} ${classes.page}`}>
          <AnswerStrip
            inquiry={told}
            sentence={told.coverage && answerSentence(told.coverage, askedDay(inquiry, browserZone()), reading)}
            action={<CheckAgain id={inquiry.id} />}
          />
          <OldOrForeign inquiry={inquiry} />
          <RelatedChecks inquiry={inquiry} />
          {changes?.before && (
            <Suspense>
              <WhatChanged inquiry={inquiry} before={changes.before} changes={changes} />
            </Suspense>
          )}
          {parts && <parts.Line inquiry={inquiry} />}
          <WarningList inquiry={inquiry} />
          {coverage === null ? (
            <>
              <MissingStatus />
              <MissingBenefits />
              {actions}
              {estimate}
            </>
          ) : (
            <CoverageView
              inquiry={inquiry}
              coverage={coverage}
              shownPlan={shownPlan}
              choices={choices}
              onChoicesChange={setChoices}
              estimate={estimate}
              actions={actions}
            />
          )}
          <Text size="xs" c="dimmed">
            This is what the payer said. It is no guarantee of payment: please verify before you rely on it.
          </Text>
        </div>
      </LineSourceProvider>
    </ReadingContext>
  );
}

/** What stands in the way of relying on the answer, said before anything it says. */
function OldOrForeign({ inquiry }: { inquiry: Inquiry }) {
  const notices = [
    ...(inquiry.status === 'expired' ? [expiredNotice(instantDayText(inquiry.answered_at ?? inquiry.created_at))] : []),
    ...(inquiry.asked_under === null ? [] : [`Asked under ${inquiry.asked_under}; network facts may differ for your facility`]),
  ];
  return notices.map((notice) => (
    <p key={notice} className={classes.notice}>
      <IconClockExclamation size={18} aria-hidden />
      {notice}
    </p>
  ));
}

function CheckAgain({ id }: { id: string }) {
  return (
    <Button
      component={Link}
      to={`/inquiries/${id}/copy`}
      {...REPEAT_KEY}
      size="compact-md"
      className="no-print"
      leftSection={<IconRefresh size={16} aria-hidden />}
    >
      Check again
    </Button>
  );
}

function Actions({ inquiry, choices }: { inquiry: Inquiry; choices: FilterChoices }) {
  const parts = use(AnswerPartsContext);
  const whole = useDownloadPdf(inquiry.id);
  const summary = useDownloadPdf(inquiry.id);
  const onError = () => toast({ kind: 'danger', message: LIST_ERROR, durationMs: 5000, id: 'pdf' });
  return (
    <Group gap="xs" className="no-print">
      {inquiry.coverage !== null && <CopyForChart inquiry={inquiry} />}
      <AllChecksButton personId={inquiry.person_id} />
      {parts && <parts.Action inquiry={inquiry} />}
      <SendAnother inquiryId={inquiry.id} />
      <Button
        variant="default"
        loading={whole.isPending}
        onClick={() => whole.mutate(choices, { onError })}
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Download PDF
      </Button>
      <Button
        variant="default"
        loading={summary.isPending}
        onClick={() => summary.mutate({ ...choices, summary: true }, { onError })}
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        PDF of one page
      </Button>
      <Button variant="default" onClick={() => window.print()} leftSection={<IconPrinter size={16} aria-hidden />}>
        Print
      </Button>
    </Group>
  );
}
