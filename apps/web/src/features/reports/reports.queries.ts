import { reportsContract } from '@coverlight/contract/cases/reports.contract.ts';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, callBlob } from '#lib/api.ts';
import { saveBlob } from '#lib/download.ts';

/** `since`: the first day, YYYY-MM-DD. */
export const verificationReportOptions = (since: string) =>
  queryOptions({
    queryKey: ['reports', 'verification', since],
    queryFn: async ({ signal }) => (await call(reportsContract.verification, { query: { since }, signal })).report,
    placeholderData: keepPreviousData,
  });

export function useExportReport() {
  return useMutation({
    mutationFn: async (since: string) => {
      const { blob, fileName } = await callBlob(reportsContract.export, { query: { since } });
      saveBlob(blob, fileName ?? 'verification.csv');
    },
  });
}
