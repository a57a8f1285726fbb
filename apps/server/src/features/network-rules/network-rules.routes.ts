import { networkRulesContract } from '@coverlight/contract/cases/network-rules.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { limitsOf } from '#db/page.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findInquiry } from '#features/inquiries/inquiries.repository.ts';
import { actorOf } from '#http/actor.ts';
import { notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { readCsvFile } from '#http/read-upload.ts';
import { scopeOf } from '#http/viewer.ts';
import { findVerdict } from './find-verdict.ts';
import { importRules } from './import-rules.ts';
import { presentNetworkRule } from './network-rules.presenter.ts';
import { deleteNetworkRule, listNetworkRules, lockNetworkRules } from './network-rules.repository.ts';
import { createRule, tryRule, updateRule } from './save-rule.ts';
import { tellRules } from './watch-rules.ts';

const ROWS = 1000;

export function registerNetworkRules(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  bindRoutes(
    app,
    networkRulesContract,
    {
      async list({ viewer, query }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const rules = await db.asOrganization(viewer.organizationId, async (tx) => await listNetworkRules(tx, keys));
        const { offset, limit } = limitsOf(query, ROWS);
        const shown = rules.slice(offset, offset + limit).map((rule) => presentNetworkRule(rule, clock()));
        return { status: 200 as const, body: { network_rules: shown }, headers: totalHeader(rules.length) };
      },
      async create({ viewer, body, request }) {
        const rule = await createRule(deps, { viewer, actor: actorOf(request, viewer), rule: body });
        return { status: 201 as const, body: { network_rule: presentNetworkRule(rule, clock()) } };
      },
      async update({ viewer, params, body: { version, ...change }, request }) {
        const rule = await updateRule(deps, { viewer, actor: actorOf(request, viewer), id: params.id, change, version });
        return { status: 200 as const, body: { network_rule: presentNetworkRule(rule, clock()) } };
      },
      async remove({ viewer, params, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        await db.asOrganization(viewer.organizationId, async (tx) => {
          await lockNetworkRules(tx, viewer.organizationId);
          if (!(await deleteNetworkRule(tx, viewer.organizationId, params.id))) throw notFound();
          await tellRules(deps, tx, keys);
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'network-rule.delete',
            objectType: 'network-rule',
            objectIds: [params.id],
          });
        });
        return { status: 204 as const, body: null };
      },
      async preview({ viewer, body }) {
        const { rule, replaces = null } = 'rule' in body ? body : { rule: body };
        return { status: 200 as const, body: await tryRule(deps, { viewer, rule, replaces }) };
      },
      async upload({ viewer, request }) {
        const imported = await importRules(deps, { file: await readCsvFile(request), viewer, actor: actorOf(request, viewer) });
        return { status: 200 as const, body: { imported } };
      },
      async verdict({ viewer, params, request }) {
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const now = clock();
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const inquiry = await findInquiry(tx, keys, scopeOf(viewer), params.id);
          if (inquiry === null) throw notFound();
          const levels = inquiry.submission.careLevels ?? [];
          const network = await findVerdict(tx, keys, { inquiry, providerId: inquiry.provider_id, levels, now });
          await recordAudit(tx, actorOf(request, viewer), now, { action: 'inquiry.view', objectType: 'inquiry', objectIds: [inquiry.id] });
          return { status: 200 as const, body: { network } };
        });
      },
    },
    deps.access,
  );
}
