/** The platform admins' area (docs/product.md 2.14). Its code is loaded by nobody else: the guard stands before the first import. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { guard } from './guards.ts';
import { requireId, root } from './root-route.ts';

const area = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: ({ location }) => guard('admin', location),
  component: lazyRouteComponent(() => import('#features/admin/admin-layout.tsx'), 'AdminLayout'),
});
const index = createRoute({
  getParentRoute: () => area,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/organizations', replace: true });
  },
});
const organizationList = createRoute({
  getParentRoute: () => area,
  path: '/organizations',
  component: lazyRouteComponent(() => import('#features/admin/organizations/organization-list-page.tsx'), 'OrganizationListPage'),
});
const organizationDetail = createRoute({
  getParentRoute: () => area,
  path: '/organizations/$id',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/admin/organizations/organization-detail-page.tsx'), 'OrganizationDetailPage'),
});
const organizationInvite = createRoute({
  getParentRoute: () => area,
  path: '/organizations/$id/invite',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/admin/organizations/organization-invite-page.tsx'), 'OrganizationInvitePage'),
});
const userList = createRoute({
  getParentRoute: () => area,
  path: '/users',
  component: lazyRouteComponent(() => import('#features/admin/users/user-list-page.tsx'), 'UserListPage'),
});
const userUpdate = createRoute({
  getParentRoute: () => area,
  path: '/users/$id/update',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/admin/users/user-update-page.tsx'), 'UserUpdatePage'),
});
const inviteList = createRoute({
  getParentRoute: () => area,
  path: '/invites',
  component: lazyRouteComponent(() => import('#features/admin/invites/invite-list-page.tsx'), 'InviteListPage'),
});
const inquiryList = createRoute({
  getParentRoute: () => area,
  path: '/inquiries',
  component: lazyRouteComponent(() => import('#features/admin/inquiries/inquiry-list-page.tsx'), 'InquiryListPage'),
});
const inquiryDetail = createRoute({
  getParentRoute: () => area,
  path: '/inquiries/$id',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/admin/inquiries/inquiry-detail-page.tsx'), 'InquiryDetailPage'),
});
const providerList = createRoute({
  getParentRoute: () => area,
  path: '/providers',
  component: lazyRouteComponent(() => import('#features/admin/providers/provider-list-page.tsx'), 'ProviderListPage'),
});
const payerList = createRoute({
  getParentRoute: () => area,
  path: '/payers',
  component: lazyRouteComponent(() => import('#features/admin/payers/payer-list-page.tsx'), 'PayerListPage'),
});
const payerNew = createRoute({
  getParentRoute: () => area,
  path: '/payers/new',
  component: lazyRouteComponent(() => import('#features/admin/payers/payer-new-page.tsx'), 'PayerNewPage'),
});
const payerMerge = createRoute({
  getParentRoute: () => area,
  path: '/payers/merge',
  component: lazyRouteComponent(() => import('#features/admin/payers/payer-merge-page.tsx'), 'PayerMergePage'),
});
const payerUpload = createRoute({
  getParentRoute: () => area,
  path: '/payers/upload',
  component: lazyRouteComponent(() => import('#features/admin/payers/payer-upload-page.tsx'), 'PayerUploadPage'),
});
const prefixUpload = createRoute({
  getParentRoute: () => area,
  path: '/payers/prefixes/upload',
  component: lazyRouteComponent(() => import('#features/admin/payers/prefix-upload-page.tsx'), 'PrefixUploadPage'),
});
const payerDetail = createRoute({
  getParentRoute: () => area,
  path: '/payers/$id',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/admin/payers/payer-detail-page.tsx'), 'PayerDetailPage'),
});
const payerUpdate = createRoute({
  getParentRoute: () => area,
  path: '/payers/$id/update',
  beforeLoad: requireId,
  component: lazyRouteComponent(() => import('#features/admin/payers/payer-update-page.tsx'), 'PayerUpdatePage'),
});
const payerPhoneList = createRoute({
  getParentRoute: () => area,
  path: '/payer-phones',
  component: lazyRouteComponent(() => import('#features/admin/cases/payer-phone-list-page.tsx'), 'PayerPhoneListPage'),
});
const health = createRoute({
  getParentRoute: () => area,
  path: '/health',
  component: lazyRouteComponent(() => import('#features/admin/payers/health-page.tsx'), 'HealthPage'),
});
const audit = createRoute({
  getParentRoute: () => area,
  path: '/audit',
  component: lazyRouteComponent(() => import('#features/admin/audit/audit-search-page.tsx'), 'AuditSearchPage'),
});
const readX12 = createRoute({
  getParentRoute: () => area,
  path: '/x12',
  component: lazyRouteComponent(() => import('#features/admin/x12/read-x12-page.tsx'), 'ReadX12Page'),
});
const laPrefixList = createRoute({
  getParentRoute: () => area,
  path: '/la-prefixes',
  component: lazyRouteComponent(() => import('#features/admin/reimbursements/la-prefix-list-page.tsx'), 'LaPrefixListPage'),
});
const laPrefixUpload = createRoute({
  getParentRoute: () => area,
  path: '/la-prefixes/upload',
  component: lazyRouteComponent(() => import('#features/admin/reimbursements/la-prefix-upload-page.tsx'), 'LaPrefixUploadPage'),
});
const reimbursementList = createRoute({
  getParentRoute: () => area,
  path: '/reimbursements',
  component: lazyRouteComponent(() => import('#features/admin/reimbursements/reimbursement-list-page.tsx'), 'ReimbursementListPage'),
});
const reimbursementUpload = createRoute({
  getParentRoute: () => area,
  path: '/reimbursements/upload',
  component: lazyRouteComponent(() => import('#features/admin/reimbursements/reimbursement-upload-page.tsx'), 'ReimbursementUploadPage'),
});
const registerPopulate = createRoute({
  getParentRoute: () => area,
  path: '/register/populate',
  component: lazyRouteComponent(() => import('#features/admin/organizations/register-populate-page.tsx'), 'RegisterPopulatePage'),
});

export const adminArea = area.addChildren([
  index,
  organizationList,
  organizationDetail,
  organizationInvite,
  userList,
  userUpdate,
  inviteList,
  inquiryList,
  inquiryDetail,
  providerList,
  payerList,
  payerNew,
  payerMerge,
  payerUpload,
  prefixUpload,
  payerDetail,
  payerUpdate,
  payerPhoneList,
  health,
  audit,
  readX12,
  laPrefixList,
  laPrefixUpload,
  reimbursementList,
  reimbursementUpload,
  registerPopulate,
]);
