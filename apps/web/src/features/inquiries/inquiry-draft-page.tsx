import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { FormChoices } from './form/form-choices.tsx';
import { fromSubmission } from './form/form-values.ts';
import { InquiryForm } from './form/inquiry-form.tsx';
import { formSourceOptions } from './inquiries.queries.ts';

const route = getRouteApi('/signed-in/inquiries/$id/draft');

/** Going on with a draft. What is no draft any more is NotFound. */
export function InquiryDraftPage() {
  const { id } = route.useParams();
  const inquiry = useQuery(formSourceOptions(id));
  if (inquiry.isError) return <Navigate to="/404" replace />;
  if (inquiry.isPending) return <Skeleton height={320} role="status" aria-label="Loading the draft" />;
  if (inquiry.data.status !== 'draft') return <Navigate to="/404" replace />;
  const { submission } = inquiry.data;
  return (
    <FormChoices>
      {(choices) => (
        <InquiryForm
          key={id}
          title="Edit draft"
          {...choices}
          prefill={fromSubmission(submission, choices)}
          parentId={submission.parentId ?? null}
          draftId={id}
        />
      )}
    </FormChoices>
  );
}
