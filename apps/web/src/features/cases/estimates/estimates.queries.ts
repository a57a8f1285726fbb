/** Every call about estimates, with its place in the cache. */
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { Estimate } from '@coverlight/contract/cases/estimate.schema.ts';
import { estimatesContract } from '@coverlight/contract/cases/estimates.contract.ts';
import type { BodyInput } from '@coverlight/contract/endpoint.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { caseKeys, useRefreshCases } from '../cases.queries.ts';
import { call, callBlob } from '#lib/api.ts';
import { saveBlob } from '#lib/download.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';

export type EstimateBody = BodyInput<typeof estimatesContract.create>;
export type EstimateChange = Omit<BodyInput<typeof estimatesContract.update>, 'version'>;

export const estimatesOptions = (caseId: string) =>
  queryOptions({
    queryKey: caseKeys.part(caseId, 'estimates'),
    queryFn: async ({ signal }) => (await call(estimatesContract.list, { params: { id: caseId }, signal })).estimates,
  });

/** What a form starts from: read anew each time, and never changed below it. */
export const estimateOptions = (id: string) =>
  queryOptions({
    queryKey: ['estimates', 'one', id],
    queryFn: async ({ signal }) => (await call(estimatesContract.get, { params: { id }, signal })).estimate,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Part of an add-on: asked only for whoever may see it. */
export const rangeOptions = (caseId: string, level: CareLevelKey) =>
  queryOptions({
    queryKey: ['cases', 'range', caseId, level],
    queryFn: async ({ signal }) => await call(estimatesContract.range, { params: { id: caseId }, query: { level }, signal }),
  });

export const createEstimate = async (caseId: string, body: EstimateBody) =>
  (await call(estimatesContract.create, { params: { id: caseId }, body })).estimate;

export const changeEstimate = async ({ id, version }: Pick<Estimate, 'id' | 'version'>, change: EstimateChange) =>
  (await call(estimatesContract.update, { params: { id }, body: { ...change, version } })).estimate;

export function useChangeEstimate(of: Pick<Estimate, 'id' | 'version'>) {
  const refresh = useRefreshCases();
  return useSingleMutation({ mutationFn: (change: EstimateChange) => changeEstimate(of, change), onSettled: refresh });
}

export function useDownloadEstimate(id: string) {
  return useMutation({
    mutationFn: async (language: 'en' | 'es') => {
      const { blob, fileName } = await callBlob(estimatesContract.pdf, { params: { id }, query: { language } });
      saveBlob(blob, fileName ?? `estimate-${id}.pdf`);
    },
  });
}
