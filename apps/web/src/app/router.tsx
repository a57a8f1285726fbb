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
import { PLAN_LIST_PATH, WELCOME_PATH } from '@coverlight/domain/auth/session-gate.ts';
import { mayBeSignedIn } from '#lib/session.ts';
import { caseManagerRoutes, caseRoutes } from './case-routes.ts';
import { OPEN_TO_EVERYBODY, refreshSession, safeNext } from './guards.ts';
import { adminArea } from './admin-routes.ts';
import { batchRoutes, plannedRoutes } from './batch-routes.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { ID, requireId, root } from './root-route.ts';
import { ScreenFailure, ScreenPending } from './screen-states.tsx';
import { manager, signedIn } from './signed-in-routes.ts';

const idIn = (value: unknown): string | undefined => (typeof value === 'string' && ID.test(value) ? value : undefined);
// The key stands there even when it is refused: the router lays this over the raw search, which would otherwise show through.
const codeSearch = (search: Record<string, unknown>): { id?: string | undefined } => ({ id: idIn(search.id) });
const nextSearch = (search: Record<string, unknown>): { next?: string | undefined } => ({ next: safeNext(search.next) });

/** The earlier check in whose run a new one stands, or which it repeats. */
const earlierSearch = (search: Record<string, unknown>): { after?: string | undefined; again?: string | undefined } => ({
  after: idIn(search.after),
  again: idIn(search.again),
});
/** Which of the companies that an answer's warnings name is asked now, counted from 0. */
const otherSearch = ({ other }: Record<string, unknown>): { other?: string | undefined } => ({
  // Read from the address it is a number.
  other: /^\d{1,2}$/.test(String(other)) ? String(other) : undefined,
});

/** The menu of a public page depends on who is there; strangers cause no call that is bound to fail. */
async function learnWhoIsThere(): Promise<void> {
  if (mayBeSignedIn()) await refreshSession({ background: true });
}

