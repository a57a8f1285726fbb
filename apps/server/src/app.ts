/** The HTTP application: plumbing first, then one line per feature. */
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import underPressure from '@fastify/under-pressure';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { registerAdminAccounts } from '#features/admin/organizations/admin-accounts.routes.ts';
import { registerAdminAudit } from '#features/admin/audit/admin-audit.routes.ts';
import { registerAdminInquiries } from '#features/admin/inquiries/admin-inquiries.routes.ts';
import { registerAdminInvites } from '#features/admin/invites/admin-invites.routes.ts';
import { registerAdminOrganizations } from '#features/admin/organizations/admin-organizations.routes.ts';
import { registerAdminPayers } from '#features/admin/payers/admin-payers.routes.ts';
import { registerAdminReimbursements } from '#features/admin/reimbursements/admin-reimbursements.routes.ts';
import { registerAdminUsers } from '#features/admin/users/admin-users.routes.ts';
import { registerAdminX12 } from '#features/admin/x12/admin-x12.routes.ts';
import { registerAudit } from '#features/audit/audit.routes.ts';
import { registerChanges } from '#features/inquiries/changes/changes.routes.ts';
import { registerInbox } from '#features/inbox/inbox.routes.ts';
import { createRefusalLog } from '#features/audit/refusal-log.ts';
import type { SealWatch } from '#features/audit/seal-watch.ts';
import { registerAuth } from '#features/auth/auth.routes.ts';
import { registerSecondFactors } from '#features/auth/second-factors.routes.ts';
import { registerBatches } from '#features/batches/batches.routes.ts';
import { registerRechecks } from '#features/batches/plans/rechecks.routes.ts';
import { registerBilling } from '#features/billing/billing.routes.ts';
import type { AskingWorker } from '#features/inquiries/asking/asking-worker.ts';
import { registerAdminCases } from '#features/admin/cases/admin-cases.routes.ts';
import { registerCasePdf } from '#features/cases/pdf/case-pdf.routes.ts';
import { registerCases } from '#features/cases/cases.routes.ts';
import { registerEstimates } from '#features/estimates/estimates.routes.ts';
import { registerInquiries } from '#features/inquiries/inquiries.routes.ts';
import { listNamedInquiries } from '#features/inquiries/list/named-inquiries.repository.ts';
import { createPdfPool } from '#features/inquiries/pdf/inquiry-pdf-pool.ts';
import { registerInquiryPdf } from '#features/inquiries/pdf/inquiry-pdf.routes.ts';
import { registerInquiryViews } from '#features/inquiries/views/inquiry-views.routes.ts';
import { registerInvites } from '#features/invites/invites.routes.ts';
import { registerNetworkRules } from '#features/network-rules/network-rules.routes.ts';
import { registerOnboarding } from '#features/onboarding/onboarding.routes.ts';
import { registerOrganizations } from '#features/organizations/organizations.routes.ts';
import { registerPayers } from '#features/payers/payers.routes.ts';
import { listNewestChecks } from '#features/persons/persons.repository.ts';
import { registerPersons } from '#features/persons/persons.routes.ts';
import { registerProviders } from '#features/providers/providers.routes.ts';
import { registerReimbursements } from '#features/reimbursements/reimbursements.routes.ts';
import { registerReports } from '#features/reports/reports.routes.ts';
import { registerUsers } from '#features/users/users.routes.ts';
import { BUSY, notFound, unavailable } from '#http/app-error.ts';
import { registerCompression } from '#http/compression.ts';
import { registerErrorHandler, routeOf, sendError } from '#http/error-handler.ts';
import { registerHealth } from '#http/health.ts';
import { registerHeardRefusals } from '#http/heard-refusals.ts';
import { answerTheLast } from '#http/last-requests.ts';
import { servePeopleFirst } from '#http/people-first.ts';
import { registerRefusedAccess } from '#http/refused-access.ts';
import { registerSecurityHeaders, setSecurityHeaders } from '#http/security-headers.ts';
import { registerMetrics } from '#http/metrics.ts';
import { registerRequestSpans } from '#http/request-spans.ts';
import { registerWebApp } from '#http/web-app.ts';
import { registerWellKnown } from '#http/well-known.ts';

const MB = 1024 * 1024;

