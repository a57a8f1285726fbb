/** Filters by coverage and period, and the search in all fields (docs/product.md 2.11, 7.4), as PostgreSQL decides them. */
import { COVERAGE_FILTERS, PLAN_STATES, type CoverageFilter, type PlanState } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { emptyPlan } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import { answerFlags } from '@coverlight/domain/inquiries/coverage/answer-flags.ts';
import { seenGroup } from '@coverlight/domain/inquiries/coverage/seen-status.ts';
import { anySearchOf } from '@coverlight/domain/inquiries/search-terms.ts';
import { expect, test } from 'vitest';
import { aCoverage } from '../../../../test/coverages.ts';
import {
  createInquiry,
  createOrganization,
  createPayer,
  createProvider,
  createUser,
  type InquiryOver,
} from '../../../../test/factories.ts';
import { useTestStore } from '../../../../test/test-store.ts';
import { createListCounts } from '../../../db/list-counts.ts';
import type { InquiryFilter } from './inquiry-conditions.ts';
import { listInquiries } from './inquiry-list.repository.ts';
import { markAnswers } from './mark-answers.ts';

const NOW = new Date('2026-03-21T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

const store = useTestStore();

async function createPractice() {
  const organization_id = (await createOrganization(store)).id;
  return {
    organization_id,
    user_id: (await createUser(store, { organization_id })).id,
    provider_id: (await createProvider(store, { organization_id })).id,
    payer_id: (await createPayer(store, { name: `Meridian Cross ${organization_id}` })).id,
  };
}
type Practice = Awaited<ReturnType<typeof createPractice>>;

const add = async (practice: Practice, over: InquiryOver = {}) =>
  (await createInquiry(store, { ...practice, created_at: daysAgo(1), ...over })).id;

async function list(practice: Practice, filter: Partial<InquiryFilter>) {
  const { organization_id: organizationId, user_id: userId } = practice;
  const keys = await store.keys.keysOf(organizationId);
  return await store.database.asOrganization(organizationId, async (tx) => {
    return await listInquiries(tx, {
      scope: { organizationId, userId, restricted: false },
      keys,
      filter: { isHidden: false, ...filter },
      limits: { offset: 0, limit: 100 },
      now: NOW,
      counts: createListCounts(() => NOW),
    });
  });
}
const found = async (practice: Practice, q: string) => {
  const any = anySearchOf(q);
  if (any === null) throw new Error('too short');
  return (await list(practice, { any })).rows.map(({ id }) => id).toSorted();
};

test('each answer is found under the one group that it is seen in, and under no other', async () => {
  const practice = await createPractice();
  const coverage = aCoverage();
  const states: (PlanState | undefined)[] = [...PLAN_STATES, undefined];
  for (const plan_state of states) {
    for (const is_person_in_doubt of [false, true]) {
      for (const created_at of [daysAgo(1), daysAgo(61)]) {
        const change = { plan_status: 'words', is_person_in_doubt, ...(plan_state && { plan_state }) };
        await add(practice, { status: 'complete', coverage, created_at, change });
      }
    }
  }
  for (const status of ['pending', 'draft', 'unknown'] as const) await add(practice, { status });
  await add(practice, { status: 'complete' });

  const all = (await list(practice, {})).rows;
  const seen = new Map(all.map((row) => [row.id, row.status === 'expired' && row.plan_status === null ? null : seenGroup({ ...row })]));
  const groups = COVERAGE_FILTERS.filter((one) => one !== 'handled-elsewhere' && one !== 'other-payer-first');
  for (const group of groups) {
    const { rows, total } = await list(practice, { coverage: [group] });
    const expected = [...seen].filter(([, one]) => one === group).map(([id]) => id);
    expect([group, rows.map(({ id }) => id).toSorted()]).toEqual([group, expected.toSorted()]);
    expect([group, expected.length > 0, total]).toEqual([group, true, expected.length]);
  }
});

const carvedOut = aCoverage({
  plans: [
    {
      ...emptyPlan(),
      status: { code: '1', text: 'Active Coverage' },
      notes: ['BEHAVIORAL HEALTH IS ADMINISTERED BY SABLE BEHAVIORAL'],
    },
  ],
});

test('marks are kept with the answer, and found', async () => {
  const practice = await createPractice();
  await add(practice, { status: 'complete', coverage: aCoverage() });
  const elsewhere = await add(practice, {
    status: 'complete',
    coverage: carvedOut,
    created_at: daysAgo(80),
    change: answerFlags(carvedOut),
  });
  const rowsOf = async (coverage: CoverageFilter[]) => (await list(practice, { coverage })).rows;
  expect(await rowsOf(['handled-elsewhere'])).toMatchObject([{ id: elsewhere, is_handled_elsewhere: true, is_other_payer_first: false }]);
  expect(await rowsOf(['other-payer-first'])).toEqual([]);
  expect(await rowsOf(['other-payer-first', 'out-of-date'])).toMatchObject([{ id: elsewhere }]);
});

test('answers from before marks were kept are marked by one run, and what was known of them stays', async () => {
  const practice = await createPractice();
  const old = await add(practice, { status: 'complete', coverage: carvedOut });
  const known = await add(practice, { status: 'complete', coverage: aCoverage(), change: { plan_state: 'inactive' } });
  const unread = await add(practice, { status: 'complete', coverage: aCoverage() });
  await store.database.asOrganization(practice.organization_id, async (tx) => {
    await tx.queryOnce(`UPDATE inquiry_contents SET coverage = 'x' WHERE organization_id = $1 AND inquiry_id = $2`, [
      practice.organization_id,
      unread,
    ]);
  });
  const errors: unknown[] = [];
  const log = { error: (...said: unknown[]) => errors.push(said) };
  await markAnswers({ db: store.database, keys: store.keys, log: log as never });

  const rows = new Map((await list(practice, {})).rows.map((row) => [row.id, row]));
  expect(rows.get(old)).toMatchObject({ is_handled_elsewhere: true, is_other_payer_first: false, plan_state: 'active' });
  expect(rows.get(known)).toMatchObject({ is_handled_elsewhere: false, plan_state: 'inactive' });
  expect(rows.get(unread)).toMatchObject({ is_handled_elsewhere: null });
  expect(errors.length).toBeGreaterThan(0);
  expect(JSON.stringify(errors)).not.toMatch(/SABLE|Quillfeather/i);
});

test('a period holds its first instant and not its last', async () => {
  const practice = await createPractice();
  const first = await add(practice, { created_at: daysAgo(7) });
  await add(practice, { created_at: daysAgo(2) });
  const { rows, total } = await list(practice, { createdFrom: daysAgo(7), createdBefore: daysAgo(2) });
  expect([rows.map(({ id }) => id), total]).toEqual([[first], 1]);
});

test('one box finds by name, member id, birth date and payer, and every word must hold', async () => {
  const practice = await createPractice();
  const other = (await createPayer(store, { name: `Lakeside ${practice.organization_id}` })).id;
  const ada = await add(practice, {
    submission: { patientFirstName: 'Ada', patientLastName: 'Quillfeather', memberId: 'XQZ 12-345', patientBirthDate: '1984-04-07' },
  });
  const cross = await add(practice, {
    payer_id: other,
    submission: { patientFirstName: 'Ines', patientLastName: 'Cross', memberId: 'MMM998877', patientBirthDate: '1990-12-25' },
  });
  for (const typed of ['ada', 'quill', 'QUILL ada', 'xqz12', 'XQZ 12 345', '4/7/1984', 'april 7 1984', 'ada meridian', 'quill 4/7/84'])
    expect([typed, await found(practice, typed)]).toEqual([typed, [ada]]);
  // As a name and as part of a payer's.
  expect(await found(practice, 'cross')).toEqual([ada, cross].toSorted());
  expect(await found(practice, 'cross ines')).toEqual([cross]);
  expect(await found(practice, 'lakeside')).toEqual([cross]);
  for (const typed of ['ada lakeside', 'nobody', '4/8/1984', '100%']) expect([typed, await found(practice, typed)]).toEqual([typed, []]);
});

test('one box finds nothing of another practice', async () => {
  const [one, other] = [await createPractice(), await createPractice()];
  await add(one, { submission: { patientLastName: 'Quillfeather' } });
  expect(await found(other, 'quillfeather')).toEqual([]);
});
