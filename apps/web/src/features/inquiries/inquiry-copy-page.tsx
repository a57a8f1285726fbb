import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { FormChoices } from './form/form-choices.tsx';
import { fromSubmission } from './form/form-values.ts';
import { InquiryForm } from './form/inquiry-form.tsx';
import { formSourceOptions } from './inquiries.queries.ts';

const route = getRouteApi('/signed-in/inquiries/$id/copy');

/** A new inquiry from an earlier one, whatever its status: the product never refused any (docs/product.md 2.8). */
export function InquiryCopyPage() {
  const { id } = route.useParams();
  const inquiry = useQuery(formSourceOptions(id));
  if (inquiry.isError) return <Navigate to="/404" replace />;
  if (inquiry.isPending) return <Skeleton height={320} role="status" aria-label="Loading the inquiry" />;
  const { submission, status } = inquiry.data;
  return (
    <FormChoices>
      {(choices) => (
        <InquiryForm
          key={id}
          title="Copy inquiry"
          {...choices}
          prefill={fromSubmission(submission, choices)}
          parentId={id}
          draftId={null}
          refused={status === 'error' ? inquiry.data : null}
        />
      )}
    </FormChoices>
  );
}
