import { searchTermsOf } from '@coverlight/domain/inquiries/search-terms.ts';
import { expect, test } from 'vitest';
import {
  createInquiry,
  createOrganization,
  createPayer,
  createProvider,
  createUser,
  type InquiryOver,
} from '../../../../test/factories.ts';
import { useTestStore } from '../../../../test/test-store.ts';
import type { InquiryFilter } from './inquiry-conditions.ts';
import { createListCounts } from '#db/list-counts.ts';
import { listAttention, listInquiries } from './inquiry-list.repository.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const store = useTestStore();

interface Practice {
  organization_id: string;
  user_id: string;
  provider_id: string;
  payer_id: string;
}

async function createPractice(): Promise<Practice> {
  const organization_id = (await createOrganization(store)).id;
  return {
    organization_id,
    user_id: (await createUser(store, { organization_id, first_name: 'Robin', last_name: 'Ashby' })).id,
    provider_id: (await createProvider(store, { organization_id, name: 'Harbor House' })).id,
    payer_id: (await createPayer(store, { name: `Meridian Health ${organization_id}` })).id,
  };
}

const add = async (practice: Practice, over: InquiryOver = {}) =>
  (await createInquiry(store, { ...practice, created_at: daysAgo(1), ...over })).id;

interface Wish extends Partial<InquiryFilter> {
  restrictedTo?: string;
  offset?: number;
  limit?: number;
}

async function list(practice: Practice, { restrictedTo, offset = 0, limit = 15, ...filter }: Wish = {}) {
  const keys = await store.keys.keysOf(practice.organization_id);
  const scope = {
    organizationId: practice.organization_id,
    userId: restrictedTo ?? practice.user_id,
    restricted: restrictedTo !== undefined,
  };
  const counts = createListCounts(() => NOW);
  const { rows, total } = await store.database.asOrganization(practice.organization_id, async (tx) => {
    return await listInquiries(tx, { scope, keys, filter: { isHidden: false, ...filter }, limits: { offset, limit }, now: NOW, counts });
  });
  return { rows, total, ids: rows.map(({ id }) => id) };
}

async function attention(practice: Practice, restrictedTo?: string) {
  const keys = await store.keys.keysOf(practice.organization_id);
  const scope = {
    organizationId: practice.organization_id,
    userId: restrictedTo ?? practice.user_id,
    restricted: restrictedTo !== undefined,
  };
  return await store.database.asOrganization(practice.organization_id, async (tx) => {
    return await listAttention(tx, { scope, keys, limits: { offset: 0, limit: 15 }, now: NOW });
  });
}

test('a row names patient, user, provider and payer, and holds the refusal of a refused one', async () => {
  const practice = await createPractice();
  const remote_errors = { subscriber_75: 'Subscriber not found' };
  await add(practice, {
    status: 'error',
    remote_errors,
    submission: { patientFirstName: 'Ida', patientLastName: 'Fenn', asOfDate: '2026-11-01' },
  });

  const { rows } = await list(practice);

  expect(rows).toMatchObject([
    {
      status: 'error',
      patient: 'Ida Fenn',
      as_of_date: '2026-11-01',
      user_first_name: 'Robin',
      user_last_name: 'Ashby',
      provider_name: 'Harbor House',
      payer_name: `Meridian Health ${practice.organization_id}`,
      remote_errors,
    },
  ]);
});

test('the list is newest first, page by page, with the total of all pages', async () => {
  const practice = await createPractice();
  const ids: string[] = [];
  for (const days of [1, 2, 3, 4, 5]) ids.push(await add(practice, { created_at: daysAgo(days) }));

  const [first, second, last, beyond] = [
    await list(practice, { limit: 2 }),
    await list(practice, { offset: 2, limit: 2 }),
    await list(practice, { offset: 4, limit: 2 }),
    await list(practice, { offset: 6, limit: 2 }),
  ];

  expect([first, second, last, beyond].flatMap((page) => page.ids)).toEqual(ids);
  expect([first, second, last, beyond].map(({ total }) => total)).toEqual([5, 5, 5, 5]);
});

test('a page deep in a long list is the same from either end', async () => {
  const practice = await createPractice();
  const { organization_id, user_id, provider_id, payer_id } = practice;
  await store.database.asOrganization(organization_id, async (tx) => {
    await tx.queryOnce(
      `INSERT INTO inquiries (organization_id, id, user_id, provider_id, payer_id, status, created_at, updated_at)
       SELECT $1, lpad(n::text, 26, '0'), $2, $3, $4, 'cancel', $5::timestamptz - n * interval '1 minute', $5 FROM generate_series(1, 1040) n`,
      [organization_id, user_id, provider_id, payer_id, NOW],
    );
  });
  const numbers = async (wish: Wish) => (await list(practice, wish)).ids.map(Number);

  expect(await numbers({ offset: 1005 })).toEqual(Array.from({ length: 15 }, (_, n) => 1006 + n));
  expect(await numbers({ offset: 1035, statuses: ['cancel'] })).toEqual([1036, 1037, 1038, 1039, 1040]);
  expect(await list(practice, { offset: 1050 })).toMatchObject({ ids: [], total: 1040 });
});

test('inquiries of the same instant keep one order over pages', async () => {
  const practice = await createPractice();
  for (let count = 0; count < 4; count += 1) await add(practice, { created_at: NOW });

  const whole = await list(practice);
  const pages = [await list(practice, { limit: 2 }), await list(practice, { offset: 2, limit: 2 })];

  expect(pages.flatMap(({ ids }) => ids)).toEqual(whole.ids);
});

