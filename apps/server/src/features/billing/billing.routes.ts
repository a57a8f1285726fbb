import { billingContract } from '@coverlight/contract/billing/billing.contract.ts';
import { usagePeriodStart } from '@coverlight/domain/billing/usage-period.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { actorOf } from '#http/actor.ts';
import { limitsOf } from '#db/page.ts';
import { AppError } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { findSession } from '#http/session.ts';
import type { Viewer } from '#http/viewer.ts';
import { PERSON_WAITS_MS, type BillingCaller } from './billing-caller.ts';
import { presentPlan, presentSubscription, presentUsage } from './billing.presenter.ts';
import { changeSubscription, previewChange } from './change-subscription.ts';
import { lookAtCheckout } from './checkout-return.ts';
import { knownPeriod } from './count-usage.ts';
import { findLastInvoice } from './last-invoice.ts';
import { notifyManagers } from './notify-managers.ts';
import { openCheckout } from './open-checkout.ts';
import { openPortal } from './open-portal.ts';
import { readChange } from './plan-change.ts';
import { findPlan, listPlans } from './plans.repository.ts';
import { receiveEvent } from './receive-event.ts';
import { findCurrentSubscription, isRunning } from './subscriptions.repository.ts';
import { findPeriodUsage } from './usage.repository.ts';

const { webhook, ...calls } = billingContract;

export function registerBilling(app: FastifyInstance, deps: Deps): void {
  const callerOf = async (request: FastifyRequest, viewer: Viewer): Promise<BillingCaller> => ({
    organizationId: viewer.organizationId,
    email: (await findSession(request, deps.session))?.email ?? '',
    requestId: request.id,
    actor: actorOf(request, viewer),
  });
  const patiently = async <T>(work: () => Promise<T>): Promise<T> => await deps.billing.within(PERSON_WAITS_MS, work);
  bindRoutes(
    app,
    calls,
    {
      async plans({ viewer: { organizationId }, query }) {
        return await deps.db.asOrganization(organizationId, async (tx) => {
          const current = await findCurrentSubscription(tx, organizationId);
          const ownId = current !== null && isRunning(current.status) ? current.plan_id : null;
          const plans = (await listPlans(tx)).filter((plan) => plan.is_enabled || plan.id === ownId);
          const { offset, limit } = limitsOf(query, plans.length);
          const shown = plans.slice(offset, offset + limit).map(presentPlan);
          return { status: 200 as const, body: { plans: shown }, headers: totalHeader(plans.length) };
        });
      },
      async current({ viewer: { organizationId } }) {
        const now = deps.clock();
        return await deps.db.asOrganization(organizationId, async (tx) => {
          const row = await findCurrentSubscription(tx, organizationId);
          if (row === null) return { status: 200 as const, body: { subscription: null, usage: null } };
          const plan = await findPlan(tx, row.plan_id);
          const period = knownPeriod(row);
          const startsAt = usagePeriodStart(period, now);
          const used = await findPeriodUsage(tx, organizationId, startsAt);
          const endsAt = period !== null && period.endsAt > now ? period.endsAt : null;
          const usage = isRunning(row.status) && plan !== null ? presentUsage(used, plan.base_inquiries, { startsAt, endsAt }) : null;
          return { status: 200 as const, body: { subscription: presentSubscription(row, now), usage } };
        });
      },
      async checkout({ viewer, body, request }) {
        const caller = await callerOf(request, viewer);
        return { status: 200 as const, body: { redirect_url: await patiently(async () => await openCheckout(deps, caller, body)) } };
      },
      async checkoutReturn({ viewer: { organizationId }, body }) {
        await patiently(async () => await lookAtCheckout(deps, organizationId, body.checkout_id));
        return { status: 204 as const, body: null };
      },
      async lastInvoice({ viewer: { organizationId } }) {
        const invoice = await patiently(async () => await findLastInvoice(deps, organizationId));
        return { status: 200 as const, body: { invoice } };
      },
      async portal({ viewer, body, request }) {
        const caller = await callerOf(request, viewer);
        return {
          status: 200 as const,
          body: { redirect_url: await patiently(async () => await openPortal(deps, caller, body.page ?? null)) },
        };
      },
      async preview({ viewer, body, request }) {
        const caller = await callerOf(request, viewer);
        const change = readChange(body);
        return { status: 200 as const, body: { preview: await patiently(async () => await previewChange(deps, caller, change)) } };
      },
      async change({ viewer, body, request }) {
        const asked = { change: readChange(body), preview: body.preview ?? null };
        const caller = await callerOf(request, viewer);
        const row = await patiently(async () => await changeSubscription(deps, caller, asked));
        return { status: 200 as const, body: { subscription: presentSubscription(row, deps.clock()) } };
      },
      async notify({ viewer, request }) {
        const facts = await findSession(request, deps.session);
        await notifyManagers(deps, viewer, `${facts?.firstName ?? ''} ${facts?.lastName ?? ''}`.trim());
        return { status: 204 as const, body: null };
      },
    },
    deps.access,
  );
  registerWebhook(app, deps);
}

/** In a scope of its own, since its body stays as it came: the signature is over the bytes. */
function registerWebhook(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // Anything else is read, within the limit, and refused as unreadable.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
    bindRoutes(
      scope,
      { webhook },
      {
        async webhook({ request }) {
          const signature = request.headers['stripe-signature'];
          if (!Buffer.isBuffer(request.body) || typeof signature !== 'string') throw unsigned();
          await receiveEvent(deps, request.body, signature);
          return { status: 200 as const, body: { message: 'received' } };
        },
      },
      deps.access,
    );
  });
}

const unsigned = () => new AppError('unreadable', { NOFIELD: ['The signature is missing or wrong.'] });
