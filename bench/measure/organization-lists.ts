/** One organization's lists: 200,000 inquiries of its own among all the others', and as many rows in its log. */
import { batchId } from './fill-batches.ts';
import { caseId } from './fill-cases.ts';
import { BOUNDS, type MeasuredList } from './compare-lists.ts';

const SCREEN = '&status=pending,complete,max-retry,unknown,expired,cancel';
const INQUIRIES = `
  SELECT i.id, i.status, i.created_at, i.updated_at, i.as_of_date, i.payer_id, i.payer_name_override, i.provider_id, i.user_id, i.source,
    i.is_hidden, i.had_reimbursement, i.plan_status, i.patient_name, y.name AS payer_name, p.name AS provider_name, u.first_name, u.last_name
  FROM (SELECT * FROM inquiries WHERE organization_id = $3 AND is_hidden = false ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2) i
  JOIN payers y ON y.id = i.payer_id
  JOIN providers p ON p.organization_id = i.organization_id AND p.id = i.provider_id
  JOIN users u ON u.organization_id = i.organization_id AND u.id = i.user_id`;

/** Looked up for each case: joined at once, all checks of the organization are read. */
const CHECK_OF_CASE = `SELECT i.payer_id, i.payer_name_override, i.status, x.submission, x.returned_patient, x.coverage FROM inquiries i
  JOIN inquiry_contents x ON x.organization_id = i.organization_id AND x.inquiry_id = i.id
  WHERE i.organization_id = c.organization_id AND i.id = c.inquiry_id OFFSET 0`;

/** As fill-inbox.ts names them. */
const SOME_PATIENT = `Z${(1000).toString(16).toUpperCase().padStart(25, '0')}`;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

export interface OwnFacts {
  /** Rows of the measured organization that are not hidden. */
  shown: number;
  userId: string;
  providerId: string;
  /** Asked often. */
  payerId: string;
}

export const inquiryLists = ({ shown, userId, providerId }: OwnFacts): readonly MeasuredList[] => [
  {
    path: '/inquiries',
    limit: 15,
    bound: BOUNDS.daily,
    sql: INQUIRIES,
    calls: [
      '',
      SCREEN,
      ...['complete', 'expired', 'unknown', 'cancel', 'draft', 'error,failure', 'pending,max-retry'].map((status) => `&status=${status}`),
      `${SCREEN}&sort=created_at`,
      `&user_id=${userId}`,
      `&provider_id=${providerId}`,
      '&patient_last_name=measured',
      '&patient_first_name=fen&patient_last_name=meas',
      '&member_id=BNC1',
      '&patient_dob=1979-11-23',
      '&patient_last_name=nobody*',
      '&payer_name=payer+a',
      '&payer_name=answering+plan+39',
      '&payer_name=nowhere',
      ...['active', 'inactive', 'no-status', 'different-person', 'out-of-date', 'handled-elsewhere,other-payer-first'].map(
        (coverage) => `${SCREEN}&coverage=${coverage}`,
      ),
      `${SCREEN}&created_from=${daysAgo(7)}`,
      `${SCREEN}&coverage=inactive&created_from=${daysAgo(90)}&created_before=${daysAgo(30)}`,
      ...['measured', 'fen+meas', 'BNC1', '11/23/1979', 'payer+1', 'meas+payer', 'nobody*', 'answering'].map((typed) => `&q=${typed}`),
      '&page=2',
      `&page=${Math.ceil(shown / 30)}`,
      `&page=${Math.ceil(shown / 15)}`,
    ],
  },
];

