/** The checks before a request's body is read, in the order of product.md 7.2: origin, session, terms, role, subscription. */
import type { Endpoint } from '@coverlight/contract/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import { forbidden, noSubscription, unauthenticated } from './app-error.ts';
import { refuseForeignOrigin } from './security-headers.ts';
import type { Viewer } from './viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
    /** The answer 404 says that there is nothing, not that it may not be seen. */
    isAbsence: boolean;
  }
}

export interface AccessOptions {
  publicUrl: string;
  production: boolean;
  /** Null without a living session. */
  findViewer: (request: FastifyRequest) => Promise<Viewer | null>;
}

/** Throws the refusal that applies first. Puts the viewer into the request, also of one that is refused; null only where the endpoint is public. */
export async function checkAccess(endpoint: Endpoint, request: FastifyRequest, options: AccessOptions): Promise<void> {
  // A webhook is authenticated by its signature alone; its sender is a foreign site by nature.
  if (endpoint.consumes !== 'raw') refuseForeignOrigin(request, options);
  const viewer = await options.findViewer(request);
  request.viewer = viewer;
  if (endpoint.access === 'public') return;
  if (viewer === null) throw unauthenticated();
  if (viewer.secondFactorDue && endpoint.beforeSecondFactor !== true && !(endpoint.whileEnrolling === true && viewer.mayEnrol)) {
    throw unauthenticated();
  }
  if (!viewer.hasCurrentTerms && endpoint.beforeTerms !== true) throw forbidden('Please accept the current terms.');
  if (endpoint.access === 'manager' && !viewer.isManager) throw forbidden();
  if (endpoint.access === 'self' && !viewer.isManager && !isOneself(request, viewer)) throw forbidden();
  if (endpoint.access === 'admin' && !viewer.isAdmin) throw forbidden();
  if (endpoint.needsSubscription === true && !viewer.hasActiveSubscription) throw noSubscription();
}

function isOneself(request: FastifyRequest, viewer: Viewer): boolean {
  const { params } = request;
  return typeof params === 'object' && params !== null && 'id' in params && params.id === viewer.userId;
}
