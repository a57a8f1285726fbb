import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useCurrentUser } from '#lib/session.ts';
import { FormChoices } from './form/form-choices.tsx';
import { lastProvider } from './form/habits.ts';
import { InquiryForm } from './form/inquiry-form.tsx';
import { emptyPrefill, nextPrefill } from './form/prefills.ts';
import { formSourceOptions } from './inquiries.queries.ts';

const route = getRouteApi('/signed-in/inquiries/new');
const TITLE = 'New inquiry';

/** An empty form, or the next of a run of checks: then what is not about the patient is as in the one before. */
export function InquiryNewPage() {
  const { after } = route.useSearch();
  return after === undefined ? <FirstInquiry /> : <NextInquiry key={after} after={after} />;
}

function FirstInquiry() {
  const user = useCurrentUser();
  return (
    <FormChoices>
      {(choices) => (
        <InquiryForm
          title={TITLE}
          {...choices}
          prefill={emptyPrefill(choices, user && lastProvider(user.id))}
          parentId={null}
          draftId={null}
        />
      )}
    </FormChoices>
  );
}

function NextInquiry({ after }: { after: string }) {
  const before = useQuery(formSourceOptions(after));
  if (before.isError) return <Navigate to="/404" replace />;
  if (before.isPending) return <Skeleton height={320} role="status" aria-label="Loading the form" />;
  const { submission } = before.data;
  return (
    <FormChoices>
      {(choices) => (
        <InquiryForm
          title={TITLE}
          {...choices}
          prefill={nextPrefill(submission, choices)}
          parentId={null}
          draftId={null}
          startsAt="patient"
        />
      )}
    </FormChoices>
  );
}
