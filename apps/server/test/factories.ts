/** Valid minimal rows for tests. Each makes the parents it needs and takes overrides; nothing is shared between tests. */
import { makeAdmin } from '../src/features/auth/accounts.repository.ts';
import { randomBytes, randomInt } from 'node:crypto';
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { RemoteErrors, StoredInquiryStatus, Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { inquirySearchTerms } from '@coverlight/domain/inquiries/search-terms.ts';
import { and, eq } from 'drizzle-orm';
import { monotonicFactory } from 'ulid';
import { createKeyRing, type KeyRing } from '../src/crypto/organization-keys.ts';
import type { SearchTerm } from '../src/crypto/search-tokens.ts';
import { openDatabase, type Database } from '../src/db/client.ts';
import { plans, subscriptions, type SubscriptionStatus } from '../src/db/tables/billing.ts';
import { inquiries } from '../src/db/tables/inquiries.ts';
import { organizations } from '../src/db/tables/organizations.ts';
import { payers, payerSources } from '../src/db/tables/payers.ts';
import { providers } from '../src/db/tables/providers.ts';
import { users } from '../src/db/tables/users.ts';
import { findPersonOf } from '../src/features/inquiries/changes/answers.repository.ts';
import { changeInquiry, insertInquiry, type InquiryChange } from '../src/features/inquiries/inquiries.repository.ts';
import { linkInquiry, settlePerson } from '../src/features/inquiries/linking/link.repository.ts';
import { aPayerSchema } from './payer-schemas.ts';

/** What rows are stored through. */
export interface Store {
  database: Database;
  keys: KeyRing;
}

type Over<T> = { [K in keyof T]?: T[K] };

export const newId = monotonicFactory();
const unique = () => randomBytes(4).toString('hex');

/** Opens a test database as the server would, with a key of its own. Close it before the database is removed. */
export function openStore(url: string, now: () => Date = () => new Date()): Store & { dataKey: Buffer; close(): Promise<void> } {
  const dataKey = randomBytes(32);
  const database = openDatabase({
    connectionString: url,
    max: 5,
    // Dropping a database ends its idle connections; nothing else may break them in a test.
    onError: () => undefined,
  });
  const keys = createKeyRing({ database, dataKey, previousDataKey: null, now });
  return { database, keys, dataKey, close: async () => await database.close() };
}

export type Organization = typeof organizations.$inferSelect;

/** With an active subscription, unless `subscription` says another status, or null for none. */
export async function createOrganization(
  { database }: Store,
  { subscription = 'active', ...over }: Over<typeof organizations.$inferInsert> & { subscription?: SubscriptionStatus | null } = {},
): Promise<Organization> {
  const id = over.id ?? newId();
  const planId = subscription === null ? null : await ensurePlan(database);
  return await database.asOrganization(id, async (tx) => {
    const [row] = await tx.orm
      .insert(organizations)
      .values({ name: `Practice ${unique()}`, ...over, id })
      .returning();
    if (subscription !== null && planId !== null) {
      const past_due_since = subscription === 'past_due' ? new Date() : null;
      await tx.orm
        .insert(subscriptions)
        .values({ organization_id: id, id: newId(), plan_id: planId, status: subscription, past_due_since });
    }
    return stored(row);
  });
}

async function ensurePlan(database: Database): Promise<string> {
  return await database.asAdmin(async (tx) => {
    const [known] = await tx.orm.select({ id: plans.id }).from(plans).limit(1);
    if (known !== undefined) return known.id;
    const id = newId();
    await tx.orm.insert(plans).values({ id, name: 'Standard', base_cost: '199.00', base_inquiries: 100, addl_cost: '1.50', tier: 1 });
    return id;
  });
}

export type User = typeof users.$inferSelect;

/** A standard user who has accepted the terms and has no password. */
export async function createUser(
  store: Store,
  { is_admin = false, ...over }: Over<typeof users.$inferInsert> & { is_admin?: boolean } = {},
): Promise<User> {
  const organization_id = over.organization_id ?? (await createOrganization(store)).id;
  return await store.database.asOrganization(organization_id, async (tx) => {
    const [row] = await tx.orm
      .insert(users)
      .values({
        id: newId(),
        email: `user-${unique()}@practice.test`,
        first_name: 'Robin',
        last_name: 'Ashby',
        phone: '5550100100',
        tos_version: '2026-11-01',
        tos_accepted_at: new Date(),
        ...over,
        organization_id,
      })
      .returning();
    const user = stored(row);
    if (!is_admin) return user;
    await makeAdmin(tx, user.id);
    return { ...user, is_admin };
  });
}

export type Provider = typeof providers.$inferSelect;

export async function createProvider(store: Store, over: Over<typeof providers.$inferInsert> = {}): Promise<Provider> {
  const organization_id = over.organization_id ?? (await createOrganization(store)).id;
  return await store.database.asOrganization(organization_id, async (tx) => {
    const [row] = await tx.orm
      .insert(providers)
      .values({
        id: newId(),
        name: `Facility ${unique()}`,
        npi: aNpi(),
        tax_id: String(randomInt(100_000_000, 999_999_999)),
        ...over,
        organization_id,
      })
      .returning();
    return stored(row);
  });
}

/** Ten digits with the check digit of product.md 5. */
export function aNpi(): string {
  const nine = `1${String(randomInt(0, 99_999_999)).padStart(8, '0')}`;
  const sum = `80840${nine}`
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return `${nine}${(10 - (sum % 10)) % 10}`;
}

type SourceOver = Over<Omit<typeof payerSources.$inferInsert, 'payer_id' | 'asked_as' | 'clearinghouse'>>;
/** With what Availity and pVerify have of it in the words of the wire; `sources` for any clearinghouse, `schema` null for none. */
export type PayerOver = Over<typeof payers.$inferInsert> & {
  code?: string | null;
  is_active?: boolean;
  is_available?: boolean;
  pverify_code?: string | null;
  pverify_name?: string | null;
  pverify_is_active?: boolean;
  pverify_is_available?: boolean;
  pverify_is_electronic?: boolean;
  /** As if a sync had seen it in a whole list. */
  isListed?: boolean;
  sources?: Record<string, SourceOver>;
  schema?: PayerSchema | null;
};
export type Payer = typeof payers.$inferSelect & { code: string | null; pverify_code: string | null };

/** One that Availity lists and can be asked about, with a schema. */
export async function createPayer({ database }: Store, over: PayerOver = {}): Promise<Payer> {
  const { code, is_active, is_available = true, schema = aPayerSchema(), isListed = true, sources = {}, ...rest } = over;
  const { pverify_code = null, pverify_name = null, pverify_is_active, pverify_is_available, pverify_is_electronic, ...own } = rest;
  return await database.asAdmin(async (tx) => {
    const [row] = await tx.orm
      .insert(payers)
      .values({ id: newId(), name: `Payer ${unique()}`, named_by: 'availity', ...own })
      .returning();
    const payer = stored(row);
    const listed_at = isListed ? payer.created_at : null;
    const all: Record<string, SourceOver> = {
      availity: {
        code: code === undefined ? (own.is_group === true ? null : `P${unique()}`) : code,
        name: code === null ? null : payer.name,
        is_active,
        is_available,
        ...(schema === null ? {} : schema),
      },
      ...(pverify_code === null && pverify_is_active === undefined
        ? {}
        : {
            pVerify: {
              code: pverify_code,
              name: pverify_name,
              is_active: pverify_is_active,
              is_available: pverify_is_available,
              is_electronic: pverify_is_electronic,
            },
          }),
      ...sources,
    };
    for (const [clearinghouse, source] of Object.entries(all)) {
      const times = { first_listed_at: listed_at, last_listed_at: listed_at };
      await tx.orm.insert(payerSources).values({ payer_id: payer.id, asked_as: payer.id, clearinghouse, ...times, ...source });
    }
    return { ...payer, code: all['availity']?.code ?? null, pverify_code: all['pVerify']?.code ?? null };
  });
}

export interface InquiryOver {
  organization_id?: string;
  id?: string;
  user_id?: string;
  provider_id?: string;
  payer_id?: string;
  status?: StoredInquiryStatus;
  created_at?: Date;
  is_hidden?: boolean;
  dismissed_at?: Date;
  submission?: Over<Submission>;
  ssn?: string;
  /** By default what its submission is found by. */
  terms?: readonly SearchTerm[];
  coverage?: Coverage;
  raw_answer?: unknown;
  remote_errors?: RemoteErrors;
  /** Anything else that an answer changes. */
  change?: Omit<InquiryChange, 'status'>;
  /** False: as checks from before persons were kept. */
  isLinked?: boolean;
}

/** A pending one for an invented patient, unless told otherwise. Answers its ids. */
export async function createInquiry(
  store: Store,
  over: InquiryOver = {},
): Promise<{ id: string; organization_id: string; user_id: string; submission: Submission }> {
  const organization_id = over.organization_id ?? (await createOrganization(store)).id;
  const user_id = over.user_id ?? (await createUser(store, { organization_id })).id;
  const provider_id = over.provider_id ?? (await createProvider(store, { organization_id })).id;
  const payer_id = over.payer_id ?? (await createPayer(store)).id;
  const id = over.id ?? newId();
  const now = over.created_at ?? new Date();
  const status = over.status ?? 'pending';
  const submission: Submission = { ...aSubmission({ provider_id, payer_id }), ...over.submission };
  const first = status === 'draft' ? status : 'pending';
  const keys = await store.keys.keysOf(organization_id);
  await store.database.asOrganization(organization_id, async (tx) => {
    const terms = over.terms ?? inquirySearchTerms(submission);
    await insertInquiry(tx, keys, { id, user_id, status: first, now, submission, terms, ssn: over.ssn ?? null });
    const { coverage, raw_answer, remote_errors, is_hidden = false, dismissed_at = null } = over;
    if (first !== 'draft' && over.isLinked !== false) {
      await linkInquiry(tx, keys, { inquiryId: id, newPersonId: newId(), submission, sentAt: is_hidden ? null : now, now });
      if (coverage !== undefined) await settlePerson(tx, keys, { inquiryId: id, newMoveId: newId(), submission, coverage, now });
    }
    const answered_at = status === 'complete' || status === 'error' ? now : null;
    const change = { answered_at, coverage, raw_answer, remote_errors, ...over.change, status };
    if (status !== first) await changeInquiry(tx, keys, { id, now, change });
    await tx.orm
      .update(inquiries)
      .set({ is_hidden, dismissed_at })
      .where(and(eq(inquiries.organization_id, organization_id), eq(inquiries.id, id)));
  });
  return { id, organization_id, user_id, submission };
}

/** Whose check it is. */
export async function personOf({ database }: Store, organizationId: string, inquiryId: string): Promise<string> {
  const id = await database.asOrganization(organizationId, async (tx) => await findPersonOf(tx, inquiryId));
  if (id === null) throw new Error('The inquiry has no person.');
  return id;
}

export function aSubmission(over: Over<Submission> & Pick<Submission, 'provider_id' | 'payer_id'>): Submission {
  return {
    memberId: `XZA${randomInt(100_000_000, 999_999_999)}`,
    patientBirthDate: '1986-04-12',
    patientFirstName: 'Marlow',
    patientLastName: 'Quillfeather',
    subscriberRelationship: '18',
    serviceType: ['30'],
    selectedCombo: ['memberId', 'patientBirthDate'],
    ...over,
  };
}

function stored<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('The row was not stored.');
  return row;
}
