/** Calls about organizations and their people, across organizations, with their places in the cache. */
import {
  adminAccountsContract as contract,
  type AdminInvite,
  type AdminOrganization,
  type AdminProvider,
  type AdminSubscription,
} from '@coverlight/contract/admin/admin-accounts.contract.ts';
import type { BodyInput, QueryInput } from '@coverlight/contract/endpoint.ts';
import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '#lib/api.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import type { ListPage, ListQuery } from './admin-list.tsx';

export const accountKeys = {
  organizations: ['admin', 'organizations'],
  users: ['admin', 'users'],
  invites: ['admin', 'invites'],
  providers: ['admin', 'providers'],
} as const;
/** Undefined is every organization. */
export interface OfOrganization {
  organization_id?: string;
}

export async function listOrganizations(
  query: ListQuery & { is_active?: boolean },
  signal: AbortSignal,
): Promise<ListPage<AdminOrganization>> {
  const { reply, total } = await callList(contract.listOrganizations, {
    query: query as QueryInput<typeof contract.listOrganizations>,
    signal,
  });
  return { rows: reply.organizations, total };
}

export const organizationOptions = (id: string) =>
  queryOptions({
    queryKey: [...accountKeys.organizations, 'one', id],
    queryFn: ({ signal }) => call(contract.getOrganization, { params: { id }, signal }),
  });

export const updateOrganization = (id: string, body: BodyInput<typeof contract.updateOrganization>) =>
  call(contract.updateOrganization, { params: { id }, body });

export const currentSubscriptionOptions = (organizationId: string) =>
  queryOptions({
    queryKey: ['admin', 'subscriptions', 'current', organizationId],
    queryFn: async ({ signal }) => (await call(contract.currentSubscription, { params: { id: organizationId }, signal })).subscription,
  });

export async function listSubscriptions(query: ListQuery & OfOrganization, signal: AbortSignal): Promise<ListPage<AdminSubscription>> {
  const { reply, total } = await callList(contract.listSubscriptions, {
    query: query as QueryInput<typeof contract.listSubscriptions>,
    signal,
  });
  return { rows: reply.subscriptions, total };
}

export async function listUsers(query: ListQuery & OfOrganization, signal: AbortSignal): Promise<ListPage<Member>> {
  const { reply, total } = await callList(contract.listUsers, { query: query as QueryInput<typeof contract.listUsers>, signal });
  return { rows: reply.users, total };
}

/** What a form starts from: read anew each time, and never changed below it. */
export const userOptions = (id: string) =>
  queryOptions({
    queryKey: [...accountKeys.users, 'one', id],
    queryFn: async ({ signal }) => (await call(contract.getUser, { params: { id }, signal })).user,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const updateUser = async (id: string, body: BodyInput<typeof contract.updateUser>) =>
  (await call(contract.updateUser, { params: { id }, body })).user;
export const sendPasswordReset = (id: string) => call(contract.sendPasswordReset, { params: { id } });

export function useResetSecondFactor(id: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => call(contract.resetSecondFactor, { params: { id } }),
    onSuccess: () => client.setQueryData(userOptions(id).queryKey, (user) => user && { ...user, has_second_factor: false }),
  });
}

export async function listInvites(query: ListQuery & OfOrganization, signal: AbortSignal): Promise<ListPage<AdminInvite>> {
  const { reply, total } = await callList(contract.listInvites, { query: query as QueryInput<typeof contract.listInvites>, signal });
  return { rows: reply.invites, total };
}

export const createInvite = (body: BodyInput<typeof contract.createInvite>) => call(contract.createInvite, { body });
export const changeInvite = (id: string, body: BodyInput<typeof contract.changeInvite>) =>
  call(contract.changeInvite, { params: { id }, body });

export async function listProviders(
  query: ListQuery & OfOrganization,
  signal: AbortSignal,
): Promise<ListPage<AdminProvider> & { hasPlatformProvider: boolean }> {
  const { reply, total } = await callList(contract.listProviders, { query: query as QueryInput<typeof contract.listProviders>, signal });
  return { rows: reply.providers, total, hasPlatformProvider: reply.has_platform_provider };
}

export const updateProvider = (id: string, isOverride: boolean) =>
  call(contract.updateProvider, { params: { id }, body: { is_override: isOverride } });

export const createRegisterInfo = (body: BodyInput<typeof contract.createRegisterInfo>) => call(contract.createRegisterInfo, { body });

/** Reads the lists of one kind anew; resolves once those on the screen are. */
export function useRefreshAccounts(): (kind: keyof typeof accountKeys) => Promise<void> {
  const client = useQueryClient();
  return (kind) => client.invalidateQueries({ queryKey: accountKeys[kind] });
}
