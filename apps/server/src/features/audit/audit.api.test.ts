import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEvent } from '@coverlight/contract/audit/audit.contract.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createInquiry, createOrganization, createUser, newId, type User } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { insertAuditEvent } from './audit.repository.ts';
import { sealAudit } from './seal-audit.ts';
import { verifyAudit } from './verify-audit.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

async function aPractice(): Promise<{ id: string; manager: User; token: string }> {
  const { id } = await createOrganization(t.store);
  const manager = await createUser(t.store, { organization_id: id, is_manager: true, first_name: 'Nora', last_name: 'Fennimore' });
  return { id, manager, token: await t.signIn(manager) };
}

async function record(
  organizationId: string,
  action: string,
  over: { userId?: string; userAgent?: string; at?: Date } = {},
): Promise<void> {
  await t.deps.db.asOrganization(organizationId, async (tx) => {
    await insertAuditEvent(tx, {
      organization_id: organizationId,
      at: over.at ?? t.deps.clock(),
      actor_role: 'manager',
      actor_user_id: over.userId ?? null,
      action,
      outcome: 'done',
      user_agent: over.userAgent ?? null,
    });
  });
}

async function list(token: string, query = ''): Promise<{ events: AuditEvent[]; total: number }> {
  const reply = await t.call(token, { method: 'GET', url: `/api/v1/audit${query}` });
  expect(reply.statusCode).toBe(200);
  return { events: reply.json<{ audit_events: AuditEvent[] }>().audit_events, total: Number(reply.headers['x-total-count']) };
}

/** As somebody who got hold of the database itself. */
async function asOwner(statement: string, values: unknown[]): Promise<number> {
  const [row] = await t.deps.db.lookup<{ name: string }>('database-name', 'SELECT current_database() AS name', []);
  const url = new URL(inject('templateUrl'));
  url.pathname = `/${row?.name ?? ''}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    return (await client.query(statement, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

test('a manager sees who did what in the own organization, by period, person and kind, the newest first', async () => {
  const { id, manager, token } = await aPractice();
  const other = await aPractice();
  await record(other.id, 'inquiry.view');
  const old = new Date(Date.now() - 3 * 86_400_000);
  await record(id, 'login', { userId: manager.id, at: old });
  await record(id, 'inquiry.view', { userId: manager.id });
  await record(id, 'inquiry.send', { userId: newId() });
  await record(id, 'user.update');
  const actions = async (query: string) => (await list(token, query)).events.map(({ action }) => action);

  expect((await actions('')).slice(0, 4)).toEqual(['user.update', 'inquiry.send', 'inquiry.view', 'login']);
  expect(await actions('?kind=signed_in')).toEqual(['login']);
  expect(await actions('?kind=viewed&sort=at')).toEqual(['inquiry.view', 'audit.list', 'audit.list']);
  expect(await actions('?kind=sent')).toEqual(['inquiry.send']);
  expect(await actions('?kind=changed')).toEqual(['user.update']);
  expect(await actions('?action=inquiry.view')).toEqual(['inquiry.view']);
  expect(await actions(`?user_id=${manager.id}&kind=signed_in`)).toEqual(['login']);
  expect(await actions(`?until=${new Date(Date.now() - 86_400_000).toISOString()}`)).toEqual(['login']);
  const { events, total } = await list(token, '?limit=1&page=2&sort=action');
  expect([events.length, total > 4]).toEqual([1, true]);
  expect((await list(token, '?action=login')).events[0]?.user).toEqual({ id: manager.id, name: 'Nora Fennimore', email: manager.email });
});

test('a patient whom neither the form nor the payer names has no name, not an empty one', async () => {
  const { id, manager, token } = await aPractice();
  const submission = { patientFirstName: '', patientLastName: '' };
  const nameless = await createInquiry(t.store, { organization_id: id, user_id: manager.id, status: 'complete', submission });
  const keys = await t.deps.keys.keysOf(id);
  const place = { table: 'inquiry_contents', row: nameless.id, column: 'returned_patient' };
  const returned = keys.encryptJson(place, { name: '', member_id: 'QRS100200', birth_date: null });
  await t.deps.db.asOrganization(id, async (tx) => {
    await tx.execute('UPDATE inquiry_contents SET returned_patient = $2 WHERE inquiry_id = $1', [nameless.id, returned]);
  });
  await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${nameless.id}` });

  const { events } = await list(token, '?action=inquiry.view');

  expect(events[0]?.inquiries).toEqual([{ id: nameless.id, patient: null, has_answer: true }]);
});

