import { secondFactorsContract } from '@coverlight/contract/auth/second-factors.contract.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '#http/actor.ts';
import type { Deps } from '#deps.ts';
import { unauthenticated } from '#http/app-error.ts';
import { bindRoutes } from '#http/bind-routes.ts';
import { sessionCookies } from '#http/session-cookies.ts';
import type { Viewer } from '#http/viewer.ts';
import { findAccountOf } from './accounts.repository.ts';
import { addPasskey, confirmAuthenticator, offerPasskey, presentFactor, startAuthenticator, type Enrolled } from './enrol-second-factor.ts';
import { isFactorDemanded } from './give-second-factor.ts';
import { presentSession } from './present-session.ts';
import { removeSecondFactor, renewRecoveryCodes } from './remove-second-factor.ts';
import { countRecoveryCodes, listFactors } from './second-factors.repository.ts';

export function registerSecondFactors(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  const { signIn, deviceOf } = sessionCookies(deps);
  const enroller = (request: FastifyRequest, viewer: Viewer) => ({ viewer, device: deviceOf(request), actor: actorOf(request, viewer) });
  const answer = async (reply: FastifyReply, enrolled: Enrolled) => {
    signIn(reply, enrolled);
    const { user } = await presentSession(deps, enrolled.token);
    return { status: 201 as const, body: { enrolled: { factor: enrolled.factor, recovery_codes: enrolled.recoveryCodes, user } } };
  };
  bindRoutes(
    app,
    secondFactorsContract,
    {
      async list({ viewer }) {
        const body = await db.asOrganization(viewer.organizationId, async (tx) => {
          const account = await findAccountOf(tx, viewer.userId);
          if (account === null) throw unauthenticated();
          const factors = await listFactors(tx, viewer.userId);
          return {
            second_factors: factors.map(presentFactor),
            recovery_codes_left: await countRecoveryCodes(tx, viewer.userId),
            is_demanded: isFactorDemanded(account, deps.config),
          };
        });
        return { status: 200 as const, body };
      },
      async totpStart({ viewer }) {
        return { status: 201 as const, body: { totp: await startAuthenticator(deps, viewer) } };
      },
      async totpConfirm({ viewer, body, request, reply }) {
        return await answer(reply, await confirmAuthenticator(deps, enroller(request, viewer), body.code));
      },
      async passkeyOptions({ viewer }) {
        return { status: 200 as const, body: { passkey_options: await offerPasskey(deps, viewer) } };
      },
      async passkeyCreate({ viewer, body, request, reply }) {
        return await answer(reply, await addPasskey(deps, enroller(request, viewer), body));
      },
      async recoveryCodes({ viewer, body, request }) {
        const codes = await renewRecoveryCodes(deps, viewer, body.password, actorOf(request, viewer));
        return { status: 201 as const, body: { recovery_codes: codes } };
      },
      async remove({ viewer, params, body, request }) {
        await removeSecondFactor(deps, viewer, { ...body, id: params.id }, actorOf(request, viewer));
        return { status: 204 as const, body: null };
      },
    },
    deps.access,
  );
}
