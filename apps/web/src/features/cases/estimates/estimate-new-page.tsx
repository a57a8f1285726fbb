import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { caseOptions } from '../cases.queries.ts';
import { FormLoading, LoadFailure } from '#ui/form-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { EstimateForm } from './estimate-form.tsx';
import { estimateOptions } from './estimates.queries.ts';

const route = getRouteApi('/signed-in/cases/$id/estimates/new');

/** A new paper, or one in the place of what was handed over. */
export function EstimateNewPage() {
  const { id } = route.useParams();
  const { kind = 'estimate', replaces } = route.useSearch();
  const of = useQuery(caseOptions(id));
  const replaced = useQuery({ ...estimateOptions(replaces ?? ''), enabled: replaces !== undefined });
  const error = of.error ?? replaced.error;
  if (error !== null && !of.data) return <LoadFailure error={error} />;
  const isReady = of.data !== undefined && (replaces === undefined || replaced.data !== undefined);
  return (
    <>
      <PageTitle>{kind === 'gfe' ? 'New Good Faith Estimate' : 'New estimate'}</PageTitle>
      {isReady ? <EstimateForm of={of.data} kind={kind} {...(replaced.data ? { replaces: replaced.data } : {})} /> : <FormLoading />}
    </>
  );
}
