/** Every call about batches that the screens make, with its place in the cache. */
import type { Batch, BatchPayer, BatchRow } from '@coverlight/contract/batches/batch.schema.ts';
import { batchesContract } from '@coverlight/contract/batches/batches.contract.ts';
import type { BodyInput, QueryInput } from '@coverlight/contract/endpoint.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callBlob, callList } from '#lib/api.ts';
import { isConflict } from '#lib/form-errors.ts';
import { upload } from '#lib/upload.ts';
import { browserZone } from '#ui/calendar-date.tsx';

export type RowsQuery = QueryInput<typeof batchesContract.rows>;
export interface RowPage {
  rows: readonly BatchRow[];
  total: number;
}
interface Asking {
  signal?: AbortSignal;
  background?: boolean;
}

export const batchKeys = {
  lists: ['batches', 'list'] as const,
  list: (query: ListQuery) => ['batches', 'list', query] as const,
  one: (id: string) => ['batches', 'one', id] as const,
  payers: (id: string) => ['batches', 'payers', id] as const,
  allRows: (id: string) => ['batches', 'rows', id] as const,
  rows: (id: string, query: RowsQuery) => ['batches', 'rows', id, query] as const,
};

export interface ListQuery {
  page: number;
  limit: number;
}
export async function fetchBatchPage(query: ListQuery, options: Asking = {}): Promise<{ rows: readonly Batch[]; total: number }> {
  const { reply, total } = await callList(batchesContract.list, { query, ...options });
  return { rows: reply.batches, total };
}

export const batchListOptions = (query: ListQuery) =>
  queryOptions({ queryKey: batchKeys.list(query), queryFn: ({ signal }) => fetchBatchPage(query, { signal }) });

export async function fetchBatch(id: string, options: Asking = {}): Promise<Batch> {
  return (await call(batchesContract.get, { params: { id }, ...options })).batch;
}

export const batchOptions = (id: string) =>
  queryOptions({ queryKey: batchKeys.one(id), queryFn: ({ signal }) => fetchBatch(id, { signal }) });

export async function fetchRowPage(id: string, query: RowsQuery, options: Asking = {}): Promise<RowPage> {
  const { reply, total } = await callList(batchesContract.rows, { params: { id }, query, ...options });
  return { rows: reply.rows, total };
}

export const rowPageOptions = (id: string, query: RowsQuery) =>
  queryOptions({
    queryKey: batchKeys.rows(id, query),
    queryFn: ({ signal }) => fetchRowPage(id, query, { signal }),
    placeholderData: keepPreviousData,
  });

export const batchPayersOptions = (id: string) =>
  queryOptions({
    queryKey: batchKeys.payers(id),
    queryFn: async ({ signal }): Promise<readonly BatchPayer[]> => (await call(batchesContract.payers, { params: { id }, signal })).payers,
  });

export type BroughtIn = { providerId: string } & ({ file: File } | { text: string });

/** `onShare`: what of a file has arrived, 0 to 1. */
export async function bringIn(list: BroughtIn, onShare: (share: number) => void): Promise<Batch> {
  if ('text' in list) {
    const body = { source: 'paste' as const, text: list.text, provider_id: list.providerId };
    return (await call(batchesContract.create, { body })).batch;
  }
  const form = new FormData();
  // What it is asked under has to be known before the file is read.
  form.set('provider_id', list.providerId);
  form.set('file', list.file);
  return batchesContract.create.replies[201].parse(await upload(batchesContract.create, form, onShare)).batch;
}

export type BatchStep = 'start' | 'pause' | 'resume' | 'stop';
export type BatchChange = BodyInput<typeof batchesContract.update>;

/** Everything that is shown of a batch is as old as its last change. */
function useBatchChange<Input>(id: string, change: (input: Input) => Promise<Batch>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (batch) => client.setQueryData(batchKeys.one(id), batch),
    onError: async (error) => {
      // It is not as it stands here.
      if (isConflict(error)) await client.invalidateQueries({ queryKey: batchKeys.one(id) });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: batchKeys.allRows(id) }),
        client.invalidateQueries({ queryKey: batchKeys.payers(id) }),
        client.invalidateQueries({ queryKey: batchKeys.lists }),
      ]),
  });
}

export const useUpdateBatch = (id: string) =>
  useBatchChange(id, async (body: BatchChange) => (await call(batchesContract.update, { params: { id }, body })).batch);

export const useStepBatch = (id: string) =>
  useBatchChange(id, async (step: BatchStep) => {
    const params = { id };
    if (step === 'start') return (await call(batchesContract.start, { params, body: {} })).batch;
    return (await call(batchesContract[step], { params })).batch;
  });

export type RowChange = BodyInput<typeof batchesContract.updateRow>;

/** The row takes its new place at once; counts and costs are read again. */
export function useUpdateRow(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ row, change }: { row: number; change: RowChange }) =>
      (await call(batchesContract.updateRow, { params: { id, row }, body: change })).row,
    onSuccess: (row) =>
      client.setQueriesData<RowPage>({ queryKey: batchKeys.allRows(id) }, (page) =>
        page === undefined ? page : { ...page, rows: page.rows.map((one) => (one.row === row.row ? row : one)) },
      ),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: batchKeys.one(id) }),
        client.invalidateQueries({ queryKey: batchKeys.allRows(id) }),
        client.invalidateQueries({ queryKey: batchKeys.payers(id) }),
      ]),
  });
}

export function useRemoveBatch(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(batchesContract.remove, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: batchKeys.lists }),
  });
}

export const EXPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export async function exportBatch(id: string, format: ExportFormat): Promise<{ blob: Blob; fileName: string | null }> {
  return await callBlob(batchesContract.export, { params: { id }, query: { format, zone: browserZone() } });
}
