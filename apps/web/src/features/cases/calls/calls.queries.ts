/** Every call about call sheets, with its place in the cache. */
import type { CallResult, CallSheet } from '@coverlight/contract/cases/call-sheet.schema.ts';
import { casesContract } from '@coverlight/contract/cases/cases.contract.ts';
import type { BodyInput } from '@coverlight/contract/endpoint.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '#lib/api.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { caseKeys } from '../cases.queries.ts';

const sheetKey = (id: string) => ['call-sheets', id] as const;

export const sheetListOptions = (caseId: string) =>
  queryOptions({
    queryKey: caseKeys.part(caseId, 'call-sheets'),
    queryFn: async ({ signal }) => (await call(casesContract.callSheets, { params: { id: caseId }, signal })).call_sheets,
  });

export const sheetOptions = (id: string) =>
  queryOptions({
    queryKey: sheetKey(id),
    queryFn: async ({ signal }) => (await call(casesContract.callSheet, { params: { id }, signal })).call_sheet,
  });

/** The server's newest word about a sheet stands at once; what the case shows of it is read again. */
export function useShowSheet(): (sheet: CallSheet) => Promise<void> {
  const client = useQueryClient();
  return async (sheet) => {
    client.setQueryData(sheetKey(sheet.id), sheet);
    await client.invalidateQueries({ queryKey: caseKeys.everything });
  };
}

/** Makes a sheet and opens it. */
export function useMakeCallSheet(caseId: string) {
  const show = useShowSheet();
  const router = useRouter();
  return useSingleMutation({
    mutationFn: async (body: BodyInput<typeof casesContract.makeCallSheet>) =>
      (await call(casesContract.makeCallSheet, { params: { id: caseId }, body })).call_sheet,
    onSuccess: async (sheet) => {
      void show(sheet);
      await router.navigate({ to: '/call-sheets/$id', params: { id: sheet.id } });
    },
  });
}

export function useChangeSheet({ id, version }: Pick<CallSheet, 'id' | 'version'>) {
  const show = useShowSheet();
  return useSingleMutation({
    mutationFn: async (body: Omit<BodyInput<typeof casesContract.updateCallSheet>, 'version'>) =>
      (await call(casesContract.updateCallSheet, { params: { id }, body: { ...body, version } })).call_sheet,
    onSuccess: (sheet) => void show(sheet),
  });
}

/** What one call brought: all of it is kept, or nothing. */
export const sendAnswers = async (id: string, body: CallResult) =>
  (await call(casesContract.addCallAnswers, { params: { id }, body })).call_sheet;

/** A cell names the answer alone: it is on one of the few sheets of the case. */
export const callAnswerOptions = (caseId: string, answerId: string) =>
  queryOptions({
    queryKey: [...caseKeys.part(caseId, 'call-sheets'), answerId],
    queryFn: async ({ client }) => {
      const rows = await client.fetchQuery(sheetListOptions(caseId));
      const sheets = await Promise.all(rows.map(({ id }) => client.fetchQuery(sheetOptions(id))));
      return sheets.flatMap(({ answers }) => answers).find(({ id }) => id === answerId) ?? null;
    },
  });
