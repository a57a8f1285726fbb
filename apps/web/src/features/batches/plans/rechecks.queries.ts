/** Calls about planned checks and appointments. */
import { rechecksContract } from '@coverlight/contract/batches/rechecks.contract.ts';
import type { Appointment, RecheckPreview } from '@coverlight/contract/batches/recheck.schema.ts';
import type { BodyInput, ReplyOf } from '@coverlight/contract/endpoint.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '#lib/api.ts';

const RULES_KEY = ['rechecks', 'rules'] as const;
const PREVIEW_KEY = ['rechecks', 'preview'] as const;

export type RuleBody = BodyInput<typeof rechecksContract.create>;
type Rules = ReplyOf<typeof rechecksContract.list>;

export const rulesOptions = queryOptions({
  queryKey: RULES_KEY,
  queryFn: async ({ signal }) => await call(rechecksContract.list, { signal }),
});

export interface PageOf {
  page: number;
  limit: number;
}

export const previewOptions = (query: PageOf) =>
  queryOptions({
    queryKey: [...PREVIEW_KEY, query],
    queryFn: async ({ signal }): Promise<{ preview: RecheckPreview; total: number }> => {
      const { reply, total } = await callList(rechecksContract.preview, { query, signal });
      return { preview: reply.preview, total };
    },
    placeholderData: keepPreviousData,
  });

export const appointmentsOptions = (query: PageOf) =>
  queryOptions({
    queryKey: ['rechecks', 'appointments', query],
    queryFn: async ({ signal }): Promise<{ rows: readonly Appointment[]; total: number }> => {
      const { reply, total } = await callList(rechecksContract.appointments, { query, signal });
      return { rows: reply.appointments, total };
    },
    placeholderData: keepPreviousData,
  });

/** What the next days bring follows every rule. */
export function useRefreshRules(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: RULES_KEY }), client.invalidateQueries({ queryKey: PREVIEW_KEY })]);
  };
}

export const createRule = async (body: RuleBody) => (await call(rechecksContract.create, { body })).rule;
export const updateRule = async (id: string, body: Partial<RuleBody>) =>
  (await call(rechecksContract.update, { params: { id }, body })).rule;

/** One after another: a switch that is pressed again meanwhile ends as it was pressed last. */
export function useSwitchRule(ruleId: string) {
  const refresh = useRefreshRules();
  return useMutation({
    scope: { id: `recheck-rule ${ruleId}` },
    mutationFn: (isOn: boolean) => updateRule(ruleId, { is_on: isOn }),
    onSettled: refresh,
  });
}

export function useStopAll() {
  const client = useQueryClient();
  const refresh = useRefreshRules();
  return useMutation({
    scope: { id: 'rechecks' },
    mutationFn: (isStopped: boolean) => call(rechecksContract.stop, { body: { is_stopped: isStopped } }),
    onSuccess: (all: Rules) => client.setQueryData(RULES_KEY, all),
    onSettled: refresh,
  });
}

export function useRemoveRule() {
  const refresh = useRefreshRules();
  return useMutation({ mutationFn: (id: string) => call(rechecksContract.remove, { params: { id } }), onSettled: refresh });
}
