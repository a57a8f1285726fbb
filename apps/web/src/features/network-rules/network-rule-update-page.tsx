import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { FormLoading, LoadFailure } from '#ui/form-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { networkRulesOptions } from './network-rules.queries.ts';
import { RuleForm } from './rule-form.tsx';

export function NetworkRuleUpdatePage() {
  const { id = '' } = useParams({ strict: false });
  // Rules travel as one list; what the form was filled from does not change below it.
  const { data, error, isFetching } = useQuery(networkRulesOptions);
  const [opened, setOpened] = useState<NonNullable<typeof data>[number] | null>(null);
  const newest = data?.find((one) => one.id === id);
  if (opened === null && newest !== undefined && !isFetching) setOpened(newest);
  if (error) return <LoadFailure error={error} />;
  if (data !== undefined && newest === undefined && !isFetching) return <Navigate to="/404" replace />;
  return (
    <>
      <PageTitle>Edit the network rule</PageTitle>
      {opened === null ? <FormLoading /> : <RuleForm rule={opened} />}
    </>
  );
}
