/** Every call about cases, their notes, tasks and checks, with its place in the cache. */
import type { Case } from '@coverlight/contract/cases/case.schema.ts';
import { casesContract } from '@coverlight/contract/cases/cases.contract.ts';
import type { BodyInput, QueryInput } from '@coverlight/contract/endpoint.ts';
import type { InquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callBlob, callList } from '#lib/api.ts';
import { saveBlob } from '#lib/download.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { browserZone } from '#ui/calendar-date.tsx';

export const caseKeys = {
  everything: ['cases'] as const,
  lists: ['cases', 'list'] as const,
  ofInquiry: (inquiryId: string) => ['cases', 'list', 'of-inquiry', inquiryId] as const,
  one: (id: string) => ['cases', 'one', id] as const,
  part: (id: string, part: 'grid' | 'timeline' | 'notes' | 'call-sheets' | 'estimates') => ['cases', 'one', id, part] as const,
};

export type CaseListQuery = QueryInput<typeof casesContract.list>;

/** Newest events and notes first; older ones are on paper. */
const PART_ROWS = 100;

export const caseListOptions = (query: CaseListQuery) =>
  queryOptions({
    queryKey: [...caseKeys.lists, query],
    queryFn: async ({ signal }) => {
      const { reply, total } = await callList(casesContract.list, { query, signal });
      return { rows: reply.cases, total };
    },
    placeholderData: keepPreviousData,
  });

/** The open cases that a check belongs to. */
export const casesOfInquiryOptions = (inquiryId: string) =>
  queryOptions({
    queryKey: caseKeys.ofInquiry(inquiryId),
    queryFn: async ({ signal }) => (await call(casesContract.list, { query: { inquiry_id: inquiryId }, signal })).cases,
  });

interface Look {
  signal: AbortSignal;
  /** Nobody asked for this look. */
  background?: boolean;
}

export const fetchCase = async (id: string, look: Look): Promise<Case> => (await call(casesContract.get, { params: { id }, ...look })).case;
export const fetchGrid = async (id: string, look: Look) => (await call(casesContract.grid, { params: { id }, ...look })).cells;

export const caseOptions = (id: string) => queryOptions({ queryKey: caseKeys.one(id), queryFn: ({ signal }) => fetchCase(id, { signal }) });

export const gridOptions = (id: string) =>
  queryOptions({ queryKey: caseKeys.part(id, 'grid'), queryFn: ({ signal }) => fetchGrid(id, { signal }) });

export const timelineOptions = (id: string) =>
  queryOptions({
    queryKey: caseKeys.part(id, 'timeline'),
    queryFn: async ({ signal }) => (await call(casesContract.timeline, { params: { id }, query: { limit: PART_ROWS }, signal })).events,
  });

export const notesOptions = (id: string) =>
  queryOptions({
    queryKey: caseKeys.part(id, 'notes'),
    queryFn: async ({ signal }) => (await call(casesContract.notes, { params: { id }, query: { limit: PART_ROWS }, signal })).notes,
  });

/** All that is shown of cases may have changed with one of them. */
export function useRefreshCases(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: caseKeys.everything });
}

/** The server's newest word about a case stands at once; its parts are read again. */
export function useShowCase(): (changed: Case) => Promise<void> {
  const client = useQueryClient();
  return async (changed) => {
    const key = caseKeys.one(changed.id);
    client.setQueryData(key, changed);
    await Promise.all([
      client.invalidateQueries({ queryKey: caseKeys.lists }),
      client.invalidateQueries({ queryKey: key, predicate: ({ queryKey }) => queryKey.length > key.length }),
    ]);
  };
}

export const createCase = async (body: BodyInput<typeof casesContract.create>) => (await call(casesContract.create, { body })).case;

export type CaseChange = Omit<BodyInput<typeof casesContract.update>, 'version'>;

/** Refused where somebody has saved since `version`. */
export const changeCase = async ({ id, version }: Pick<Case, 'id' | 'version'>, change: CaseChange) =>
  (await call(casesContract.update, { params: { id }, body: { ...change, version } })).case;

export function useChangeCase(of: Pick<Case, 'id' | 'version'>) {
  const show = useShowCase();
  return useSingleMutation({
    mutationFn: (change: CaseChange) => changeCase(of, change),
    onSuccess: (changed) => show(changed),
  });
}

export type CompanyCheckBody = BodyInput<typeof casesContract.checkCompany>;

/** Asks a company that an answer names. Whatever comes of it joins the case. `onAsked` is called even if who asked is gone from the screen by then. */
export function useCheckCompany(caseId: string, onAsked: (status: InquiryStatus) => void) {
  const refresh = useRefreshCases();
  return useSingleMutation({
    mutationFn: async (body: CompanyCheckBody) => (await call(casesContract.checkCompany, { params: { id: caseId }, body })).inquiry,
    onSuccess: ({ status }) => onAsked(status),
    onSettled: refresh,
  });
}

/** A check that was sent from the case's own link to the form. */
export const joinRecheck = async (caseId: string, inquiryId: string) =>
  (await call(casesContract.addInquiry, { params: { id: caseId }, body: { inquiry_id: inquiryId, role: 'recheck' } })).case;

export const addNote = async (caseId: string, body: BodyInput<typeof casesContract.addNote>) =>
  (await call(casesContract.addNote, { params: { id: caseId }, body })).note;

export const addTask = async (caseId: string, body: BodyInput<typeof casesContract.addTask>) =>
  (await call(casesContract.addTask, { params: { id: caseId }, body })).case_task;

export function useChangeTask() {
  const refresh = useRefreshCases();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & BodyInput<typeof casesContract.updateTask>) =>
      call(casesContract.updateTask, { params: { id }, body }),
    onSettled: refresh,
  });
}

/** Times in the zone of the browser. */
export function useDownloadCase(id: string) {
  return useMutation({
    mutationFn: async ({ notes }: { notes: boolean }) => {
      const query = { zone: browserZone(), ...(notes ? { notes: 'true' as const } : {}) };
      const { blob, fileName } = await callBlob(casesContract.pdf, { params: { id }, query });
      saveBlob(blob, fileName ?? `case-${id}.pdf`);
    },
  });
}
