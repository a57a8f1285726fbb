import type { AdminInquiry } from '@coverlight/contract/admin/admin-inquiries.contract.ts';
import { seenStatus } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import { browserZone } from '#ui/calendar-date.tsx';
import { Anchor, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { InquiryStatusBadge } from '#features/inquiries/inquiry-status-badge.tsx';
import { isSignedOut } from '#lib/form-errors.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { RELATIONSHIP_OPTIONS } from '@coverlight/domain/payers/default-schema.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { Facts } from '../facts.tsx';
import { FoldCard } from '../fold-card.tsx';
import { PacificInstant } from '../pacific-instant.tsx';
import { useDetailScope } from './access-reason.ts';
import { inquiryOptions } from './admin-inquiries.queries.ts';
import { AttemptTable } from './attempt-table.tsx';
import { RawAnswer } from './raw-answer.tsx';
import { ReasonGate } from './reason-gate.tsx';

const FAILURE = 'An error occurred while fetching inquiry.';

/** Everything that is known of one inquiry, whoever's it is. */
export function InquiryDetailPage() {
  const { id = '' } = useParams({ strict: false });
  const scope = useDetailScope(id);
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Inquiries', to: '/admin/inquiries' },
          { label: 'Inquiry', to: null },
        ]}
      />
      <PageTitle>Inquiry</PageTitle>
      <ReasonGate key={id} scope={scope} what="one inquiry of a practice, with its patient">
        {(reason) => <InquiryDetail id={id} reason={reason} />}
      </ReasonGate>
    </>
  );
}

function InquiryDetail({ id, reason }: { id: string; reason: string }) {
  const { data: inquiry, error, refetch } = useQuery(inquiryOptions(id, reason));
  if (error && !inquiry) return isSignedOut(error) ? null : <ErrorBanner message={FAILURE} onRetry={() => void refetch()} />;
  if (!inquiry) {
    return (
      <Stack aria-busy="true" role="status" aria-label="Loading">
        <Skeleton height={180} />
        <Skeleton height={120} />
      </Stack>
    );
  }
  return <InquiryCards inquiry={inquiry} />;
}

function InquiryCards({ inquiry }: { inquiry: AdminInquiry }) {
  const { submission, organization } = inquiry;
  return (
    <Stack gap="sm">
      <FoldCard title="Basic information">
        <BasicFacts inquiry={inquiry} />
      </FoldCard>
      <FoldCard title="Patient">
        <Facts
          facts={[
            ['First name', inquiry.patient_first_name],
            ['Last name', inquiry.patient_last_name],
            ['Suffix', submission.patientSuffix],
            ['Birth date', submission.patientBirthDate && usDate(submission.patientBirthDate)],
            ['Gender', submission.patientGender],
            ['Member ID', submission.memberId],
            ['Group number', submission.groupNumber],
            ['Relationship', relationshipName(submission.subscriberRelationship)],
          ]}
        />
      </FoldCard>
      <FoldCard title="Organization">
        <Facts
          facts={[
            [
              'Name',
              <Anchor key="name" component={Link} to={`/admin/organizations/${organization.id}`} inherit>
                {organization.name}
              </Anchor>,
            ],
            ['Id', organization.id],
          ]}
        />
      </FoldCard>
      <FoldCard title="User">
        <Facts
          facts={[
            [
              'Name',
              <Anchor key="name" component={Link} to={`/admin/users/${inquiry.user.id}/update`} inherit>
                {inquiry.user.name}
              </Anchor>,
            ],
            ['Id', inquiry.user.id],
          ]}
        />
      </FoldCard>
      <FoldCard title="Payer">
        <Facts
          facts={[
            [
              'Name',
              <Anchor key="name" component={Link} to={`/admin/payers/${inquiry.payer.id}`} inherit>
                {inquiry.payer.name}
              </Anchor>,
            ],
            ['Answered as', inquiry.payer_name_override],
            ['Id', inquiry.payer.id],
          ]}
        />
      </FoldCard>
      <FoldCard title="Provider">
        <Facts
          facts={[
            ['Name', inquiry.provider.name],
            ['Id', inquiry.provider.id],
            ['Asked under', inquiry.asked_under],
          ]}
        />
      </FoldCard>
      <FoldCard title={`Attempts (${inquiry.attempts.length})`}>
        <AttemptTable attempts={inquiry.attempts} />
      </FoldCard>
      <FoldCard title="Raw coverage response" isOpen={false}>
        <RawAnswer raw={inquiry.coverage?.raw_response} />
      </FoldCard>
    </Stack>
  );
}

/** A code that is none of ours shows as it was sent. */
const relationshipName = (code: string | undefined) => RELATIONSHIP_OPTIONS.find(({ id }) => id === code)?.name ?? code;

function BasicFacts({ inquiry }: { inquiry: AdminInquiry }) {
  const refusals = Object.entries(inquiry.remote_errors).map(([key, words]) => `${key}: ${words}`);
  const asked = inquiry.asked && [...inquiry.asked.service_types, inquiry.asked.practice_type].filter(Boolean).join(', ');
  return (
    <Facts
      facts={[
        ['Inquiry id', inquiry.id],
        ["Clearinghouse's id", inquiry.remote_id],
        ['Status', <InquiryStatusBadge key="status" status={inquiry.status} isSomebodyElse={inquiry.may_be_somebody_else} />],
        ['Plan status', inquiry.plan_status],
        ['Seen as', seenStatus(inquiry, browserZone())?.label],
        ['Source', inquiry.source_name],
        ['Created', <PacificInstant key="created" at={inquiry.created_at} />],
        ['Updated', <PacificInstant key="updated" at={inquiry.updated_at} />],
        ['Answered', <PacificInstant key="answered" at={inquiry.answered_at} never="not yet" />],
        ['Asked for the day', inquiry.as_of_date === null ? 'the day of asking' : usDate(inquiry.as_of_date)],
        ['Asked', asked],
        ['Visibility', inquiry.is_hidden ? 'Hidden' : 'Visible'],
        ['Had an estimate', inquiry.had_reimbursement ? 'yes' : 'no'],
        ['Refused because', refusals.join('; ')],
      ]}
    />
  );
}
