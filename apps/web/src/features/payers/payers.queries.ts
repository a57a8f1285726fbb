import { payersContract } from '@coverlight/contract/payers/payers.contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

/** Thousands of rows that change once a day: read once per session of work. */
const PAYERS_FRESH_MS = 10 * 60 * 1000;

export const payersOptions = queryOptions({
  queryKey: ['payers'],
  queryFn: async ({ signal }) => (await call(payersContract.list, { query: {}, signal })).payers,
  staleTime: PAYERS_FRESH_MS,
});

export const payerSchemaOptions = (payerId: string) =>
  queryOptions({
    queryKey: ['payers', payerId, 'schema'],
    queryFn: async ({ signal }) => (await call(payersContract.schema, { params: { id: payerId }, signal })).schema,
    staleTime: PAYERS_FRESH_MS,
  });

export const payerSearchOptions = (q: string) =>
  queryOptions({
    queryKey: ['payers', 'search', q],
    queryFn: async ({ signal }) => (await call(payersContract.search, { query: { q }, signal })).found,
    staleTime: PAYERS_FRESH_MS,
  });

/** It changes with every answer; older than this it is asked for again when a form needs it. */
const EXPECTATION_FRESH_MS = 60_000;

export const payerExpectationOptions = (payerId: string) =>
  queryOptions({
    queryKey: ['payers', payerId, 'expectation'],
    queryFn: async ({ signal }) => (await call(payersContract.expectation, { params: { id: payerId }, signal })).expectation,
    staleTime: EXPECTATION_FRESH_MS,
    retry: false,
  });

/** The child of a group that the first three characters of a member id point to; null where none does. */
export async function resolveChildPayer(groupId: string, prefix: string): Promise<string | null> {
  const { payer } = await call(payersContract.resolve, { params: { id: groupId }, body: { prefix } });
  return payer?.id ?? null;
}
