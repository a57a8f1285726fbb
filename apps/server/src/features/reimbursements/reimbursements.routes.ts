import { inquiriesContract } from '@coverlight/contract/inquiries/inquiries.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { actorOf } from '#http/actor.ts';
import { nothingThere } from '#http/app-error.ts';
import { bindRoutes } from '#http/bind-routes.ts';
import { findReimbursements } from './find-reimbursements.ts';

export function registerReimbursements(app: FastifyInstance, deps: Deps): void {
  bindRoutes(
    app,
    { reimbursements: inquiriesContract.reimbursements },
    {
      async reimbursements({ viewer, params, query, request }) {
        const report = await findReimbursements(deps, { id: params.id, viewer, actor: actorOf(request, viewer) });
        if (report === null && query.or_null !== true) throw nothingThere();
        return { status: 200 as const, body: { report } };
      },
    },
    deps.access,
  );
}
