import { payersContract } from '@coverlight/contract/payers/payers.contract.ts';
import type { Payer } from '@coverlight/contract/payers/payer.schema.ts';
import { payerExpectation } from '@coverlight/domain/payers/payer-expectation.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { rankFound } from '@coverlight/domain/payers/payer-search.ts';
import { findPayerAnswers, listSilentServices } from './payer-answers.repository.ts';
import { loadOfferedSchema } from './payer-schema.ts';
import { listChoosableCandidates } from './payer-search.repository.ts';
import { findMemberByPrefix, findPayer, listChoosablePayers, type ChoosablePayer } from './payers.repository.ts';
import { searchPayers } from './search-payers.ts';

export function registerPayers(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  bindRoutes(
    app,
    payersContract,
    {
      async list({ query }) {
        const clearinghouses = Object.keys(deps.clearinghouses);
        const all = await db.withoutOrganization(async (tx) => {
          const payers = nest(await listChoosablePayers(tx, clearinghouses));
          const { q = '' } = query;
          if (q === '') return payers;
          const found = new Set(rankFound(await listChoosableCandidates(tx, clearinghouses, q), q).map(({ id }) => id));
          const isNamed = (name: string): boolean => name.toLowerCase().includes(q.toLowerCase());
          return payers.filter((payer) => [payer, ...payer.children].some(({ id, name }) => found.has(id) || isNamed(name)));
        });
        if (query.sort === '-name') all.reverse();
        const limit = query.limit ?? (all.length || 1);
        const first = ((query.page ?? 1) - 1) * limit;
        return { status: 200 as const, body: { payers: all.slice(first, first + limit) }, headers: totalHeader(all.length) };
      },
      async search({ query }) {
        const found = await db.withoutOrganization(async (tx) => await searchPayers(tx, Object.keys(deps.clearinghouses), query.q));
        return { status: 200 as const, body: { found } };
      },
      async schema({ params }) {
        const schema = await db.withoutOrganization(async (tx) => {
          const payer = await findPayer(tx, params.id);
          return payer === null || payer.deleted_at !== null ? null : await loadOfferedSchema(tx, payer, deps.clearinghouses);
        });
        if (schema === null) throw notFound();
        return { status: 200 as const, body: { schema } };
      },
      async expectation({ params }) {
        const past = await db.withoutOrganization(async (tx) => {
          const payer = await findPayer(tx, params.id);
          if (payer === null || payer.deleted_at !== null) return null;
          const now = deps.clock();
          return { ...(await findPayerAnswers(tx, payer.id, now)), silentServices: await listSilentServices(tx, payer.id, now) };
        });
        if (past === null) throw notFound();
        const { usualSeconds, silentSince } = payerExpectation(past);
        const expectation = {
          usual_seconds: usualSeconds,
          silent_since: silentSince?.toISOString() ?? null,
          silent_services: past.silentServices,
        };
        return { status: 200 as const, body: { expectation } };
      },
      async resolve({ params, body }) {
        const payer = await db.withoutOrganization(async (tx) => {
          const group = await findPayer(tx, params.id);
          if (group === null || group.deleted_at !== null) throw notFound();
          return group.is_group && body.prefix.length === 3 ? await findMemberByPrefix(tx, group.id, body.prefix) : null;
        });
        return { status: 200 as const, body: { payer } };
      },
    },
    deps.access,
  );
}

/** Members under their group; a group's member is not offered a second time on its own. */
function nest(flat: readonly ChoosablePayer[]): Payer[] {
  const members = new Map<string, Payer['children']>();
  for (const payer of flat) {
    const { payer_group_id: groupId } = payer;
    if (groupId !== null) members.set(groupId, [...(members.get(groupId) ?? []), { ...headOf(payer), is_group: false, children: [] }]);
  }
  return flat
    .filter((payer) => payer.payer_group_id === null)
    .map((payer) => ({ ...headOf(payer), children: members.get(payer.id) ?? [] }));
}

const headOf = ({ id, name, is_group, codes }: ChoosablePayer) => ({ id, name, is_group, ...(codes === null ? {} : { codes }) });