test('a complete inquiry reads as expired without coverage, and after 60 times 24 hours', async () => {
  const practice = await createPractice();
  const coverage = { payer_name: 'Meridian' } as NonNullable<InquiryOver['coverage']>;
  const fresh = await add(practice, { status: 'complete', coverage, created_at: daysAgo(60) });
  const empty = await add(practice, { status: 'complete', created_at: new Date(daysAgo(60).getTime() - 1) });
  const old = await add(practice, { status: 'complete', coverage, created_at: new Date(daysAgo(60).getTime() - 2) });
  const pending = await add(practice, { status: 'max-retry', created_at: daysAgo(90) });

  const all = await list(practice);

  expect(all.rows.map(({ id, status }) => [id, status])).toEqual([
    [fresh, 'complete'],
    [empty, 'expired'],
    [old, 'expired'],
    [pending, 'max-retry'],
  ]);
  expect((await list(practice, { statuses: ['complete'] })).ids).toEqual([fresh]);
  expect((await list(practice, { statuses: ['expired'] })).ids).toEqual([empty, old]);
  expect((await list(practice, { statuses: ['complete', 'expired'] })).ids).toEqual([fresh, empty, old]);
  expect((await list(practice, { statuses: ['expired', 'max-retry'] })).ids).toEqual([empty, old, pending]);
});

test('a status that was not asked for is left out of rows and total', async () => {
  const practice = await createPractice();
  await add(practice, { status: 'error' });
  const draft = await add(practice, { status: 'draft' });

  const { ids, total } = await list(practice, { statuses: ['draft', 'pending'], limit: 1 });

  expect([ids, total]).toEqual([[draft], 1]);
});

test('hidden rows are listed only where they are asked for', async () => {
  const practice = await createPractice();
  const shown = await add(practice);
  const hidden = await add(practice, { is_hidden: true });

  expect((await list(practice)).ids).toEqual([shown]);
  expect((await list(practice, { isHidden: true })).ids).toEqual([hidden]);
});

test('rows and total of a restricted user hold its own inquiries only', async () => {
  const practice = await createPractice();
  const restricted = await createUser(store, { organization_id: practice.organization_id, is_restricted: true });
  await add(practice);
  await add(practice);
  const own = await add(practice, { user_id: restricted.id });

  const { ids, total } = await list(practice, { restrictedTo: restricted.id, limit: 1 });
  const colleagues = await list(practice, { restrictedTo: restricted.id, userId: practice.user_id });

  expect([ids, total]).toEqual([[own], 1]);
  expect([colleagues.ids, colleagues.total]).toEqual([[], 0]);
});

test('filters by user and provider both hold', async () => {
  const practice = await createPractice();
  const { organization_id } = practice;
  const user_id = (await createUser(store, { organization_id })).id;
  const provider_id = (await createProvider(store, { organization_id })).id;
  await add(practice, { user_id });
  await add(practice, { provider_id });
  const both = await add(practice, { user_id, provider_id });

  const { ids } = await list(practice, { userId: user_id, providerId: provider_id });

  expect(ids).toEqual([both]);
});

test('a search finds the rows that hold every term, and no other organization’s', async () => {
  const [practice, other] = [await createPractice(), await createPractice()];
  const terms = searchTermsOf({ patient_first_name: 'id', patient_last_name: 'FÉ', member_id: 'abc-1', patient_dob: '1990-02-03' });
  const submission = { patientFirstName: 'Ida', patientLastName: 'Fenn', memberId: 'ABC 123', patientBirthDate: '1990-02-03' };
  await add(practice, { submission: { ...submission, patientFirstName: 'Aida' } });
  await add(practice, { submission: { ...submission, patientBirthDate: '1990-02-04' } });
  await add(other, { submission });
  const both = await add(practice, { submission });

  const { ids, total } = await list(practice, { terms, limit: 1 });

  expect([ids, total]).toEqual([[both], 1]);
});

test('a search by payer name looks at the name it answered under first, and takes wildcards literally', async () => {
  const practice = await createPractice();
  const chosen = await add(practice);
  const answered = await add(practice, { status: 'complete', change: { payer_name_override: 'Lakeside 100% Plan' } });

  expect((await list(practice, { payerName: 'MERIDIAN' })).ids).toEqual([chosen]);
  expect((await list(practice, { payerName: '100%' })).ids).toEqual([answered]);
  expect((await list(practice, { payerName: 'l_keside' })).ids).toEqual([]);
});

test('the attention list holds refused and failed checks of 30 days that nobody dismissed, hid or sent again', async () => {
  const practice = await createPractice();
  const refused = await add(practice, { status: 'error', remote_errors: { memberId: 'unknown' } });
  const failed = await add(practice, { status: 'failure', created_at: daysAgo(2) });
  await add(practice, { status: 'error', created_at: daysAgo(31) });
  await add(practice, { status: 'error', dismissed_at: NOW });
  await add(practice, { status: 'error', is_hidden: true });
  await add(practice, { status: 'complete' });
  const corrected = await add(practice, { status: 'error' });
  await add(practice, { status: 'pending', submission: { parentId: corrected } });
  const drafted = await add(practice, { status: 'error', created_at: daysAgo(3) });
  await add(practice, { status: 'draft', submission: { parentId: drafted } });

  const { rows, total } = await attention(practice);

  expect(rows.map(({ id }) => id)).toEqual([refused, failed, drafted]);
  expect(rows[0]?.remote_errors).toEqual({ memberId: 'unknown' });
  expect(total).toBe(3);
});

test('the attention list of a restricted user holds its own only', async () => {
  const practice = await createPractice();
  const restricted = await createUser(store, { organization_id: practice.organization_id, is_restricted: true });
  await add(practice, { status: 'error' });
  const own = await add(practice, { status: 'error', user_id: restricted.id });

  const { rows } = await attention(practice, restricted.id);

  expect(rows.map(({ id }) => id)).toEqual([own]);
});
