import { inquiryViewsContract, type ListView } from '@coverlight/contract/inquiries/views.contract.ts';
import type { BodyInput } from '@coverlight/contract/endpoint.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

const key = ['inquiry-views'] as const;

export const listViewsOptions = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }): Promise<readonly ListView[]> => (await call(inquiryViewsContract.list, { signal })).views,
});

export type NewView = BodyInput<typeof inquiryViewsContract.create>;

/** `id` is the view that gets this name or these filters; null makes one. */
export async function saveView(id: string | null, view: NewView): Promise<ListView> {
  const reply =
    id === null
      ? await call(inquiryViewsContract.create, { body: view })
      : await call(inquiryViewsContract.update, { params: { id }, body: view });
  return reply.view;
}

export function useRefreshViews() {
  const client = useQueryClient();
  return async () => await client.invalidateQueries({ queryKey: key });
}

export function useDeleteView() {
  const refresh = useRefreshViews();
  return useMutation({ mutationFn: (id: string) => call(inquiryViewsContract.remove, { params: { id } }), onSettled: refresh });
}

/** Brings back what was deleted, under a new id. */
export function useRestoreView() {
  const refresh = useRefreshViews();
  return useMutation({ mutationFn: (view: NewView) => saveView(null, view), onSettled: refresh });
}
