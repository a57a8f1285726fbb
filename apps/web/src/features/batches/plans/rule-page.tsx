import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { FormLoading, LoadFailure } from '#ui/form-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { BatchNav } from '../batch-nav.tsx';
import { rulesOptions } from './rechecks.queries.ts';
import { RuleForm } from './rule-form.tsx';

/** A rule of planned checks, to be changed (docs/product.md 2.18). */
export function RulePage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error } = useQuery(rulesOptions);
  if (error && !data) return <LoadFailure error={error} />;
  const rule = data?.rules.find((one) => one.id === id);
  if (data && !rule) return <Navigate to="/404" replace />;
  return (
    <>
      <PageTitle takesFocus={false}>Change a planned check</PageTitle>
      <BatchNav />
      {rule ? <RuleForm key={rule.id} rule={rule} /> : <FormLoading />}
    </>
  );
}
