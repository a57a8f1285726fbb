import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, createUser, type Organization, type User } from '../../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { insertAuditEvent } from '#features/audit/audit.repository.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await startTestApp();
  token = await t.signIn(await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true }));
});
afterAll(async () => await t.close());

interface Practice {
  organization: Organization;
  person: User;
}

async function aPractice(name: string): Promise<Practice> {
  const organization = await createOrganization(t.store, { name });
  return {
    organization,
    person: await createUser(t.store, { organization_id: organization.id, first_name: 'Ottilie', last_name: 'Marsh' }),
  };
}

async function record({ organization, person }: Practice, action: string, over: { at?: Date; user_agent?: string } = {}): Promise<void> {
  await t.deps.db.asOrganization(organization.id, async (tx) => {
    await insertAuditEvent(tx, {
      organization_id: organization.id,
      at: over.at ?? t.deps.clock(),
      actor_role: 'standard',
      actor_user_id: person.id,
      action,
      outcome: 'done',
      user_agent: over.user_agent ?? null,
    });
  });
}

/** So many, all of one instant. */
async function recordMany({ organization }: Practice, rows: number, at: Date): Promise<void> {
  await t.deps.db.asOrganization(organization.id, async (tx) => {
    await tx.queryOnce(
      `INSERT INTO audit_events (organization_id, at, actor_role, action, outcome)
       SELECT $1, $2, 'system', 'inquiry.view', 'done' FROM generate_series(1, $3)`,
      [organization.id, at, rows],
    );
  });
}

const get = async (path: string, reason?: string) =>
  await t.call(token, {
    method: 'GET',
    url: `/api/v1/admin/audit${path}`,
    ...(reason === undefined ? {} : { headers: { 'x-access-reason': reason } }),
  });
const search = async (query: string) => {
  const reply = await get(`?${query}`);
  expect(reply.statusCode).toBe(200);
  const { audit_events: events } = reply.json<{ audit_events: { action: string; organization: { name: string }; user: unknown }[] }>();
  return { events, total: Number(reply.headers['x-total-count']) };
};

test('an admin searches the log of every organization by period, organization, person, kind and action, the newest first', async () => {
  const near = await aPractice('Near Audit Practice');
  const far = await aPractice('Far Audit Practice');
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  await record(far, 'inquiry.print', { at: longAgo });
  await record(near, 'inquiry.view');
  await record(far, 'inquiry.send');
  const actions = async (query: string) => (await search(query)).events.map((event) => `${event.organization.name} ${event.action}`);

  expect(await actions(`until=${new Date(Date.now() - 39 * 86_400_000).toISOString()}`)).toEqual(['Far Audit Practice inquiry.print']);
  expect(await actions(`from=${longAgo.toISOString()}&organization_id=${far.organization.id}`)).toEqual([
    'Far Audit Practice inquiry.send',
    'Far Audit Practice inquiry.print',
  ]);
  expect(await actions(`organization_id=${far.organization.id}&sort=at`)).toEqual([
    'Far Audit Practice inquiry.print',
    'Far Audit Practice inquiry.send',
  ]);
  expect(await actions(`user_id=${near.person.id}`)).toEqual(['Near Audit Practice inquiry.view']);
  expect(await actions(`organization_id=${far.organization.id}&kind=printed`)).toEqual(['Far Audit Practice inquiry.print']);
  expect(await actions('action=inquiry.send')).toEqual(['Far Audit Practice inquiry.send']);
  expect((await search(`user_id=${near.person.id}`)).events[0]?.user).toEqual({
    id: near.person.id,
    name: 'Ottilie Marsh',
    email: near.person.email,
  });
  expect((await get('?kind=secret')).statusCode).toBe(422);
  expect((await get('?sort=user')).statusCode).toBe(422);
});

test('pages follow each other and the total is exact however long the log', async () => {
  const practice = await aPractice('Long Audit Practice');
  await recordMany(practice, 10_050, new Date());
  await record(practice, 'inquiry.send', { at: new Date(Date.now() - 60_000) });
  const of = `organization_id=${practice.organization.id}`;

  const first = await search(`${of}&limit=50`);
  expect([first.events.length, first.total]).toEqual([50, 10_051]);
  expect((await search(`${of}&limit=50&page=202`)).events.map(({ action }) => action)).toEqual(['inquiry.send']);
});

test('a look at the log, and an export of it, stand in the log with the reason given', async () => {
  await get('?limit=1', 'case 4711');
  await get('/export?action=payer.merge', 'case 4712');

  const { events } = await search(`organization_id=${INTERNAL_ORGANIZATION_ID}&kind=printed`);
  expect(events[0]).toMatchObject({
    action: 'admin.audit.export',
    actor_role: 'admin',
    reason: 'case 4712',
    user: { name: 'Robin Ashby' },
  });
  const looks = await search('action=admin.audit.list&sort=at');
  expect(looks.events.some((event) => (event as unknown as { reason: string }).reason === 'case 4711')).toBe(true);
});

test('the export holds every row once with its organization, also of one instant, and runs nothing in a spreadsheet', async () => {
  const practice = await aPractice('=cmd|calc, Export Practice');
  await recordMany(practice, 2_100, new Date(Date.now() - 5_000));
  await record(practice, 'inquiry.view', { user_agent: '=HYPERLINK("http://evil.test")' });

  const reply = await get(`/export?organization_id=${practice.organization.id}&kind=viewed`);

  expect(reply.headers['content-type']).toContain('text/csv');
  expect(reply.headers['content-disposition']).toContain('attachment');
  expect(reply.headers['cache-control']).toContain('no-store');
  const lines = reply.body.trim().split('\r\n');
  expect(lines).toHaveLength(2_102);
  expect(lines[0]).toMatch(/^"Organization","Time \(UTC\)"/);
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  expect(reply.body).not.toMatch(/(^|,)"?[=+@-]/m);
});
