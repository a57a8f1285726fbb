/** Two practices and a platform admin to look around with, on a development machine (product.md 16.5). */
import { CURRENT_TERMS_VERSION } from '@coverlight/contract/auth/terms-version.ts';
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import { planState } from '@coverlight/domain/inquiries/coverage/plan-state.ts';
import { isSomebodyElse } from '@coverlight/domain/inquiries/record-warnings.ts';
import { answerFlags } from '@coverlight/domain/inquiries/coverage/answer-flags.ts';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import { inquirySearchTerms } from '@coverlight/domain/inquiries/search-terms.ts';
import { planQuestion, type PlannedPart } from '@coverlight/domain/payers/clearinghouse-choice.ts';
import { eq } from 'drizzle-orm';
import type { KeyRing, OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Database, Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { plans, subscriptions } from '#db/tables/billing.ts';
import { inquiries } from '#db/tables/inquiries.ts';
import { organizations } from '#db/tables/organizations.ts';
import { providers } from '#db/tables/providers.ts';
import { users } from '#db/tables/users.ts';
import { hashPassword } from '#features/auth/passwords.ts';
import { planAsking } from '#features/inquiries/asking/leases.repository.ts';
import { changeInquiry, insertInquiry } from '#features/inquiries/inquiries.repository.ts';
import { lockOrganization } from '#features/organizations/organizations.repository.ts';
import { findPayer, listChoosablePayers, type PayerRecord } from '#features/payers/payers.repository.ts';
import { insertProvider } from '#features/providers/providers.repository.ts';
import { insertUser, makeAdmin } from '#features/auth/accounts.repository.ts';
import { demoAnswer } from './demo-answer.ts';
import { HARBOR_INQUIRIES, LAKESIDE_INQUIRIES, type DemoInquiry } from './demo-inquiries.ts';

/** Who has answered what the demo shows. */
const DEMO_CLEARINGHOUSE = 'availity';
export const DEMO_PASSWORD = 'harbor lights at night';

export interface DemoDeps {
  db: Database;
  keys: KeyRing;
  newId: () => string;
  clock: () => Date;
}

interface DemoUser {
  email: string;
  first_name: string;
  last_name: string;
  is_manager?: boolean;
  is_restricted?: boolean;
  perm_reimbursements?: boolean;
}

interface DemoPractice {
  /** Fixed, so that of two processes that seed together one finds it taken. */
  id: string;
  name: string;
  users: readonly DemoUser[];
  providers: readonly { name: string; npi: string; tax_id: string }[];
  inquiries: readonly DemoInquiry[];
  /** An admin has let it see estimates without the add-on. */
  has_override_reimbursement: boolean;
}

const PLAN_ID = '01JDEM0P1AN000000000000001';

const PRACTICES: readonly DemoPractice[] = [
  {
    id: '01JDEM0HARB0R0000000000001',
    name: 'Harbor Recovery Center',
    users: [
      { email: 'manager@demo.test', first_name: 'Maren', last_name: 'Holt', is_manager: true, perm_reimbursements: true },
      { email: 'standard@demo.test', first_name: 'Stellan', last_name: 'Reyes' },
      { email: 'restricted@demo.test', first_name: 'Romy', last_name: 'Tran', is_restricted: true },
    ],
    providers: [
      { name: 'Harbor Recovery Center Main Campus', npi: '1847025313', tax_id: '842201937' },
      { name: 'Harbor Outpatient Pavilion', npi: '1509362848', tax_id: '842201937' },
    ],
    inquiries: HARBOR_INQUIRIES,
    has_override_reimbursement: true,
  },
  {
    id: '01JDEM01AKES1DE00000000001',
    name: 'Lakeside Counseling',
    users: [{ email: 'manager@other.test', first_name: 'Lennart', last_name: 'Okafor', is_manager: true }],
    providers: [{ name: 'Lakeside Counseling', npi: '1928471063', tax_id: '853310248' }],
    inquiries: LAKESIDE_INQUIRIES,
    has_override_reimbursement: false,
  },
];

const ADMIN: DemoUser = { email: 'admin@demo.test', first_name: 'Ada', last_name: 'Lindqvist' };

/** Who pays for which demo organization. */
export const DEMO_CUSTOMERS: readonly { organizationId: string; email: string }[] = PRACTICES.flatMap(({ id, users: [manager] }) =>
  manager === undefined ? [] : [{ organizationId: id, email: manager.email }],
);

/** Lines to print at start. */
export const DEMO_EMAILS: readonly string[] = [...PRACTICES.flatMap((practice) => practice.users.map(({ email }) => email)), ADMIN.email];
export const DEMO_ACCOUNTS: readonly string[] = [
  ...PRACTICES.flatMap((practice) => practice.users.map(({ email }) => `${email} (${practice.name})`)),
  `${ADMIN.email} (platform admin)`,
];

/** Safe to repeat and from several processes: makes what is missing. Inquiries are made once there are payers that can be asked. */
export async function seedDemo(deps: DemoDeps): Promise<void> {
  const payers = await deps.db.withoutOrganization(listDemoPayers);
  await deps.db.asAdmin(insertPlan);
  for (const practice of PRACTICES) await seedPractice(deps, practice, payers);
  await deps.db.asOrganization(INTERNAL_ORGANIZATION_ID, async (tx) => {
    const known = await tx.orm.$count(users, eq(users.email, ADMIN.email));
    if (known > 0) return;
    const row = { ...(await userRow(deps, ADMIN)), organization_id: INTERNAL_ORGANIZATION_ID };
    const made = await tx.orm.insert(users).values(row).onConflictDoNothing().returning({ id: users.id });
    if (made.length > 0) await makeAdmin(tx, row.id);
  });
}

/** Some that the demo's clearinghouse answers for, in the order of the list, with their codes there. */
export async function listDemoPayers(tx: Tx): Promise<(PayerRecord & { code: string })[]> {
  const payers: (PayerRecord & { code: string })[] = [];
  for (const { id, is_group } of await listChoosablePayers(tx, [DEMO_CLEARINGHOUSE])) {
    const payer = is_group || payers.length === 5 ? null : await findPayer(tx, id);
    const code = payer?.sources.find(({ clearinghouse }) => clearinghouse === DEMO_CLEARINGHOUSE)?.code;
    if (payer !== null && code != null) payers.push({ ...payer, code });
  }
  return payers;
}

async function insertPlan(tx: Tx): Promise<void> {
  await tx.orm
    .insert(plans)
    .values({ id: PLAN_ID, name: 'Practice', base_cost: '249.00', base_inquiries: 200, addl_cost: '1.25', tier: 1 })
    .onConflictDoNothing();
}

async function userRow({ newId, clock }: DemoDeps, user: DemoUser) {
  const now = clock();
  const terms = { tos_version: CURRENT_TERMS_VERSION, tos_accepted_at: now };
  return {
    ...user,
    ...terms,
    id: newId(),
    phone: '5550142000',
    password_hash: await hashPassword(DEMO_PASSWORD),
    created_at: now,
    updated_at: now,
  };
}

async function seedPractice(deps: DemoDeps, practice: DemoPractice, payers: PayerRecord[]): Promise<void> {
  const { id, name, has_override_reimbursement } = practice;
  await deps.db.asOrganization(id, async (tx) => {
    await tx.orm.insert(organizations).values({ id, name, has_override_reimbursement }).onConflictDoNothing();
  });
  const keys = await deps.keys.keysOf(id);
  await deps.db.asOrganization(id, async (tx) => {
    // Of two processes that seed together the second waits here, and then finds everything.
    await lockOrganization(tx);
    if ((await tx.orm.$count(users)) === 0) await seedMembers(deps, tx, practice);
    if ((await tx.orm.$count(inquiries)) === 0) await seedInquiries(deps, tx, { practice, payers, keys });
  });
}

async function seedMembers(deps: DemoDeps, tx: Tx, practice: DemoPractice): Promise<void> {
  const organization_id = practice.id;
  for (const user of practice.users) await insertUser(tx, { ...(await userRow(deps, user)), organization_id });
  for (const provider of practice.providers) await insertProvider(tx, { ...provider, organization_id, id: deps.newId() });
  await tx.orm.insert(subscriptions).values({ organization_id, id: deps.newId(), plan_id: PLAN_ID, status: 'active' });
}

async function seedInquiries(
  deps: DemoDeps,
  tx: Tx,
  { practice, payers, keys }: { practice: DemoPractice; payers: PayerRecord[]; keys: OrganizationKeys },
): Promise<void> {
  const members = await tx.orm.select({ id: users.id, email: users.email }).from(users);
  const facilities = await tx.orm.select({ id: providers.id }).from(providers).orderBy(providers.id);
  for (const [index, inquiry] of practice.inquiries.entries()) {
    const payer = payers[index % payers.length];
    const user = members.find(({ email }) => email === practice.users[inquiry.by]?.email);
    const provider = facilities[index % facilities.length];
    if (payer === undefined || user === undefined || provider === undefined) continue;
    const who = { user_id: user.id, provider_id: provider.id };
    await seedInquiry(tx, keys, { ...who, inquiry, payer, id: deps.newId(), now: deps.clock() });
  }
}

interface Seed {
  id: string;
  inquiry: DemoInquiry;
  payer: PayerRecord;
  user_id: string;
  provider_id: string;
  now: Date;
}

const HOUR_MS = 60 * 60 * 1000;
const SERVICE_TYPES = ['30'];

async function seedInquiry(tx: Tx, keys: OrganizationKeys, { id, inquiry, payer, user_id, provider_id, now }: Seed): Promise<void> {
  const { patient, status, plan, remoteErrors } = inquiry;
  const at = new Date(now.getTime() - inquiry.hoursAgo * HOUR_MS);
  const submission: Submission = {
    provider_id,
    payer_id: payer.id,
    memberId: patient.memberId,
    patientFirstName: patient.first,
    patientLastName: patient.last,
    patientBirthDate: patient.birthDate,
    serviceType: SERVICE_TYPES,
    selectedCombo: ['memberId', 'patientBirthDate', 'patientFirstName', 'patientLastName'],
  };
  const isDraft = status === 'draft';
  const first = isDraft ? 'draft' : 'pending';
  const terms = inquirySearchTerms(submission);
  const deadline_at = isDraft ? null : new Date(at.getTime() + 24 * HOUR_MS);
  const asked = isDraft ? null : { service_types: SERVICE_TYPES, practice_type: null };
  await insertInquiry(tx, keys, { id, user_id, status: first, now: at, submission, terms, deadline_at, asked });
  // One that looks held by a caller, or it would not stay pending; the other the background asks on.
  const leaseUntil = status === 'pending' ? new Date(now.getTime() + 12 * HOUR_MS) : now;
  if (status === 'pending' || status === 'max-retry')
    await planAsking(tx, id, { plan: planOf(payer), owner: 'demo', leaseUntil, waitsUntil: null });
  if (status === first) return;
  const raw_answer = plan === null ? undefined : demoAnswer(patient, { ...plan, payerName: payer.name, year: now.getUTCFullYear() });
  const coverage = raw_answer === undefined ? undefined : normalizeCoverage(raw_answer, askedDay({ as_of_date: null, created_at: at }));
  const isAnswered = status === 'complete' || status === 'error';
  await changeInquiry(tx, keys, {
    id,
    now: at,
    change: {
      status,
      coverage,
      raw_answer,
      remote_errors: remoteErrors,
      plan_status: coverage?.plan?.status,
      plan_state: coverage === undefined ? undefined : planState(coverage.plan),
      is_person_in_doubt: coverage === undefined ? undefined : isSomebodyElse(submission, coverage),
      ...(coverage && answerFlags(coverage)),
      ...(isAnswered ? { answered_at: at, source: DEMO_CLEARINGHOUSE } : {}),
    },
  });
}

const planOf = (payer: PayerRecord): PlannedPart[] =>
  planQuestion({ payer, configured: [DEMO_CLEARINGHOUSE], serviceTypes: SERVICE_TYPES, hasOverride: false, hasPlatformProvider: false })
    .parts;
