/** Cases and what belongs to them: calls, estimates, network rules and the report (docs/product.md 2.19). */
import type { EstimateKind } from '@coverlight/contract/cases/estimate.schema.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ID, requireId } from './root-route.ts';
import { manager, signedIn } from './signed-in-routes.ts';

/** What kind of paper is made, and in whose place. */
const estimateSearch = (search: Record<string, unknown>): { kind?: EstimateKind | undefined; replaces?: string | undefined } => ({
  kind: search.kind === 'gfe' ? 'gfe' : 'estimate',
  replaces: typeof search.replaces === 'string' && ID.test(search.replaces) ? search.replaces : undefined,
});

const caseList = createRoute({
  getParentRoute: () => signedIn,
  path: '/cases',
  component: lazyRouteComponent(() => import('#features/cases/case-list-page.tsx'), 'CaseListPage'),
});
const caseDetail = createRoute({
  getParentRoute: () => signedIn,
  path: '/cases/$id',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/cases/case-page.tsx'), 'CasePage'),
});
const caseAsk = createRoute({
  getParentRoute: () => signedIn,
  path: '/cases/$id/ask',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/cases/case-ask-page.tsx'), 'CaseAskPage'),
});
const estimateNew = createRoute({
  getParentRoute: () => signedIn,
  path: '/cases/$id/estimates/new',
  validateSearch: estimateSearch,
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/cases/estimates/estimate-new-page.tsx'), 'EstimateNewPage'),
});
const estimateUpdate = createRoute({
  getParentRoute: () => signedIn,
  path: '/estimates/$id/update',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/cases/estimates/estimate-update-page.tsx'), 'EstimateUpdatePage'),
});
const callSheet = createRoute({
  getParentRoute: () => signedIn,
  path: '/call-sheets/$id',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/cases/calls/call-sheet-page.tsx'), 'CallSheetPage'),
});
const networkRuleList = createRoute({
  getParentRoute: () => signedIn,
  path: '/network-rules',
  component: lazyRouteComponent(() => import('#features/network-rules/network-rule-list-page.tsx'), 'NetworkRuleListPage'),
});
const networkRuleNew = createRoute({
  getParentRoute: () => manager,
  path: '/network-rules/new',
  component: lazyRouteComponent(() => import('#features/network-rules/network-rule-new-page.tsx'), 'NetworkRuleNewPage'),
});
const networkRuleUpload = createRoute({
  getParentRoute: () => manager,
  path: '/network-rules/upload',
  component: lazyRouteComponent(() => import('#features/network-rules/network-rule-upload-page.tsx'), 'NetworkRuleUploadPage'),
});
const networkRuleUpdate = createRoute({
  getParentRoute: () => manager,
  path: '/network-rules/$id/update',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/network-rules/network-rule-update-page.tsx'), 'NetworkRuleUpdatePage'),
});
const verificationReport = createRoute({
  getParentRoute: () => manager,
  path: '/reports/verification',
  component: lazyRouteComponent(() => import('#features/reports/verification-report-page.tsx'), 'VerificationReportPage'),
});
export const caseRoutes = [caseList, caseDetail, caseAsk, estimateNew, estimateUpdate, callSheet, networkRuleList] as const;
export const caseManagerRoutes = [networkRuleNew, networkRuleUpload, networkRuleUpdate, verificationReport] as const;