test('patients are named to the managers of their own organization, up to three of a list, and the answer is linked', async () => {
  const { id, manager, token } = await aPractice();
  const make = async (status: 'complete' | 'draft', submission: Record<string, string>) =>
    await createInquiry(t.store, { organization_id: id, user_id: manager.id, status, submission });
  const answered = await make('complete', { patientFirstName: 'Marlow', patientLastName: 'Quillfeather' });
  const nameless = await make('draft', { patientFirstName: '', patientLastName: '' });
  const foreign = await createInquiry(t.store, { status: 'complete' });
  const view = async (...objectIds: string[]) =>
    await t.deps.db.asOrganization(id, async (tx) => {
      await insertAuditEvent(tx, {
        organization_id: id,
        at: t.deps.clock(),
        actor_role: 'manager',
        action: 'inquiry.view',
        object_type: 'inquiry',
        object_ids: objectIds,
        outcome: 'done',
      });
    });
  await view(answered.id);
  await view(nameless.id, foreign.id, newId(), answered.id);

  const named = { id: answered.id, patient: 'Marlow Quillfeather', has_answer: true };
  const { events } = await list(token, '?action=inquiry.view');
  expect(events.map(({ inquiries }) => inquiries)).toEqual([[{ id: nameless.id, patient: null, has_answer: false }], [named]]);

  // Whom the log named is in the log, by id; nowhere is a name stored.
  const reading = await list(token, '?action=audit.list');
  expect(reading.events[0]?.object_ids.toSorted()).toEqual([answered.id, nameless.id].toSorted());
  expect(reading.events[0]?.inquiries).toContainEqual(named);
  const exported = await t.call(token, { method: 'GET', url: '/api/v1/audit/export' });
  expect(exported.body).not.toContain('Quillfeather');
});

test('what an open list shows again by itself is folded away; what it shows for the first time, and what a person asks for, is not', async () => {
  const { id, manager, token } = await aPractice();
  const look = async (headers: Record<string, string>) => await t.call(token, { method: 'GET', url: '/api/v1/inquiries', headers });
  const byItself = { 'x-background': '1' };
  await look(byItself);
  await look({});
  await look(byItself);
  await look(byItself);
  const { id: inquiry } = await createInquiry(t.store, { organization_id: id, user_id: manager.id, status: 'complete' });
  await look(byItself);
  await look(byItself);

  const shown = (events: AuditEvent[]) =>
    events.filter(({ action }) => action.startsWith('inquiry.list')).map(({ action, object_ids }) => [action, object_ids]);
  const again = ['inquiry.list-again', []];
  const first = ['inquiry.list', []];
  expect(shown((await list(token)).events).toReversed()).toEqual([
    first,
    first,
    again,
    again,
    ['inquiry.list', [inquiry]],
    ['inquiry.list-again', [inquiry]],
  ]);
  const folded = await list(token, '?folded=true');
  expect(shown(folded.events).toReversed()).toEqual([first, first, ['inquiry.list', [inquiry]]]);
  expect(folded.total).toBe(folded.events.length);
});

test('the log is sorted by what was done, in both directions, and by nothing else but the time', async () => {
  const { id, manager, token } = await aPractice();
  for (const action of ['login', 'user.update', 'inquiry.send'] as const) await record(id, action, { userId: manager.id });
  const actions = async (sort: string) =>
    (await list(token, `?sort=${sort}`)).events.map(({ action }) => action).filter((action) => action !== 'audit.list');

  expect(await actions('action')).toEqual(['inquiry.send', 'login', 'user.update']);
  expect(await actions('-action')).toEqual(['user.update', 'login', 'inquiry.send']);
  expect((await t.call(token, { method: 'GET', url: '/api/v1/audit?sort=user' })).statusCode).toBe(422);
});

