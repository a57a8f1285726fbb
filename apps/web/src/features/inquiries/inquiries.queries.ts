/** Every call about inquiries that the screens make, with its place in the cache. */
import { inquiriesContract } from '@coverlight/contract/inquiries/inquiries.contract.ts';
import type { BodyInput } from '@coverlight/contract/endpoint.ts';
import type { Inquiry, InquiryRow } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '#lib/api.ts';
import type { ListQuery } from './list-filters.ts';

export const inquiryKeys = {
  lists: ['inquiries', 'list'] as const,
  list: (query: ListQuery) => ['inquiries', 'list', query] as const,
  attention: ['inquiries', 'attention'] as const,
  one: (id: string) => ['inquiries', 'one', id] as const,
  formSource: (id: string) => ['inquiries', 'form-source', id] as const,
};
export interface InquiryPage {
  rows: readonly InquiryRow[];
  total: number;
}
/** The attention line opens this many at once; the count is of all. */
const ATTENTION_LIMIT = 50;

export async function fetchInquiryPage(
  query: ListQuery,
  options: { signal?: AbortSignal; background?: boolean } = {},
): Promise<InquiryPage> {
  const { reply, total } = await callList(inquiriesContract.list, { query, ...options });
  return { rows: reply.inquiries, total };
}

export const inquiryListOptions = (query: ListQuery) =>
  queryOptions({
    queryKey: inquiryKeys.list(query),
    queryFn: ({ signal }) => fetchInquiryPage(query, { signal }),
    placeholderData: keepPreviousData,
  });

export async function fetchAttention(options: { signal?: AbortSignal; background?: boolean } = {}): Promise<InquiryPage> {
  const { reply, total } = await callList(inquiriesContract.attention, { query: { limit: ATTENTION_LIMIT }, ...options });
  return { rows: reply.inquiries, total };
}

export const attentionOptions = queryOptions({
  queryKey: inquiryKeys.attention,
  queryFn: ({ signal }) => fetchAttention({ signal }),
});

async function fetchInquiry(id: string, signal: AbortSignal): Promise<Inquiry> {
  return (await call(inquiriesContract.get, { params: { id }, signal })).inquiry;
}

export const inquiryOptions = (id: string) =>
  queryOptions({ queryKey: inquiryKeys.one(id), queryFn: ({ signal }) => fetchInquiry(id, signal) });

/** What a copy or draft form starts from: read once and apart, so that nothing changes below a form that is being filled in. */
export const formSourceOptions = (id: string) =>
  queryOptions({
    queryKey: inquiryKeys.formSource(id),
    queryFn: ({ signal }) => fetchInquiry(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Lists are stale after anything that changes an inquiry. */
export function useRefreshLists() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: inquiryKeys.lists }),
      client.invalidateQueries({ queryKey: inquiryKeys.attention }),
    ]);
  };
}

export function useHideInquiries() {
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: ({ ids, isHidden }: { ids: readonly string[]; isHidden: boolean }) =>
      call(inquiriesContract.hide, { body: { inquiry_ids: [...ids], is_hidden: isHidden } }),
    onSettled: refresh,
  });
}

export function useCancelInquiry() {
  const refresh = useRefreshLists();
  return useMutation({ mutationFn: (id: string) => call(inquiriesContract.cancel, { params: { id } }), onSettled: refresh });
}

export function useDismissInquiry() {
  const refresh = useRefreshLists();
  return useMutation({ mutationFn: (id: string) => call(inquiriesContract.dismiss, { params: { id } }), onSettled: refresh });
}

/** Says that the returned person is the patient, or takes it back. `onSaid` is called even if who asked is gone from the screen by then. */
export function useConfirmPerson(id: string, onSaid?: () => void) {
  const client = useQueryClient();
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (isConfirmed: boolean) => call(inquiriesContract.confirmPerson, { params: { id }, body: { is_confirmed: isConfirmed } }),
    onSuccess: ({ inquiry }) => {
      client.setQueryData(inquiryKeys.one(id), inquiry);
      onSaid?.();
    },
    onSettled: refresh,
  });
}

export type InquiryBody = BodyInput<typeof inquiriesContract.create>;

/** `idempotencyKey` is the same for every try of one and the same submission (docs/product.md 7.5). */
export async function submitInquiry(body: InquiryBody, idempotencyKey: string): Promise<Inquiry> {
  const reply = await call(inquiriesContract.create, { body, headers: { 'idempotency-key': idempotencyKey } });
  return reply.inquiry;
}

export async function saveDraft(body: InquiryBody, draftId: string | null): Promise<Inquiry> {
  const reply = draftId
    ? await call(inquiriesContract.updateDraft, { params: { id: draftId }, body })
    : await call(inquiriesContract.createDraft, { body });
  return reply.inquiry;
}

export async function findRecentAnswer(body: BodyInput<typeof inquiriesContract.recent>) {
  return (await call(inquiriesContract.recent, { body })).recent;
}

export const fetchFormKey = async () => (await call(inquiriesContract.formKey, {})).form_key;