const open = createRoute({ getParentRoute: () => root, id: OPEN_TO_EVERYBODY, beforeLoad: learnWhoIsThere });
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/inquiries', replace: true });
  },
});
const login = createRoute({
  getParentRoute: () => open,
  path: '/login',
  validateSearch: nextSearch,
  component: lazyRouteComponent(() => import('#features/auth/login-page.tsx'), 'LoginPage'),
});
const register = createRoute({
  getParentRoute: () => open,
  path: '/register',
  validateSearch: codeSearch,
  component: lazyRouteComponent(() => import('#features/auth/register-page.tsx'), 'RegisterPage'),
});
const registerInvite = createRoute({
  getParentRoute: () => open,
  path: '/register/$id',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/invites/register-invite-page.tsx'), 'RegisterInvitePage'),
});
const passwordReset = createRoute({
  getParentRoute: () => open,
  path: '/password-reset',
  component: lazyRouteComponent(() => import('#features/auth/password-reset-page.tsx'), 'PasswordResetPage'),
});
const passwordResetConfirm = createRoute({
  getParentRoute: () => open,
  path: '/password-reset/$uid/$token',
  component: lazyRouteComponent(() => import('#features/auth/password-reset-confirm-page.tsx'), 'PasswordResetConfirmPage'),
});
const emailApprove = createRoute({
  getParentRoute: () => open,
  path: '/email/approve/$token',
  component: lazyRouteComponent(() => import('#features/auth/email-approve-page.tsx'), 'EmailApprovePage'),
});
const emailConfirm = createRoute({
  getParentRoute: () => open,
  path: '/email/confirm/$token',
  component: lazyRouteComponent(() => import('#features/auth/email-confirm-page.tsx'), 'EmailConfirmPage'),
});
const emailUndo = createRoute({
  getParentRoute: () => open,
  path: '/email/undo/$token',
  component: lazyRouteComponent(() => import('#features/auth/email-undo-page.tsx'), 'EmailUndoPage'),
});
const terms = createRoute({
  getParentRoute: () => open,
  path: '/terms',
  component: lazyRouteComponent(() => import('#features/auth/terms-page.tsx'), 'TermsPage'),
});
const notFound = createRoute({ getParentRoute: () => open, path: '/404', component: NotFoundPage });
// It is about the person who is there, so it does not stay without them.
const unsubscribed = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribed',
  beforeLoad: learnWhoIsThere,
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
  component: lazyRouteComponent(() => import('./list-screen.tsx'), 'ListScreen'),
});
const inquiryNew = createRoute({
  getParentRoute: () => signedIn,
  path: '/inquiries/new',
  validateSearch: earlierSearch,
  component: lazyRouteComponent(() => import('#features/inquiries/inquiry-new-page.tsx'), 'InquiryNewPage'),
});
const inquiryDetail = createRoute({
  getParentRoute: () => signedIn,
  path: '/inquiries/$id',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('./answer-screen.tsx'), 'AnswerScreen'),
});
const inquiryCopy = createRoute({
  getParentRoute: () => signedIn,
  path: '/inquiries/$id/copy',
  validateSearch: otherSearch,
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/inquiries/inquiry-copy-page.tsx'), 'InquiryCopyPage'),
});
const inquiryDraft = createRoute({
  getParentRoute: () => signedIn,
  path: '/inquiries/$id/draft',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/inquiries/inquiry-draft-page.tsx'), 'InquiryDraftPage'),
});
const personList = createRoute({
  getParentRoute: () => signedIn,
  path: '/persons',
  component: lazyRouteComponent(() => import('#features/persons/person-list-page.tsx'), 'PersonListPage'),
});
const person = createRoute({
  getParentRoute: () => signedIn,
  path: '/persons/$id',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/persons/person-page.tsx'), 'PersonPage'),
});
const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/inbox',
  component: lazyRouteComponent(() => import('#features/inbox/inbox-page.tsx'), 'InboxPage'),
});
const planList = createRoute({
  getParentRoute: () => signedIn,
  path: PLAN_LIST_PATH,
  component: lazyRouteComponent(() => import('#features/billing/plan-list-page.tsx'), 'PlanListPage'),
});
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: lazyRouteComponent(() => import('#features/users/profile-page.tsx'), 'ProfilePage'),
});
const passwordChange = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/password-change',
  component: lazyRouteComponent(() => import('#features/auth/password-change-page.tsx'), 'PasswordChangePage'),
});
const welcome = createRoute({
  getParentRoute: () => manager,
  path: WELCOME_PATH,
  component: lazyRouteComponent(() => import('#features/inquiries/welcome-page.tsx'), 'WelcomePage'),
});
const organization = createRoute({
  getParentRoute: () => manager,
  path: '/organization/settings',
  component: lazyRouteComponent(() => import('#features/organizations/organization-detail-page.tsx'), 'OrganizationDetailPage'),
});
const userInvite = createRoute({
  getParentRoute: () => manager,
  path: '/organization/users/new',
  component: lazyRouteComponent(() => import('#features/invites/user-invite-page.tsx'), 'UserInvitePage'),
});
const userUpdate = createRoute({
  getParentRoute: () => manager,
  path: '/organization/users/$id/update',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/users/user-update-page.tsx'), 'UserUpdatePage'),
});
const providerCreate = createRoute({
  getParentRoute: () => manager,
  path: '/organization/providers/new',
  component: lazyRouteComponent(() => import('#features/providers/provider-create-page.tsx'), 'ProviderCreatePage'),
});
const providerUpdate = createRoute({
  getParentRoute: () => manager,
  path: '/organization/providers/$id/update',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/providers/provider-update-page.tsx'), 'ProviderUpdatePage'),
});
const audit = createRoute({
  getParentRoute: () => manager,
  path: '/organization/audit',
  component: lazyRouteComponent(() => import('#features/audit/audit-page.tsx'), 'AuditPage'),
});
const inboxSettings = createRoute({
  getParentRoute: () => manager,
  path: '/inbox/settings',
  component: lazyRouteComponent(() => import('#features/inbox/inbox-settings-page.tsx'), 'InboxSettingsPage'),
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
  open.addChildren([
    login,
    register,
    registerInvite,
    passwordReset,
    passwordResetConfirm,
    emailApprove,
    emailConfirm,
    emailUndo,
    terms,
    notFound,
  ]),
  unsubscribed,
  signedIn.addChildren([
    termsAccept,
    inquiryList,
    inquiryNew,
    inquiryDetail,
    inquiryCopy,
    inquiryDraft,
    personList,
    person,
    inbox,
    ...batchRoutes,
    ...caseRoutes,
    planList,
    profile,
    passwordChange,
  ]),
  manager.addChildren([
    welcome,
    organization,
    userInvite,
    userUpdate,
    providerCreate,
    providerUpdate,
    audit,
    inboxSettings,
    ...plannedRoutes,
    ...caseManagerRoutes,
  ]),
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
