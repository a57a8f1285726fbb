import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useCurrentUser } from '#lib/session.ts';
import { FormChoices } from './form/form-choices.tsx';
import { lastProvider } from './form/habits.ts';
import { InquiryForm } from './form/inquiry-form.tsx';
import { emptyPrefill, nextPrefill, repeatPrefill } from './form/prefills.ts';
import { formSourceOptions } from './inquiries.queries.ts';

const route = getRouteApi('/signed-in/inquiries/new');
const TITLE = 'New inquiry';

/** An empty form; the next of a run of checks, with all that is not about the patient; or a patient's check once more, with all but the day. */
export function InquiryNewPage() {
  const { after, again } = route.useSearch();
  if (again !== undefined) return <EarlierInquiry key={again} id={again} start={repeatPrefill} parentId={again} />;
  return after === undefined ? <FirstInquiry /> : <EarlierInquiry key={after} id={after} start={nextPrefill} parentId={null} />;
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

/** Starts from an earlier one. */
function EarlierInquiry({ id, start, parentId }: { id: string; start: typeof nextPrefill; parentId: string | null }) {
  const before = useQuery(formSourceOptions(id));
  if (before.isError) return <Navigate to="/404" replace />;
  if (before.isPending) return <Skeleton height={320} role="status" aria-label="Loading the form" />;
  const { submission } = before.data;
  return (
    <FormChoices>
      {(choices) => (
        <InquiryForm
          title={TITLE}
          {...choices}
          prefill={start(submission, choices)}
          parentId={parentId}
          draftId={null}
          startsAt="patient"
        />
      )}
    </FormChoices>
  );
}
