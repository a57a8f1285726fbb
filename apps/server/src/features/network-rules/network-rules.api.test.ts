import type { InboxItem } from '@coverlight/contract/inbox/inbox.contract.ts';
import type { NetworkRule } from '@coverlight/contract/cases/network-rule.schema.ts';
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { addDays, localDay, usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, createUser, type User } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { tellRules, watchRules } from './watch-rules.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

const aManager = async () => await createUser(t.store, { organization_id: (await createOrganization(t.store)).id, is_manager: true });
const send = async (who: User, method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH', path: string, payload?: object) =>
  await t.call(await t.signIn(who), { method, url: `/api/v1${path}`, ...(payload === undefined ? {} : { payload }) });
const inboxOf = async (who: User) => (await send(who, 'GET', '/inbox')).json<{ items: InboxItem[] }>().items;
const addRule = async (who: User, rule: object) =>
  (await send(who, 'POST', '/network-rules', { verdict: 'in', source: 'contract', ...rule })).json<{ network_rule: NetworkRule }>()
    .network_rule;
const today = () => localDay(new Date(), DEFAULT_ZONE);

test('a rule that ends within 30 days is told in the inbox once, until it is changed or somebody is done with it', async () => {
  const manager = await aManager();
  const endsOn = addDays(today(), 30);
  const rule = await addRule(manager, { to: endsOn });
  await addRule(manager, { to: addDays(today(), 31) });
  await watchRules(t.deps);

  const [item, ...others] = await inboxOf(manager);
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    network_rule_id: rule.id,
    inquiry_id: null,
    person_id: null,
    patient: '',
    gravest: 'look',
    codes: [],
    due_on: endsOn,
    words: `Your network rule 1 ends on ${usDate(endsOn)}.`,
  });
  await send(manager, 'PUT', `/network-rules/${rule.id}`, { to: '2090-01-01' });
  expect(await inboxOf(manager)).toEqual([]);
  await send(manager, 'PUT', `/network-rules/${rule.id}`, { to: endsOn });
  const [again] = await inboxOf(manager);
  expect((await send(manager, 'PATCH', `/inbox/${again?.id ?? ''}`, { state: 'done' })).statusCode).toBe(200);
  await watchRules(t.deps);
  expect(await inboxOf(manager)).toEqual([]);
});

test('a rule that has fitted nothing for a year is told in the inbox, and no more once it is deleted', async () => {
  const manager = await aManager();
  const rule = await addRule(manager, {});
  await t.store.database.asOrganization(
    manager.organization_id,
    async (tx) =>
      await tx.queryOnce(`UPDATE network_rules SET created_at = created_at - interval '400 days' WHERE organization_id = $1`, [
        manager.organization_id,
      ]),
  );
  await watchRules(t.deps);
  await watchRules(t.deps);

  expect(await inboxOf(manager)).toMatchObject([
    { network_rule_id: rule.id, due_on: null, words: 'Your network rule 1 has fitted nothing for a year.' },
  ]);
  const restricted = await createUser(t.store, { organization_id: manager.organization_id, is_restricted: true });
  expect(await inboxOf(restricted)).toEqual([]);
  await send(manager, 'DELETE', `/network-rules/${rule.id}`);
  expect(await inboxOf(manager)).toEqual([]);
});

test('a rule that a change and the night look at in one moment is told once', async () => {
  const manager = await aManager();
  const rule = await addRule(manager, {});
  const { organization_id: organizationId } = manager;
  const keys = await t.deps.keys.keysOf(organizationId);
  await t.store.database.asOrganization(
    organizationId,
    async (tx) =>
      await tx.queryOnce(`UPDATE network_rules SET created_at = created_at - interval '400 days' WHERE organization_id = $1`, [
        organizationId,
      ]),
  );

  const night = await t.deps.db.asOrganization(organizationId, async (tx) => {
    await tellRules(t.deps, tx, keys);
    const watching = watchRules(t.deps);
    await Promise.race([watching, untilWaiting(t.deps.db, 1)]);
    return { watching };
  });
  await night.watching;

  expect(await inboxOf(manager)).toMatchObject([{ network_rule_id: rule.id }]);
});

test('a rule that is changed while it is being deleted is not found', async () => {
  const manager = await aManager();
  const rule = await addRule(manager, {});
  const { organization_id: organizationId } = manager;

  const both = await t.deps.db.asOrganization(organizationId, async (tx) => {
    await tx.queryOnce('SELECT FROM network_rules WHERE organization_id = $1 FOR UPDATE', [organizationId]);
    const deleting = send(manager, 'DELETE', `/network-rules/${rule.id}`);
    await untilWaiting(t.deps.db, 1);
    const changing = send(manager, 'PUT', `/network-rules/${rule.id}`, { verdict: 'out' });
    await untilWaiting(t.deps.db, 2);
    return { deleting, changing };
  });

  expect([(await both.deleting).statusCode, (await both.changing).statusCode]).toEqual([204, 404]);
});
