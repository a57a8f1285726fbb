import { onboardingContract } from '@coverlight/contract/onboarding/onboarding.contract.ts';
import { subscriptionAccess } from '@coverlight/domain/billing/subscription-access.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { findSubscriptionSummary } from '#features/organizations/organizations.repository.ts';
import { bindRoutes } from '#http/bind-routes.ts';
import { dismissOnboarding, findFirstFacility, findOnboarding, noteSampleOpened } from './onboarding.repository.ts';
import { sampleAnswer } from './sample-answer.ts';

export function registerOnboarding(app: FastifyInstance, { db, clock, access }: Deps): void {
  bindRoutes(
    app,
    onboardingContract,
    {
      async current({ viewer }) {
        const onboarding = await db.asOrganization(viewer.organizationId, async (tx) => {
          const summary = await findSubscriptionSummary(tx);
          const { hasActive } = subscriptionAccess(summary?.status ?? null, summary?.past_due_since ?? null, clock());
          return { ...(await findOnboarding(tx)), has_plan: hasActive };
        });
        return { status: 200 as const, body: { onboarding } };
      },
      async sample({ viewer }) {
        const now = clock();
        const facility = await db.asOrganization(viewer.organizationId, async (tx) => {
          await noteSampleOpened(tx, now);
          return await findFirstFacility(tx);
        });
        const inquiry = sampleAnswer({ now, facility: facility ?? 'Your facility', viewer: { id: viewer.userId, name: 'You' } });
        return { status: 200 as const, body: { inquiry } };
      },
      async dismiss({ viewer }) {
        await db.asOrganization(viewer.organizationId, async (tx) => await dismissOnboarding(tx, clock()));
        return { status: 204 as const, body: null };
      },
    },
    access,
  );
}
