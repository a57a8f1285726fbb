import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { type Choices, FormChoices } from './form/form-choices.tsx';
import { fromSubmission } from './form/form-values.ts';
import { InquiryForm } from './form/inquiry-form.tsx';
import { otherPrefill } from './form/prefills.ts';
import { formSourceOptions } from './inquiries.queries.ts';

const route = getRouteApi('/signed-in/inquiries/$id/copy');

/** A new inquiry from an earlier one, whatever its status: the product never refused any; or the same one to a company that its answer names (docs/product.md 2.8). */
export function InquiryCopyPage() {
  const { id } = route.useParams();
  const { other } = route.useSearch();
  const inquiry = useQuery(formSourceOptions(id));
  if (inquiry.isError) return <Navigate to="/404" replace />;
  if (inquiry.isPending) return <Skeleton height={320} role="status" aria-label="Loading the inquiry" />;
  const { data: source } = inquiry;
  const start = (choices: Choices) => {
    const toOther = other === undefined ? null : otherPrefill(source, Number(other), choices);
    if (toOther !== null) return { title: 'Check another company', prefill: toOther, company: toOther.company };
    return {
      title: 'Copy inquiry',
      prefill: fromSubmission(source.submission, choices),
      refused: source.status === 'error' ? source : null,
    };
  };
  return (
    <FormChoices>
      {(choices) => <InquiryForm key={`${id} ${other}`} {...start(choices)} {...choices} parentId={id} draftId={null} />}
    </FormChoices>
  );
}
