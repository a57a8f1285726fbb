/** Many checks at once, and planned (docs/product.md 2.18). */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireId } from './root-route.ts';
import { manager, signedIn } from './signed-in-routes.ts';

const batchList = createRoute({
  getParentRoute: () => signedIn,
  path: '/batches',
  component: lazyRouteComponent(() => import('#features/batches/batch-list-page.tsx'), 'BatchListPage'),
});
const batchNew = createRoute({
  getParentRoute: () => signedIn,
  path: '/batches/new',
  component: lazyRouteComponent(() => import('#features/batches/new/batch-new-page.tsx'), 'BatchNewPage'),
});
const batch = createRoute({
  getParentRoute: () => signedIn,
  path: '/batches/$id',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/batches/batch-page.tsx'), 'BatchPage'),
});
const appointmentList = createRoute({
  getParentRoute: () => signedIn,
  path: '/appointments',
  component: lazyRouteComponent(() => import('#features/batches/plans/appointment-list-page.tsx'), 'AppointmentListPage'),
});
const plannedList = createRoute({
  getParentRoute: () => manager,
  path: '/plans',
  component: lazyRouteComponent(() => import('#features/batches/plans/planned-page.tsx'), 'PlannedPage'),
});
const plannedNew = createRoute({
  getParentRoute: () => manager,
  path: '/plans/new',
  component: lazyRouteComponent(() => import('#features/batches/plans/rule-new-page.tsx'), 'RuleNewPage'),
});
const planned = createRoute({
  getParentRoute: () => manager,
  path: '/plans/$id',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/batches/plans/rule-page.tsx'), 'RulePage'),
});

export const batchRoutes = [batchList, batchNew, batch, appointmentList] as const;
export const plannedRoutes = [plannedList, plannedNew, planned] as const;
