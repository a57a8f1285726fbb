/** Every path of the product and what must hold before it (docs/product.md 2.1). Screens are loaded when first visited. */
import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  type RouterHistory,
  RouterProvider,
  stringifySearchWith,
} from '@tanstack/react-router';
import { mayBeSignedIn } from '#lib/session.ts';
import { guard, refreshSession, safeNext } from './guards.ts';
import { adminArea } from './admin-routes.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { requireId, root } from './root-route.ts';
import { ScreenFailure, ScreenPending } from './screen-states.tsx';

const nextSearch = (search: Record<string, unknown>): { next?: string } => {
  const next = safeNext(search.next);
  return next ? { next } : {};
};

const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  // The menu of a public page depends on who is there; strangers cause no call that is bound to fail.
  beforeLoad: async () => {
    if (mayBeSignedIn()) await refreshSession({ background: true });
  },
});
const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: ({ location }) => guard('user', location) });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inquiries', replace: true });
  },
});
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: nextSearch,
  component: lazyRouteComponent(() => import('#features/auth/login-page.tsx'), 'LoginPage'),
});
const terms = createRoute({
  getParentRoute: () => open,
  path: '/terms',
  component: lazyRouteComponent(() => import('#features/auth/terms-page.tsx'), 'TermsPage'),
});
const notFound = createRoute({ getParentRoute: () => open, path: '/404', component: NotFoundPage });
const unsubscribed = createRoute({
  getParentRoute: () => open,
  path: '/unsubscribed',
  component: lazyRouteComponent(() => import('#features/billing/unsubscribed-page.tsx'), 'UnsubscribedPage'),
});
const termsAccept = createRoute({
  getParentRoute: () => signedIn,
  path: '/terms/accept',
  validateSearch: nextSearch,
  component: lazyRouteComponent(() => import('#features/auth/terms-accept-page.tsx'), 'TermsAcceptPage'),
});
const inquiryList = createRoute({
  getParentRoute: () => signedIn,
  path: '/inquiries',
  component: lazyRouteComponent(() => import('#features/inquiries/inquiry-list-page.tsx'), 'InquiryListPage'),
});
const inquiryNew = createRoute({
  getParentRoute: () => signedIn,
  path: '/inquiries/new',
  component: lazyRouteComponent(() => import('#features/inquiries/inquiry-new-page.tsx'), 'InquiryNewPage'),
});
const inquiryDetail = createRoute({
  getParentRoute: () => signedIn,
  path: '/inquiries/$id',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/inquiries/inquiry-detail-page.tsx'), 'InquiryDetailPage'),
});
const inquiryCopy = createRoute({
  getParentRoute: () => signedIn,
  path: '/inquiries/$id/copy',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/inquiries/inquiry-copy-page.tsx'), 'InquiryCopyPage'),
});
const inquiryDraft = createRoute({
  getParentRoute: () => signedIn,
  path: '/inquiries/$id/draft',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/inquiries/inquiry-draft-page.tsx'), 'InquiryDraftPage'),
});
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true });
  },
});

const routeTree = root.addChildren([
  home,
  login,
  open.addChildren([terms, notFound, unsubscribed]),
  signedIn.addChildren([termsAccept, inquiryList, inquiryNew, inquiryDetail, inquiryCopy, inquiryDraft]),
  adminArea,
  unknown,
]);

/** `history` is the browser's own unless a test brings one. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    // A preload would run the guards, which call the server.
    defaultPreload: false,
    scrollRestoration: true,
    // The default would turn ?id=123 into a number.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith((value) => String(value)),
    defaultPendingComponent: ScreenPending,
    defaultErrorComponent: ScreenFailure,
    defaultNotFoundComponent: NotFoundPage,
  });
}

const router = createAppRouter();

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

export function Router() {
  return <RouterProvider router={router} />;
}
