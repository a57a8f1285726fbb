/** The admin's lists: 5,000 organizations in one. */
import { ADMIN_ROWS } from './fill-admin.ts';
import { BOUNDS, type MeasuredList } from './compare-lists.ts';

const SOME_ORGANIZATION = 'H000000000000000000000012C';
const SOME_PERSON = 'U000000000000000000000012C';
const lastPage = (rows: number, limit: number) => `&page=${Math.ceil(rows / limit)}`;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * (YEAR_MS / 365)).toISOString();

const INQUIRIES = `SELECT i.*, o.name AS organization_name, c.submission, y.name, u.last_name, p.name AS provider_name FROM
      (SELECT * FROM inquiries ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2) i JOIN organizations o ON o.id = i.organization_id
      LEFT JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id JOIN payers y ON y.id = i.payer_id
      JOIN users u ON u.id = i.user_id JOIN providers p ON p.id = i.provider_id`;

/** `rows`: inquiries, and events of the log. */
export const adminLists = (rows: number): readonly MeasuredList[] => [
  {
    path: '/admin/organizations',
    limit: 50,
    bound: BOUNDS.admin,
    sql: `SELECT o.*, s.status, s.past_due_since FROM organizations o LEFT JOIN subscriptions s ON s.organization_id = o.id
      ORDER BY lower(o.name), o.id LIMIT $1 OFFSET $2`,
    calls: [
      '',
      '&is_active=true',
      '&q=practice+1',
      '&q=nowhere',
      '&sort=-created_at',
      '&sort=is_active',
      lastPage(ADMIN_ROWS.organizations, 50),
    ],
  },
  {
    path: '/admin/subscriptions',
    limit: 50,
    bound: BOUNDS.admin,
    sql: `SELECT s.*, o.name, p.name AS plan_name FROM subscriptions s JOIN organizations o ON o.id = s.organization_id JOIN plans p ON p.id = s.plan_id
      ORDER BY s.created_at DESC, s.id LIMIT $1 OFFSET $2`,
    calls: [
      '',
      '&q=practice+1',
      '&sort=organization',
      '&sort=status',
      '&sort=current_period_ends_at',
      lastPage(ADMIN_ROWS.organizations, 50),
    ],
  },
  {
    path: '/admin/users',
    limit: 50,
    bound: BOUNDS.admin,
    sql: `SELECT u.*, o.name FROM users u JOIN organizations o ON o.id = u.organization_id
      ORDER BY lower(u.first_name || ' ' || u.last_name), u.id LIMIT $1 OFFSET $2`,
    calls: [
      '',
      '&q=person123',
      '&q=nobody',
      ...['email', 'organization', 'is_active', '-last_login'].map((sort) => `&sort=${sort}`),
      `&organization_id=${SOME_ORGANIZATION}`,
      lastPage(ADMIN_ROWS.users, 50),
    ],
  },
  {
    path: '/admin/invites',
    limit: 50,
    bound: BOUNDS.admin,
    sql: `SELECT i.*, o.name FROM invites i JOIN organizations o ON o.id = i.organization_id ORDER BY i.created_at DESC, i.id LIMIT $1 OFFSET $2`,
    calls: [
      '',
      '&q=guest12',
      ...['email', 'organization', '-accepted_at', 'revoked_at'].map((sort) => `&sort=${sort}`),
      lastPage(ADMIN_ROWS.invites, 50),
    ],
  },
  {
    path: '/admin/providers',
    limit: 50,
    bound: BOUNDS.admin,
    sql: `SELECT p.*, o.name FROM providers p JOIN organizations o ON o.id = p.organization_id ORDER BY lower(p.name), p.id LIMIT $1 OFFSET $2`,
    calls: [
      '',
      '&q=facility+12',
      ...['-name', 'npi', 'organization', 'is_active', 'is_override'].map((sort) => `&sort=${sort}`),
      lastPage(ADMIN_ROWS.providers, 50),
    ],
  },
  {
    path: '/admin/payers',
    limit: 50,
    bound: BOUNDS.admin,
    sql: `SELECT * FROM payers ORDER BY lower(name), id LIMIT $1 OFFSET $2`,
    calls: [
      '',
      '&q=payer+ab',
      '&q=nothing',
      ...['code', 'pverify_code', '-is_active', 'pverify_is_active', '-updated_at'].map((sort) => `&sort=${sort}`),
      '&is_available=true',
      '&payer_group_id=none',
      '&only=availity',
      lastPage(ADMIN_ROWS.payers, 50),
    ],
  },
  {
    path: '/admin/health',
    limit: 50,
    bound: BOUNDS.admin,
    // Of this one nothing is stored that could be read row by row: the bare side counts, too.
    sql: `SELECT y.name, a.route, count(*), count(*) FILTER (WHERE a.outcome IN ('answered', 'rejected')) AS answered,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY a.ended_at - a.started_at) AS median, max(a.started_at) AS last
      FROM inquiry_asks a JOIN inquiries i ON i.organization_id = a.organization_id AND i.id = a.inquiry_id JOIN payers y ON y.id = i.payer_id
      WHERE a.started_at >= now() - interval '7 days' GROUP BY 1, 2 ORDER BY 3 DESC LIMIT $1 OFFSET $2`,
    calls: ['', '&q=payer+a', '&sort=name', '&sort=answered', '&sort=-last_failure_at', '&page=40'],
  },
  {
    path: '/admin/reimbursements',
    limit: 50,
    bound: BOUNDS.admin,
    sql: `SELECT r.*, y.name FROM reimbursements r JOIN payers y ON y.id = r.payer_id ORDER BY r.id DESC LIMIT $1 OFFSET $2`,
    calls: [
      '',
      '&employer_name=mill+12',
      '&group_number=G1999',
      '&alpha_prefix=QM1',
      '&q=nowhere',
      '&payer_id=Q0000000000000000000000019',
      ...['dtx', '-dtx', 'rtc', '-rtc', 'php', '-php', 'iop', '-iop', 'op', '-op'].map((sort) => `&sort=${sort}`),
      '&page=2000',
      '&sort=dtx&page=2000',
      lastPage(ADMIN_ROWS.reimbursements, 50),
      `&sort=php${lastPage(ADMIN_ROWS.reimbursements, 50)}`,
    ],
  },
  {
    path: '/admin/la-prefixes',
    limit: 50,
    bound: BOUNDS.admin,
    sql: `SELECT * FROM la_prefixes WHERE organization_id = '00000000000000000000000000' ORDER BY alpha_prefix LIMIT $1 OFFSET $2`,
    calls: ['', '&q=AB', '&sort=-is_active', lastPage(ADMIN_ROWS.la_prefixes, 50)],
  },
  {
    path: '/admin/inquiries',
    limit: 15,
    bound: BOUNDS.admin,
    sql: INQUIRIES,
    calls: [
      '',
      '&status=pending,complete,max-retry,unknown,expired,cancel,draft',
      ...['complete', 'expired', 'unknown', 'cancel', 'draft', 'error', 'failure', 'max-retry', 'pending'].map(
        (status) => `&status=${status}`,
      ),
      '&sort=created_at',
      ...[7, 30, 0].map((days) => `&since=${days}&organization_id=${SOME_ORGANIZATION}`),
      '&since=7',
      '&payer_name=bench',
      '&payer_name=payer+a',
      '&payer_name=answering+plan+39',
      '&payer_name=nowhere',
      '&payer_name=payer+a&status=failure',
      `&page=${Math.ceil(rows / 30)}`,
      lastPage(rows, 15),
      `&status=complete${lastPage(rows * 0.12, 15)}`,
    ],
  },
  {
    path: '/admin/inquiries',
    limit: 15,
    bound: BOUNDS.patientsOfAll,
    sql: INQUIRIES,
    calls: [
      '&patient_last_name=measured',
      '&patient_first_name=fen&patient_last_name=meas',
      '&member_id=BNC1',
      '&patient_dob=1979-11-23',
      '&patient_last_name=nobody',
      '&patient_last_name=nobody*',
    ],
  },
  {
    path: '/admin/audit',
    limit: 50,
    bound: BOUNDS.admin,
    sql: `SELECT a.*, o.name, u.last_name FROM (SELECT * FROM audit_events ORDER BY at DESC, id DESC LIMIT $1 OFFSET $2) a
      JOIN organizations o ON o.id = a.organization_id LEFT JOIN users u ON u.id = a.actor_user_id`,
    calls: [
      '',
      ...['signed_in', 'viewed', 'sent', 'printed', 'changed'].map((kind) => `&kind=${kind}`),
      `&user_id=${SOME_PERSON}`,
      `&user_id=${SOME_PERSON}&kind=printed`,
      '&action=payer.merge',
      '&action=inquiry.print',
      '&action=payer.split',
      `&organization_id=${SOME_ORGANIZATION}`,
      `&organization_id=${SOME_ORGANIZATION}&action=login`,
      `&from=${daysAgo(30)}&until=${daysAgo(29)}`,
      `&from=${daysAgo(300)}&until=${daysAgo(200)}&kind=printed`,
      '&sort=at',
      `&page=${Math.ceil(rows / 100)}`,
      lastPage(rows, 50),
    ],
  },
  {
    path: '/admin/jobs',
    limit: null,
    bound: BOUNDS.admin,
    sql: `SELECT * FROM admin_jobs WHERE ended_at IS NULL LIMIT $1 OFFSET $2`,
    calls: [''],
  },
];
