import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { caseOptions } from '../cases.queries.ts';
import { FormLoading, LoadFailure } from '#ui/form-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { EstimateForm } from './estimate-form.tsx';
import { estimateOptions } from './estimates.queries.ts';

/** A draft; what was handed over is replaced, not changed. */
export function EstimateUpdatePage() {
  const { id = '' } = useParams({ strict: false });
  const estimate = useQuery(estimateOptions(id));
  const of = useQuery({ ...caseOptions(estimate.data?.case_id ?? ''), enabled: estimate.data !== undefined });
  const error = estimate.error ?? of.error;
  if (error !== null) return <LoadFailure error={error} />;
  if (estimate.data && estimate.data.state !== 'draft') return <Navigate to="/cases/$id" params={{ id: estimate.data.case_id }} replace />;
  return (
    <>
      <PageTitle>Edit the estimate</PageTitle>
      {estimate.data && of.data ? <EstimateForm of={of.data} kind={estimate.data.kind} draft={estimate.data} /> : <FormLoading />}
    </>
  );
}
