import { expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { aSubmission, createInquiry, createOrganization, createUser, newId } from '../../../test/factories.ts';
import { useTestStore } from '../../../test/test-store.ts';
import { bindIdempotencyKey, findIdempotentInquiry } from './idempotency.repository.ts';
import { changeInquiry, dismissInquiry, findInquiry, findRawAnswer, hideInquiries, replaceDraft } from './inquiries.repository.ts';
import { findRecentAnswer, type RecentQuestion } from './list/recent-answer.repository.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const store = useTestStore();

type Made = Awaited<ReturnType<typeof createInquiry>>;
const scopeOf = (made: Pick<Made, 'organization_id' | 'user_id'>, restricted = false) => ({
  organizationId: made.organization_id,
  userId: made.user_id,
  restricted,
});

/** Runs `work` as the inquiry's organization, with its keys. */
async function within<T>(
  made: Pick<Made, 'organization_id'>,
  work: (tx: Tx, keys: Awaited<ReturnType<typeof store.keys.keysOf>>) => Promise<T>,
) {
  const keys = await store.keys.keysOf(made.organization_id);
  return await store.database.asOrganization(made.organization_id, async (tx) => await work(tx, keys));
}

async function hasSsn(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.queryOnce<{ ssn: Buffer | null }>('SELECT ssn FROM inquiry_contents WHERE inquiry_id = $1', [id]);
  return row !== undefined && row.ssn !== null;
}

test('an inquiry outside the scope is not found: a colleague’s for a restricted user, another organization’s for anybody', async () => {
  const made = await createInquiry(store);
  const colleague = await createUser(store, { organization_id: made.organization_id });
  const stranger = await createUser(store);

  const [own, restricted, foreign] = [
    await within(made, async (tx, keys) => await findInquiry(tx, keys, scopeOf(made, true), made.id)),
    await within(made, async (tx, keys) => await findInquiry(tx, keys, scopeOf({ ...made, user_id: colleague.id }, true), made.id)),
    await within(stranger, async (tx, keys) => await findInquiry(tx, keys, scopeOf({ ...stranger, user_id: stranger.id }), made.id)),
  ];

  expect([own?.id, restricted, foreign]).toEqual([made.id, null, null]);
});

test('an answer is stored with its raw form, and the SSN is gone', async () => {
  const made = await createInquiry(store, { ssn: '900123456' });
  const coverage = { payer_name: 'Meridian' } as NonNullable<Parameters<typeof changeInquiry>[2]['change']['coverage']>;
  const before = await within(made, async (tx) => await hasSsn(tx, made.id));

  const isChanged = await within(made, async (tx, keys) => {
    const change = { status: 'complete', coverage, raw_answer: { lines: [1] }, plan_status: 'Active', answered_at: NOW } as const;
    return await changeInquiry(tx, keys, { id: made.id, now: NOW, change });
  });

  const [found, raw, ssn] = await within(
    made,
    async (tx, keys) =>
      [await findInquiry(tx, keys, scopeOf(made), made.id), await findRawAnswer(tx, keys, made.id), await hasSsn(tx, made.id)] as const,
  );
  expect(isChanged).toBe(true);
  expect(found).toMatchObject({ status: 'complete', has_coverage: true, coverage, plan_status: 'Active' });
  expect([before, ssn, raw]).toEqual([true, false, { lines: [1] }]);
});

test('an ended inquiry never changes', async () => {
  const made = await createInquiry(store, { status: 'cancel' });

  const isChanged = await within(made, async (tx, keys) => {
    return await changeInquiry(tx, keys, {
      id: made.id,
      now: NOW,
      change: { status: 'complete', remote_errors: { late: 'x' } },
    });
  });

  const found = await within(made, async (tx, keys) => await findInquiry(tx, keys, scopeOf(made), made.id));
  expect([isChanged, found?.status, found?.remote_errors]).toEqual([false, 'cancel', {}]);
});

test('a draft that is sent keeps its id, and takes time, user, submission and search terms anew', async () => {
  const draft = await createInquiry(store, { status: 'draft', terms: [{ field: 'memberId', value: 'OLD' }] });
  const sender = await createUser(store, { organization_id: draft.organization_id });
  const submission = { ...aSubmission(draft.submission), memberId: 'NEW777' };
  const inquiry = {
    id: draft.id,
    user_id: sender.id,
    status: 'pending',
    now: NOW,
    submission,
    terms: [{ field: 'memberId', value: 'NEW' }],
  } as const;

  const [first, second] = await within(
    draft,
    async (tx, keys) => [await replaceDraft(tx, keys, inquiry), await replaceDraft(tx, keys, inquiry)] as const,
  );

  const [found, tokens] = await within(
    draft,
    async (tx, keys) =>
      [
        await findInquiry(tx, keys, scopeOf(draft), draft.id),
        await tx.queryOnce<{ token: Buffer }>('SELECT token FROM inquiry_tokens WHERE inquiry_id = $1', [draft.id]),
      ] as const,
  );
  const keys = await store.keys.keysOf(draft.organization_id);
  expect([first, second]).toEqual([true, false]);
  expect(found).toMatchObject({ status: 'pending', user_id: sender.id, created_at: NOW, sent_at: NOW, submission });
  expect(tokens.map(({ token }) => token)).toEqual(keys.tokensToFind({ field: 'memberId', value: 'NEW' }));
});

test('hiding many is all or nothing', async () => {
  const made = await createInquiry(store);
  const foreign = await createInquiry(store);

  const mixed = await within(made, async (tx) => await hideInquiries(tx, scopeOf(made), [made.id, foreign.id], true, NOW));
  const untouched = await within(made, async (tx, keys) => await findInquiry(tx, keys, scopeOf(made), made.id));
  const own = await within(made, async (tx) => await hideInquiries(tx, scopeOf(made), [made.id, made.id], true, NOW));
  const hidden = await within(made, async (tx, keys) => await findInquiry(tx, keys, scopeOf(made), made.id));

  expect([mixed, untouched?.is_hidden, own, hidden?.is_hidden]).toEqual([false, false, true, true]);
});

test('only a refused or failed inquiry in the scope can be dismissed', async () => {
  const refused = await createInquiry(store, { status: 'error' });
  const open = await createInquiry(store);
  const colleague = await createUser(store, { organization_id: refused.organization_id });

  const outcomes = [
    await within(refused, async (tx) => await dismissInquiry(tx, scopeOf({ ...refused, user_id: colleague.id }, true), refused.id, NOW)),
    await within(open, async (tx) => await dismissInquiry(tx, scopeOf(open), open.id, NOW)),
    await within(refused, async (tx) => await dismissInquiry(tx, scopeOf(refused), refused.id, NOW)),
  ];

  expect(outcomes).toEqual([false, false, true]);
});

test('a recent answer is the newest to the same payer, member id and day, in the viewer’s scope', async () => {
  const organization_id = (await createOrganization(store)).id;
  const term = { field: 'memberId', value: 'ABC' };
  const coverage = { payer_name: 'Meridian' } as NonNullable<Parameters<typeof changeInquiry>[2]['change']['coverage']>;
  const answered = { organization_id, status: 'complete', coverage, terms: [term] } as const;
  const made = await createInquiry(store, { ...answered, submission: { memberId: 'ABC1' }, created_at: NOW });
  const { payer_id } = made.submission;
  await createInquiry(store, { ...answered, payer_id, submission: { memberId: 'ABC2' }, created_at: NOW });
  const question: RecentQuestion = {
    payerId: payer_id,
    term,
    isSameMember: (memberId: string) => memberId === 'ABC1',
    asOfDate: null,
    since: new Date(NOW.getTime() - 1),
  };
  const ask = async (over: Partial<RecentQuestion>, scope = scopeOf(made)) =>
    (await within(made, async (tx, keys) => await findRecentAnswer(tx, keys, scope, { ...question, ...over })))?.id ?? null;
  const colleague = await createUser(store, { organization_id });

  expect(await ask({})).toBe(made.id);
  expect(await ask({ since: NOW })).toBeNull();
  expect(await ask({ isSameMember: () => false })).toBeNull();
  expect(await ask({ payerId: newId() })).toBeNull();
  expect(await ask({}, scopeOf({ ...made, user_id: colleague.id }, true))).toBeNull();
});

test('an idempotency key belongs to its user, knows its body, and is free again after its time', async () => {
  const made = await createInquiry(store);
  const colleague = await createUser(store, { organization_id: made.organization_id });
  const request = { userId: made.user_id, key: 'k-1', body: '{"memberId":"ABC"}' };
  const since = new Date(NOW.getTime() - 1000);
  const bound = { inquiryId: made.id, now: NOW, since };

  const outcome = await within(made, async (tx, keys) => ({
    free: await findIdempotentInquiry(tx, keys, request, since),
    bound: await bindIdempotencyKey(tx, keys, request, bound),
    again: await bindIdempotencyKey(tx, keys, request, bound),
    same: await findIdempotentInquiry(tx, keys, request, since),
    other: await findIdempotentInquiry(tx, keys, { ...request, body: '{}' }, since),
    colleague: await findIdempotentInquiry(tx, keys, { ...request, userId: colleague.id }, since),
    later: await findIdempotentInquiry(tx, keys, request, NOW),
    rebound: await bindIdempotencyKey(tx, keys, request, { ...bound, since: NOW }),
  }));

  expect(outcome).toEqual({
    free: null,
    bound: true,
    again: false,
    same: { inquiryId: made.id, isSameBody: true },
    other: { inquiryId: made.id, isSameBody: false },
    colleague: null,
    later: null,
    rebound: true,
  });
});