test('a page deep in a long log begins where the one before it ended, in each order', async () => {
  const { id, manager, token } = await aPractice();
  await t.deps.db.asOrganization(id, async (tx) => {
    await tx.queryOnce(
      `INSERT INTO audit_events (organization_id, at, actor_role, actor_user_id, action, object_ids, outcome)
       SELECT $1, now() - n * interval '1 minute', 'manager', $2, CASE WHEN n % 2 = 0 THEN 'login' ELSE 'logout' END, ARRAY[n::text], 'done'
       FROM generate_series(1, 1330) n`,
      [id, manager.id],
    );
  });
  const numbers = async (query: string) =>
    (await list(token, `?kind=signed_in&limit=100&${query}`)).events.map((event) => Number(event.object_ids[0]));
  const from = (first: number, step: number, count: number) => Array.from({ length: count }, (_, n) => first + n * step);

  expect(await numbers('page=11')).toEqual(from(1001, 1, 100));
  expect(await numbers('page=14')).toEqual(from(1301, 1, 30));
  expect(await numbers('page=15')).toEqual([]);
  expect(await numbers('page=14&sort=at')).toEqual(from(30, -1, 30));
  expect(await numbers('page=14&sort=action')).toEqual(from(1271, 2, 30));
  expect(await numbers('page=14&sort=-action')).toEqual(from(1272, 2, 30));
});

