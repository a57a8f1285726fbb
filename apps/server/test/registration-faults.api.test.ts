/** A registration whose database goes away in the middle: afterwards it is there whole and once, or not at all (product.md 2.4, 2.5). */
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/db/embedded-postgres.ts';
import { migrate } from '../src/db/migrate.ts';
import { sweepMails } from '../src/features/mail/send-mail.ts';
import { setUpJobs } from '../src/jobs/queue.ts';
import { ALL_JOBS } from '../src/workers.ts';
import { aNpi, newId } from './factories.ts';
import { createInvite } from './invites.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const MINUTE_MS = 60_000;
const PASSWORD = 'seven quiet boats at dawn';
const LIMITS = { LOGIN_PER_ADDRESS: '100000', LOGIN_FAILURES: '100000' };

interface Attempt {
  url: string;
  payload: object;
  email: string;
  /** Of the practice that registers; null where an invite is taken. */
  practice: string | null;
}

async function attempt(t: TestApp, how: 'a practice' | 'an invited person'): Promise<Attempt> {
  const person = { first_name: 'Nora', last_name: 'Fennimore', phone: '5550100199', password: PASSWORD, agree: true };
  if (how === 'an invited person') {
    const { code, email } = await createInvite(t.store);
    return { url: `/api/v1/auth/register/${code}`, payload: { ...person, invite_id: code }, email, practice: null };
  }
  const email = `${newId().toLowerCase()}@register.test`;
  const practice = `Practice ${newId()}`;
  const facility = { provider_name: practice, provider_npi: aNpi(), provider_tax_id: '12-3456789' };
  return { url: '/api/v1/auth/register', payload: { ...person, ...facility, organization_name: practice, email }, email, practice };
}

/** How often each part of a registration is there. */
async function partsOf(t: TestApp, { email, practice }: Attempt): Promise<Record<string, number>> {
  const ofUser = (table: string, more = '') =>
    `(SELECT count(*)::int FROM ${table} x JOIN users u ON u.organization_id = x.organization_id AND u.id = x.user_id WHERE u.email = $1${more})`;
  const [parts = {}] = await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<Record<string, number>>(
        `SELECT (SELECT count(*)::int FROM users WHERE email = $1) AS users,
           ${ofUser('terms_acceptances')} AS terms, ${ofUser('sessions')} AS sessions, ${ofUser('known_devices')} AS devices,
           (SELECT count(*)::int FROM outgoing_mails WHERE recipient = $1) AS mails,
           (SELECT count(*)::int FROM audit_events a JOIN users u ON u.id = ANY (a.object_ids) WHERE u.email = $1) AS audit
           ${
             practice === null
               ? `, (SELECT count(*)::int FROM invites WHERE email = $1 AND accepted_at IS NOT NULL AND accepted_user_id IS NOT NULL) AS invites`
               : `, (SELECT count(*)::int FROM organizations WHERE name = '${practice}') AS organizations,
                  (SELECT count(*)::int FROM providers WHERE name = '${practice}') AS providers,
                  (SELECT count(*)::int FROM organization_keys k JOIN organizations o ON o.id = k.organization_id WHERE o.name = '${practice}') / 2 AS keys`
           }`,
        [email],
      ),
  );
  return parts;
}
const isWhole = (parts: Record<string, number>) => Object.values(parts).every((count) => count === 1);
const isAbsent = (parts: Record<string, number>) => Object.values(parts).every((count) => count === 0);
const post = async (t: TestApp, { url, payload }: Attempt) => await t.app.inject({ method: 'POST', url, payload });
const canLogIn = async (t: TestApp, { email }: Attempt) =>
  (await t.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password: PASSWORD } })).statusCode === 200;

