import { expect, test } from 'vitest';
import { createInquiry, createOrganization, createPayer } from '../../../../test/factories.ts';
import { useTestStore } from '../../../../test/test-store.ts';
import { findDueTurns, planAsking, postponeTurn, releaseLease, renewLeases, takeLease } from './leases.repository.ts';

const store = useTestStore();
const NOW = new Date('2026-11-20T12:00:00Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const PLAN = [{ service_types: ['30'], routes: ['availity' as const] }];

/** An open inquiry whose next turn is due then; `at` names it in what a test expects. */
async function dueAt(seconds: number, where: { organization_id?: string; payer_id?: string } = {}) {
  const { id: inquiryId, organization_id: organizationId } = await createInquiry(store, where);
  const inOrganization = async <T>(work: Parameters<typeof store.database.asOrganization<T>>[1]): Promise<T> =>
    await store.database.asOrganization(organizationId, work);
  await inOrganization(
    async (tx) => await planAsking(tx, inquiryId, { plan: PLAN, owner: 'first', leaseUntil: after(seconds), waitsUntil: null }),
  );
  return { inquiryId, inOrganization };
}
const find = async (now: Date, { payers = [], held = [] }: { payers?: string[]; held?: string[] } = {}, limit = 100) =>
  (await store.database.withoutOrganization(async (tx) => await findDueTurns(tx, now, limit, { payers, held }))).map(
    ({ inquiryId }) => inquiryId,
  );

test('of what is due one of each organization at each payer comes before a second one of them, then the oldest', async () => {
  const [large, small] = [await createOrganization(store), await createOrganization(store)];
  const [payer, other] = [await createPayer(store), await createPayer(store)];
  const many: string[] = [];
  for (const seconds of [-100, -99, -98]) many.push((await dueAt(seconds, { organization_id: large.id, payer_id: payer.id })).inquiryId);
  const elsewhere = (await dueAt(-50, { organization_id: large.id, payer_id: other.id })).inquiryId;
  const few = (await dueAt(-10, { organization_id: small.id, payer_id: payer.id })).inquiryId;
  const later = (await dueAt(10, { organization_id: small.id, payer_id: payer.id })).inquiryId;
  const mine = (ids: string[]) => ids.filter((id) => [...many, elsewhere, few, later].includes(id));

  expect(mine(await find(NOW))).toEqual([many[0], elsewhere, few, many[1], many[2]]);
  expect(mine(await find(NOW, { payers: [payer.id] }))).toEqual([elsewhere]);
  expect(mine(await find(NOW, { held: many.slice(0, 2) }))).toEqual([many[2], elsewhere, few]);
  expect(await find(NOW, {}, 2)).toHaveLength(2);
  expect(mine(await find(after(20)))).toContain(later);
});

test('a turn is taken once, by the first who comes, and again when its hold has run out', async () => {
  const { inquiryId, inOrganization } = await dueAt(0);
  const take = async (owner: string, now: Date) =>
    await inOrganization(async (tx) => await takeLease(tx, inquiryId, owner, now, new Date(now.getTime() + 15_000)));

  expect(await take('early', after(-1))).toBe(false);
  expect((await Promise.all([take('a', NOW), take('b', NOW), take('c', NOW)])).filter(Boolean)).toHaveLength(1);
  expect(await find(after(14))).not.toContain(inquiryId);
  expect(await take('d', after(14))).toBe(false);
  expect(await take('e', after(15))).toBe(true);
});

test('who was overtaken neither renews nor changes the next turn', async () => {
  const { inquiryId, inOrganization } = await dueAt(0);
  await inOrganization(async (tx) => await takeLease(tx, inquiryId, 'second', NOW, after(15)));

  expect(await inOrganization(async (tx) => await renewLeases(tx, [inquiryId], 'first', after(60)))).toEqual([]);
  await inOrganization(async (tx) => await releaseLease(tx, inquiryId, 'first'));
  await inOrganization(async (tx) => await postponeTurn(tx, inquiryId, 'first', after(-5)));
  expect(await find(after(14))).not.toContain(inquiryId);
  expect(await inOrganization(async (tx) => await renewLeases(tx, [inquiryId], 'second', after(60)))).toEqual([inquiryId]);
  expect(await find(after(59))).not.toContain(inquiryId);
});

test('a hold is renewed with others without waiting for one whose row is being written', async () => {
  const { id: organization_id } = await createOrganization(store);
  const [busy, free] = [await dueAt(0, { organization_id }), await dueAt(0, { organization_id })];
  const ids = [busy.inquiryId, free.inquiryId];
  let release: () => void = () => undefined;
  const written = new Promise<void>((settle) => {
    release = settle;
  });
  const writing = busy.inOrganization(async (tx) => {
    await tx.queryOnce('UPDATE inquiries SET updated_at = updated_at WHERE id = $1', [busy.inquiryId]);
    await written;
  });
  await new Promise((settle) => setTimeout(settle, 50));

  const mine = await free.inOrganization(async (tx) => await renewLeases(tx, ids, 'first', after(15)));

  expect(mine.toSorted()).toEqual(ids.toSorted());
  const due = (await find(after(10))).filter((id) => ids.includes(id));
  expect(due).toEqual([busy.inquiryId]);
  release();
  await writing;
});

test('a lease that is given back leaves the turn when it is due; after a failure it is put off, to the end of its time at the latest', async () => {
  const { inquiryId, inOrganization } = await dueAt(0);
  const hold = async (seconds: number) =>
    await inOrganization(async (tx) => await takeLease(tx, inquiryId, 'a', after(seconds), after(60)));
  await hold(0);
  await inOrganization(async (tx) => await releaseLease(tx, inquiryId, 'a'));
  expect(await find(NOW)).toContain(inquiryId);

  await hold(0);
  await inOrganization(async (tx) => await postponeTurn(tx, inquiryId, 'a', after(30)));
  expect([(await find(after(29))).includes(inquiryId), (await find(after(30))).includes(inquiryId)]).toEqual([false, true]);
  const [row] = await inOrganization(
    async (tx) => await tx.queryOnce<{ status: string }>('SELECT status FROM inquiries WHERE id = $1', [inquiryId]),
  );
  // Whoever waited is told that it takes long.
  expect(row?.status).toBe('max-retry');
});