test('the export holds every row once and runs nothing in a spreadsheet', async () => {
  const { id, token } = await aPractice();
  for (let row = 0; row < 25; row += 1) await record(id, 'inquiry.view', { userAgent: '=HYPERLINK("http://evil.test")' });

  const reply = await t.call(token, { method: 'GET', url: '/api/v1/audit/export?kind=viewed' });

  expect(reply.headers['content-type']).toContain('text/csv');
  expect(reply.headers['cache-control']).toContain('no-store');
  const lines = reply.body.trim().split('\r\n');
  expect(lines).toHaveLength(26);
  expect(reply.body).not.toMatch(/(^|,)"?[=+@-]/m);
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  expect((await list(token, '?action=audit.export')).total).toBe(1);
});

test('new rows are sealed, and the newest seal stands outside the database', async () => {
  const { id } = await aPractice();
  for (let row = 0; row < 5; row += 1) await record(id, 'inquiry.view');

  await sealAudit(t.deps);
  await record(id, 'inquiry.view');
  await sealAudit(t.deps);

  const verdict = await verifyAudit(t.deps, id);
  expect(verdict).toEqual({ seals: 2, rows: 6, faults: [], isAnchored: true });
  const outside = JSON.parse(await readFile(join(t.deps.config.dataDir, 'seals', `${id}.json`), 'utf8')) as { number: number };
  expect(outside.number).toBe(2);
});

test('two rounds of sealing at once do not get into each other’s way', async () => {
  const practices = await Promise.all([aPractice(), aPractice(), aPractice()]);
  for (const { id } of practices) for (let row = 0; row < 20; row += 1) await record(id, 'inquiry.view');

  await Promise.all([sealAudit(t.deps), sealAudit(t.deps), sealAudit(t.deps)]);
  await sealAudit(t.deps);

  for (const { id } of practices) expect(await verifyAudit(t.deps, id)).toMatchObject({ rows: 20, faults: [], isAnchored: true });
  expect(t.log.lines.filter((line) => line.includes('could not be sealed'))).toEqual([]);
});

test('a row whose transaction is still open is not left out of the chain', async () => {
  const { id } = await aPractice();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let inserted: () => void = () => undefined;
  const isInserted = new Promise<void>((resolve) => {
    inserted = resolve;
  });
  const slow = t.deps.db.asOrganization(id, async (tx) => {
    await insertAuditEvent(tx, { organization_id: id, at: t.deps.clock(), actor_role: 'system', action: 'slow', outcome: 'done' });
    inserted();
    await held;
  });
  await isInserted;
  await record(id, 'quick');
  const sealing = sealAudit(t.deps);
  setTimeout(release, 500);
  await slow;
  await sealing;
  await sealAudit(t.deps);

  const verdict = await verifyAudit(t.deps, id);
  expect([verdict.rows, verdict.faults]).toEqual([2, []]);
});

test.each([
  [
    'changed',
    `UPDATE audit_events SET action = 'logout' WHERE organization_id = $1 AND id = (SELECT min(id) FROM audit_events WHERE organization_id = $1)`,
  ],
  [
    'changed by a microsecond',
    `UPDATE audit_events SET at = at + interval '1 microsecond' WHERE organization_id = $1 AND id = (SELECT min(id) FROM audit_events WHERE organization_id = $1)`,
  ],
  ['deleted', 'DELETE FROM audit_events WHERE organization_id = $1 AND id = (SELECT min(id) FROM audit_events WHERE organization_id = $1)'],
  [
    'deleted as the newest',
    'DELETE FROM audit_events WHERE organization_id = $1 AND id = (SELECT max(id) FROM audit_events WHERE organization_id = $1)',
  ],
  [
    'swapped',
    `UPDATE audit_events a SET at = b.at, action = b.action FROM audit_events b
     WHERE a.organization_id = $1 AND b.organization_id = $1 AND a.action IN ('inquiry.view', 'inquiry.send')
       AND b.action IN ('inquiry.view', 'inquiry.send') AND a.action <> b.action`,
  ],
])('a row that was %s in the database is found', async (_how, statement) => {
  const { id } = await aPractice();
  await record(id, 'inquiry.view');
  await record(id, 'login');
  await record(id, 'inquiry.send');
  await sealAudit(t.deps);
  expect((await verifyAudit(t.deps, id)).faults).toEqual([]);

  expect(await asOwner(statement, [id])).toBeGreaterThan(0);

  expect((await verifyAudit(t.deps, id)).faults).not.toEqual([]);
});

test('newest rows deleted together with their seal are found, and sealing does not cover it up', async () => {
  const { id } = await aPractice();
  await record(id, 'inquiry.view');
  await sealAudit(t.deps);
  await record(id, 'inquiry.view');
  await sealAudit(t.deps);
  await asOwner(
    'DELETE FROM audit_events WHERE organization_id = $1 AND id = (SELECT max(id) FROM audit_events WHERE organization_id = $1)',
    [id],
  );
  await asOwner('DELETE FROM audit_seals WHERE organization_id = $1 AND number = 2', [id]);
  await record(id, 'inquiry.view');
  await sealAudit(t.deps);

  expect((await verifyAudit(t.deps, id)).faults).not.toEqual([]);
  expect(t.log.lines.some((line) => line.includes('audit seals do not fit') && line.includes(id))).toBe(true);
});

test('rows unsealed for five minutes raise an alert though no job runs, and readiness tells until they are sealed', async () => {
  const { id } = await aPractice();
  const readiness = async () => (await t.app.inject({ url: '/readyz' })).json();
  await sealAudit(t.deps);
  await record(id, 'inquiry.view', { at: new Date(t.deps.clock().getTime() - 4 * 60_000) });
  await t.sealWatch.look();
  expect(await readiness()).toEqual({ status: 'ready', audit_sealed: true });

  t.turnClock(2 * 60_000);
  await t.sealWatch.look();

  const alert = t.log.lines.find((line) => line.includes('audit rows are not sealed') && line.includes(id));
  expect(JSON.parse(alert ?? '{}')).toMatchObject({ level: 50, organizations: 1 });
  expect(await readiness()).toEqual({ status: 'ready', audit_sealed: false });

  await sealAudit(t.deps);
  await t.sealWatch.look();
  expect(await readiness()).toEqual({ status: 'ready', audit_sealed: true });
});