describe('the connection is ended at every statement', () => {
  let t: TestApp;
  let owner: Client;
  /** Which statement is hit, counted from 1, and how many there were. */
  let target = 0;
  let seen = 0;
  let when: 'before' | 'after' = 'before';
  /** How many answers to COMMIT are still to come until one gets lost, with nothing done and nothing ended; 0: none does. */
  let commitsUntilSilence = 0;

  beforeAll(async () => {
    t = await startTestApp({ env: LIMITS });
    owner = new Client({ connectionString: t.databaseUrl });
    await owner.connect();
    const query = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
    vi.spyOn(Client.prototype, 'query').mockImplementation(function intercepted(this: Client, ...args: unknown[]) {
      if (args[0] === 'COMMIT' && commitsUntilSilence > 0) {
        commitsUntilSilence -= 1;
        if (commitsUntilSilence === 0) return Promise.reject(new Error('Connection terminated unexpectedly'));
      }
      if (this === owner || target === 0) return query.apply(this, args);
      seen += 1;
      if (seen !== target) return query.apply(this, args);
      const done = args.at(-1);
      if (typeof done !== 'function') {
        return when === 'before'
          ? endBackend(this).then(() => query.apply(this, args))
          : Promise.resolve(query.apply(this, args)).then(async () => await loseAnswer(this));
      }
      if (when === 'before') void endBackend(this).then(() => query.apply(this, args));
      else
        query.apply(this, [
          ...args.slice(0, -1),
          () => void loseAnswer(this).catch((error: unknown) => Reflect.apply(done, null, [error])),
        ]);
      return undefined;
    });
  });
  afterEach(() => {
    target = 0;
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await owner.end();
    await t.close();
  });

  test('one of which nobody can tell whether it was kept says so, and not that it failed', async () => {
    const one = await attempt(t, 'a practice');
    // The first two count the attempt and look for the address.
    commitsUntilSilence = 3;

    const reply = await post(t, one);

    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toEqual({
      errors: { NOFIELD: ['We cannot tell whether this was saved. Please reload the page and look before you try again.'] },
    });
  }, 20_000);

  async function endBackend(client: Client): Promise<void> {
    const pid: unknown = Reflect.get(client, 'processID');
    await owner.query('SELECT pg_terminate_backend($1)', [pid]);
    for (;;) {
      const { rowCount } = await owner.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
      if (rowCount === 0) return;
    }
  }
  async function loseAnswer(client: Client): Promise<never> {
    await endBackend(client);
    throw new Error('Connection terminated unexpectedly');
  }

  test.each([
    ['a practice', 'before'],
    ['a practice', 'after'],
    ['an invited person', 'before'],
    ['an invited person', 'after'],
  ] as const)(
    '%s that registers is there whole or not at all, the end coming %s the statement',
    async (how, moment) => {
      when = moment;
      const measured = await attempt(t, how);
      [target, seen] = [100_000, 0];
      expect((await post(t, measured)).statusCode).toBe(201);
      const statements = seen;

      const outcomes: string[] = [];
      for (let at = 1; at <= statements; at += 1) {
        const one = await attempt(t, how);
        [target, seen] = [at, 0];
        const { statusCode } = await post(t, one);
        target = 0;
        const parts = await partsOf(t, one);
        const again = (await post(t, one)).statusCode;
        const end = await partsOf(t, one);
        const state = isWhole(parts) ? 'whole' : isAbsent(parts) ? 'absent' : `half: ${JSON.stringify(parts)}`;
        // One that signs in again has a second session.
        const isOnce = isWhole(end) && (await canLogIn(t, one));
        outcomes.push(`${statusCode} ${state}, again ${again}, ${isOnce ? 'once' : JSON.stringify(end)}`);
      }

      expect(statements).toBeGreaterThan(12);
      const allowed = /^(503 absent, again 201, once|201 whole, again (422|404), once)$/;
      expect(outcomes.filter((outcome) => !allowed.test(outcome))).toEqual([]);
      expect(outcomes.some((outcome) => outcome.startsWith('503 absent'))).toBe(true);
    },
    120_000,
  );
});

describe('the server of the database is restarted', () => {
  const quiet = { info: () => undefined, warn: () => undefined };
  let folder: string;
  let server: EmbeddedPostgres;
  let url: string;
  let t: TestApp;

  const dataDir = () => join(folder, 'postgres');
  /** The socket's folder changes with each start; the application knows it under one name. */
  async function start(): Promise<void> {
    server = await startEmbeddedPostgres({ dataDir: dataDir(), log: quiet });
    rmSync(join(folder, 'socket'), { force: true });
    symlinkSync(server.socketDir, join(folder, 'socket'));
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'restart-'));
    chmodSync(folder, 0o755);
    await start();
    const known = new URL(server.connectionString);
    known.searchParams.set('host', join(folder, 'socket'));
    url = known.href;
    await migrate(url);
    await setUpJobs(url, ALL_JOBS);
    t = await startTestApp({ env: LIMITS, databaseUrl: url, workers: true });
  }, 60_000);
  afterAll(async () => {
    await t.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);

  test('registrations of every kind in the middle are there whole and once, and each is welcomed once', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 24 }, async (_, at) => await attempt(t, at % 2 === 0 ? 'a practice' : 'an invited person')),
    );
    const statuses: number[] = [];
    const untilThere = async (one: Attempt): Promise<void> => {
      for (let tries = 0; tries < 400; tries += 1) {
        const { statusCode } = await post(t, one);
        statuses.push(statusCode);
        if (statusCode < 500) return;
        await sleep(100);
      }
    };
    const running = Promise.all(attempts.map(async (one, at) => await sleep(at * 60).then(async () => await untilThere(one))));
    await sleep(300);
    await server.stop();
    await start();
    await sleep(400);
    // As after a crash: nothing is brought to an end.
    process.kill(Number(readFileSync(join(dataDir(), 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
    await sleep(500);
    await server.stop();
    await start();
    await running;

    expect(new Set(statuses.filter((status) => status !== 201 && status !== 422 && status !== 404))).toEqual(new Set([503]));
    for (const one of attempts) expect([one.url, isWhole(await partsOf(t, one))]).toEqual([one.url, true]);
    for (const one of attempts) expect(await canLogIn(t, one)).toBe(true);
    const welcomes = async () =>
      ((await (await fetch(`${t.sandboxUrl}/outbox.json`)).json()) as { mails: { to: string[] }[] }).mails
        .flatMap(({ to }) => to)
        .filter((address) => attempts.some(({ email }) => email === address))
        .toSorted();
    // A mail whose sender lost the database stays leased, or waits for its next try, for minutes; until all that is stored.
    await sleep(3000);
    t.turnClock(4 * MINUTE_MS);
    await expect
      .poll(async () => await sweepMails(t.deps).then(welcomes), { timeout: 60_000, interval: 500 })
      .toEqual(attempts.map(({ email }) => email).toSorted());
  }, 180_000);
});
