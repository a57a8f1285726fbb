/** Calls about the practice's own rules on its networks. */
import type { NetworkRule, NewNetworkRule } from '@coverlight/contract/cases/network-rule.schema.ts';
import { networkRulesContract } from '@coverlight/contract/cases/network-rules.contract.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { upload } from '#lib/upload.ts';

const KEY = ['network-rules'] as const;

/** All of them, in their order. */
export const networkRulesOptions = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => (await call(networkRulesContract.list, { query: {}, signal })).network_rules,
});

export const createRule = async (body: NewNetworkRule) => (await call(networkRulesContract.create, { body })).network_rule;
export const updateRule = async ({ id, version }: Pick<NetworkRule, 'id' | 'version'>, body: NewNetworkRule) =>
  (await call(networkRulesContract.update, { params: { id }, body: { ...body, version } })).network_rule;
export const removeRule = (id: string) => call(networkRulesContract.remove, { params: { id } });

/** `replaces`: the rule in whose place it stands; null: a new one. */
export const previewRule = (rule: NewNetworkRule, replaces: string | null) =>
  call(networkRulesContract.preview, { body: { rule, replaces } });

export async function uploadRules(file: File, onProgress: (share: number) => void): Promise<number> {
  const form = new FormData();
  form.set('file', file);
  const reply = await upload(networkRulesContract.upload, form, onProgress);
  return networkRulesContract.upload.replies[200].parse(reply).imported;
}

/** A verdict stands on cases and answers, too. */
export function useRefreshRules(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: KEY }), client.invalidateQueries({ queryKey: ['cases'] })]);
  };
}