export interface AppOptions {
  deps: Deps;
  asking: AskingWorker;
  sealWatch: SealWatch;
  logger?: FastifyBaseLogger;
  /** Folder of the built browser application; null serves the API alone. */
  webRoot: string | null;
  /** With a loop later than this, new requests are refused as too many; 0: none are. */
  maxEventLoopDelayMs?: number;
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { deps, asking, sealWatch, logger, webRoot, maxEventLoopDelayMs = 3000 } = options;
  const production = deps.config.environment === 'production';
  const app = Fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    genReqId: () => deps.newId(),
    bodyLimit: MB,
    // Fastify's own line would hold the URL, and so what a patient is called.
    logController: new LogController({ disableRequestLogging: true }),
    // The last address in front of the named proxies: a caller that reaches the port itself cannot choose its own.
    trustProxy: deps.config.trustProxy.length === 0 ? false : deps.config.trustProxy,
    forceCloseConnections: true,
    return503OnClosing: false,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    // An address that cannot be decoded, or whose id is endless, is one where nothing is. Fastify's own answer would repeat the
    // address, and no hook has seen the request.
    frameworkErrors: (_error, request, reply) => {
      setSecurityHeaders(request, reply, { production });
      void sendError(reply, notFound());
    },
  });
  // A body is JSON or a form: what is sent as text is refused like every other type.
  app.removeContentTypeParser('text/plain');
  registerErrorHandler(app);
  registerHeardRefusals(app);
  registerSecurityHeaders(app, { production });
  app.decorateRequest('viewer', null);
  app.decorateRequest('isAbsence', false);
  registerRequestSpans(app);
  app.addHook('onResponse', async (request, reply) => {
    deps.metrics.request({ route: routeOf(request), method: request.method, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    request.log.info(
      {
        route: routeOf(request),
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.viewer?.userId,
        organizationId: request.viewer?.organizationId,
      },
      'request',
    );
  });
  servePeopleFirst(app, deps.people);
  answerTheLast(app, { isStopping: () => deps.stopping.aborted });
  app.addHook('onRequest', async (request) => {
    if (!isReadablePath(request.url)) throw notFound();
  });
  await registerCompression(app);
  // Pages and their files cost nothing, and say in words what the API's refusals mean. Probes tell of a server that still answers.
  await app.register(underPressure, {
    maxEventLoopDelay: maxEventLoopDelayMs,
    pressureHandler: async (request) => {
      if (request.url.startsWith('/api/')) throw unavailable(BUSY);
    },
  });
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart, { limits: { fileSize: 32 * MB, files: 1, fields: 5 } });
  registerHealth(app, {
    isReady: async () =>
      await deps.db.lookup('ready', 'SELECT 1', []).then(
        () => true,
        () => false,
      ),
    isStopping: () => deps.stopping.aborted,
    isAuditSealed: () => sealWatch.isSealed(),
  });

  const { metrics } = deps.config;
  if (metrics?.port === null && metrics.token !== null) registerMetrics(app, deps.metrics, metrics.token);
  registerWellKnown(app, { publicUrl: deps.config.publicUrl, supportEmail: deps.config.supportEmail, now: deps.clock });

  const pdfs = createPdfPool(deps.log);
  app.addHook('onClose', async () => await pdfs.close());
  deps.metrics.watchPdfQueue(pdfs.waiting);
  registerRefusedAccess(app, createRefusalLog(deps));
  registerAuth(app, deps);
  registerSecondFactors(app, deps);
  registerUsers(app, deps);
  registerInvites(app, deps);
  registerOnboarding(app, deps);
  registerOrganizations(app, deps);
  registerAudit(app, deps, { nameInquiries: listNamedInquiries, findNewest: listNewestChecks });
  registerProviders(app, deps);
  registerPayers(app, deps);
  registerInquiries(app, deps, asking);
  registerInquiryViews(app, deps);
  registerPersons(app, deps);
  registerChanges(app, deps);
  registerInbox(app, deps);
  registerCases(app, deps, asking);
  registerNetworkRules(app, deps);
  registerAdminAccounts(app, deps);
  registerAdminAudit(app, deps);
  registerAdminX12(app, deps);
  registerAdminInquiries(app, deps);
  registerAdminInvites(app, deps);
  registerAdminOrganizations(app, deps);
  registerAdminPayers(app, deps);
  registerAdminReimbursements(app, deps);
  registerAdminUsers(app, deps);
  registerInquiryPdf(app, deps, pdfs);
  registerBatches(app, deps, pdfs);
  registerRechecks(app, deps);
  registerCasePdf(app, deps, pdfs);
  registerEstimates(app, deps, pdfs);
  registerReports(app, deps);
  registerAdminCases(app, deps);
  registerReimbursements(app, deps);
  registerBilling(app, deps);

  if (webRoot !== null) {
    await registerWebApp(app, { root: webRoot, supportEmail: deps.config.supportEmail, environment: deps.config.environment });
  }
  return app;
}

/** Where nothing can be: what cannot be decoded, or holds a control character. */
function isReadablePath(url: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(url.split('?', 1)[0] ?? ''));
  } catch {
    return false;
  }
}