export const organizationLists = (facts: OwnFacts): readonly MeasuredList[] => [
  ...inquiryLists(facts),
  {
    path: '/inquiries/attention',
    limit: 15,
    bound: BOUNDS.daily,
    sql: `SELECT i.*, y.name FROM inquiries i JOIN payers y ON y.id = i.payer_id WHERE i.organization_id = $3 AND i.status IN ('error', 'failure')
      AND i.dismissed_at IS NULL ORDER BY i.created_at DESC LIMIT $1 OFFSET $2`,
    calls: [''],
  },
  {
    path: '/inbox',
    limit: 15,
    bound: BOUNDS.daily,
    sql: `SELECT n.*, i.payer_name_override, y.name AS payer_name, c.submission
      FROM (SELECT * FROM inbox_items WHERE organization_id = $3 AND state <> 'done' ORDER BY gravest DESC, created_at DESC, id DESC LIMIT $1 OFFSET $2) n
      JOIN inquiries i ON i.organization_id = n.organization_id AND i.id = n.inquiry_id
      JOIN inquiry_contents c ON c.organization_id = n.organization_id AND c.inquiry_id = n.inquiry_id
      JOIN payers y ON y.id = i.payer_id`,
    calls: [
      '&state=open',
      '&state=snoozed',
      '&state=done',
      '&state=open&code=became-inactive',
      '&state=open&code=deceased',
      '&state=open&page=200',
    ],
  },
  {
    path: '/persons',
    limit: 15,
    bound: BOUNDS.daily,
    sql: `SELECT p.*, i.id, i.plan_status, i.plan_state, i.created_at, c.submission, c.returned_patient
      FROM (SELECT * FROM persons WHERE organization_id = $3 AND last_check_at IS NOT NULL AND merged_into IS NULL AND archived_at IS NULL
        ORDER BY last_check_at DESC, id DESC LIMIT $1 OFFSET $2) p
      JOIN person_inquiries n ON n.organization_id = p.organization_id AND n.person_id = p.id
      JOIN inquiries i ON i.organization_id = n.organization_id AND i.id = n.inquiry_id
      JOIN inquiry_contents c ON c.organization_id = n.organization_id AND c.inquiry_id = n.inquiry_id`,
    calls: ['', '&q=measured', '&q=fen+meas', '&q=BNC1', '&q=11/23/1979', '&q=nobody*', '&page=2', `&page=${Math.ceil(facts.shown / 60)}`],
  },
  ...['', '/events', '/proposals'].map((part) => ({
    path: `/persons/${SOME_PATIENT}${part}`,
    limit: null,
    bound: BOUNDS.daily,
    sql: `SELECT p.*, i.*, y.name, c.submission, c.returned_patient FROM persons p
      JOIN person_inquiries n ON n.organization_id = p.organization_id AND n.person_id = p.id
      JOIN inquiries i ON i.organization_id = n.organization_id AND i.id = n.inquiry_id
      JOIN inquiry_contents c ON c.organization_id = n.organization_id AND c.inquiry_id = n.inquiry_id
      JOIN payers y ON y.id = i.payer_id WHERE p.organization_id = $3 AND p.id = '${SOME_PATIENT}' LIMIT $1 OFFSET $2`,
    calls: [''],
  })),
  {
    path: '/cases',
    limit: 15,
    bound: BOUNDS.daily,
    sql: `SELECT c.*, i.payer_name_override, y.name AS payer_name, p.name AS provider_name, u.last_name, i.submission, i.returned_patient, t.title, t.due_on
      FROM (SELECT * FROM cases WHERE organization_id = $3 AND state NOT IN ('admitted', 'declined', 'closed')
        ORDER BY due_on NULLS LAST, created_at DESC, id DESC LIMIT $1 OFFSET $2) c
      CROSS JOIN LATERAL (${CHECK_OF_CASE}) i
      JOIN payers y ON y.id = i.payer_id
      JOIN providers p ON p.organization_id = c.organization_id AND p.id = c.provider_id
      JOIN users u ON u.organization_id = c.organization_id AND u.id = c.created_by
      LEFT JOIN case_tasks t ON t.organization_id = c.organization_id AND t.case_id = c.id AND t.state = 'open'`,
    calls: ['', '&view=mine', '&view=nobody', '&view=late', '&state=closed', '&page=2', '&page=1000'],
  },
  ...['', '/grid', '/timeline'].map((part) => ({
    path: `/cases/${caseId(1000)}${part}`,
    limit: null,
    bound: BOUNDS.daily,
    sql: `SELECT c.*, i.*, y.name, p.name, t.* FROM cases c
      CROSS JOIN LATERAL (${CHECK_OF_CASE}) i
      JOIN payers y ON y.id = i.payer_id
      JOIN providers p ON p.organization_id = c.organization_id AND p.id = c.provider_id
      LEFT JOIN case_tasks t ON t.organization_id = c.organization_id AND t.case_id = c.id
      WHERE c.organization_id = $3 AND c.id = '${caseId(1000)}' LIMIT $1 OFFSET $2`,
    calls: [''],
  })),
  {
    path: '/batches',
    limit: 15,
    bound: BOUNDS.daily,
    sql: `SELECT b.*, p.name, u.last_name FROM (SELECT * FROM batches WHERE organization_id = $3 ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2) b
      JOIN providers p ON p.organization_id = b.organization_id AND p.id = b.provider_id
      JOIN users u ON u.organization_id = b.organization_id AND u.id = b.user_id`,
    calls: [''],
  },
  {
    path: `/batches/${batchId(7)}/rows`,
    limit: 15,
    bound: BOUNDS.daily,
    sql: `SELECT r.*, i.status, i.plan_status, y.name, l.person_id
      FROM (SELECT * FROM batch_rows WHERE organization_id = $3 AND batch_id = '${batchId(7)}' ORDER BY needs, row LIMIT $1 OFFSET $2) r
      JOIN inquiries i ON i.organization_id = r.organization_id AND i.id = r.inquiry_id
      JOIN payers y ON y.id = r.payer_id
      LEFT JOIN person_inquiries l ON l.organization_id = r.organization_id AND l.inquiry_id = r.inquiry_id`,
    calls: ['', '&needs=0', '&needs=0,1,2', '&needs=4', '&state=answered', '&sort=row', '&page=2', '&page=334', '&page=666'],
  },
  {
    path: '/audit',
    limit: 50,
    bound: BOUNDS.log,
    sql: `SELECT a.*, u.last_name FROM (SELECT * FROM audit_events WHERE organization_id = $3 ORDER BY at DESC, id DESC LIMIT $1 OFFSET $2) a
      LEFT JOIN users u ON u.id = a.actor_user_id`,
    calls: [
      '',
      '&kind=viewed',
      '&kind=printed',
      '&kind=changed',
      '&sort=action',
      `&user_id=${facts.userId}`,
      '&page=2000',
      `&page=${Math.ceil(facts.shown / 50)}`,
    ],
  },
  {
    path: '/users',
    limit: 50,
    bound: BOUNDS.daily,
    sql: 'SELECT * FROM users WHERE organization_id = $3 ORDER BY last_name, first_name, id LIMIT $1 OFFSET $2',
    calls: [''],
  },
  {
    path: '/providers',
    limit: 50,
    bound: BOUNDS.daily,
    sql: 'SELECT * FROM providers WHERE organization_id = $3 ORDER BY name, id LIMIT $1 OFFSET $2',
    calls: [''],
  },
  {
    path: '/payers',
    limit: null,
    bound: BOUNDS.daily,
    sql: 'SELECT id, name, is_group, payer_group_id FROM payers WHERE deleted_at IS NULL AND parent_id IS NULL ORDER BY lower(name), id LIMIT $1 OFFSET $2',
    calls: ['', '&q=payer+ab'],
  },
  {
    path: '/payers/search',
    limit: null,
    bound: BOUNDS.daily,
    // Names that begin with a word, by the index that lists them.
    sql: `SELECT id, name, is_group, payer_group_id FROM payers WHERE deleted_at IS NULL AND parent_id IS NULL
      AND lower(name) >= 'payer ab' AND lower(name) < 'payer ac' ORDER BY lower(name), id LIMIT $1 OFFSET $2`,
    calls: ['q=payer+ab', 'q=bcbs', 'q=unitedhealthcaer', 'q=mutaul+payer', 'q=nowhere*', 'q=pa'],
  },
  {
    path: `/payers/${facts.payerId}/expectation`,
    limit: null,
    bound: BOUNDS.daily,
    sql: `SELECT a.* FROM (SELECT * FROM inquiries WHERE payer_id = '${facts.payerId}' AND sent_at IS NOT NULL ORDER BY sent_at DESC LIMIT 100) i
      JOIN inquiry_asks a ON a.organization_id = i.organization_id AND a.inquiry_id = i.id LIMIT $1 OFFSET $2`,
    calls: [''],
  },
];
