/** What happens to mail while something is broken: it arrives once, or somebody is told that it may not have. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, newId } from '../../../test/factories.ts';
import { freePort, gateTo } from '../../../test/gate.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { MAIL_KINDS, type MailKind } from './mail-templates.ts';
import { queueMail } from './queue-mail.ts';
import { resendMail, strandedMails } from './resend-mail.ts';
import { sendMail } from './send-mail.ts';

const MINUTE_MS = 60_000;
/** Longer than a process keeps a mail to itself. */
const LEASE_MS = 200_000;
let t: TestApp;
let organizationId: string;
let gate: { open: () => Promise<void>; close: () => Promise<void> };

beforeAll(async () => {
  const port = await freePort();
  t = await startTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  gate = gateTo(port, t.deps.config.sandbox?.smtpPort ?? 0);
  await gate.open();
  organizationId = (await createOrganization(t.store)).id;
});
afterAll(async () => {
  await gate.close();
  await t.close();
});

async function queue(kind: MailKind = 'welcome'): Promise<{ id: string; to: string }> {
  const to = `${newId().toLowerCase()}@mail.test`;
  const keys = await t.deps.keys.keysOf(organizationId);
  await t.deps.db.asOrganization(organizationId, async (tx) => await queueMail(t.deps, tx, { kind, to, secret: { value: 'CODE', keys } }));
  const [row] = await t.deps.db.asAdmin(
    async (tx) => await tx.queryOnce<{ id: string }>('SELECT id FROM outgoing_mails WHERE recipient = $1', [to]),
  );
  return { id: row?.id ?? '', to };
}
const deliveries = async (to: string) =>
  ((await (await fetch(`${t.sandboxUrl}/outbox.json?to=${to}`)).json()) as { mails: { message_id: string }[] }).mails;
const fault = async (kind: string) =>
  await fetch(`${t.sandboxUrl}/__fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vendor: 'smtp', kind, times: 1 }),
  });
const send = async (mailId: string, deps = t.deps) =>
  await sendMail({ ...deps, restartLinkLife: async () => undefined }, { organizationId, mailId });
const stateOf = async (id: string) =>
  (
    await t.deps.db.asAdmin(
      async (tx) =>
        await tx.queryOnce<Record<'sent' | 'doubtful' | 'lost', boolean>>(
          'SELECT sent_at IS NOT NULL AS sent, in_doubt_at IS NOT NULL AS doubtful, given_up_at IS NOT NULL AS lost FROM outgoing_mails WHERE id = $1',
          [id],
        ),
    )
  )[0];
const auditOf = async (id: string) =>
  (
    await t.deps.db.asAdmin(
      async (tx) => await tx.queryOnce<{ action: string }>('SELECT action FROM audit_events WHERE $1 = ANY (object_ids) ORDER BY id', [id]),
    )
  ).map(({ action }) => action);
const due = async () =>
  await t.deps.db.withoutOrganization(
    async (tx) =>
      await tx.queryOnce<{ mail_id: string }>('SELECT mail_id FROM find_due_mails($1, 500)', [new Date(t.deps.clock().getTime() - 30_000)]),
  );
/** What the sweep's jobs would do, all at once and each twice. */
const sendWhatIsDue = async () => {
  const ids = (await due()).map(({ mail_id: id }) => id);
  await Promise.all([...ids, ...ids].map(async (id) => await send(id)));
};

test('a mail server that is away for an hour delays every kind of mail, loses none and doubles none', async () => {
  await gate.close();
  const mails = await Promise.all(MAIL_KINDS.flatMap((kind) => [queue(kind), queue(kind), queue(kind)]));
  await Promise.all(mails.map(async ({ id }) => await send(id)));
  for (let minute = 0; minute < 60; minute += 1) {
    t.turnClock(MINUTE_MS);
    await sendWhatIsDue();
  }
  const during = await Promise.all(mails.map(async ({ to }) => (await deliveries(to)).length));
  await gate.open();
  for (let minute = 0; minute < 16; minute += 1) {
    t.turnClock(MINUTE_MS);
    await sendWhatIsDue();
  }

  expect(during.every((count) => count === 0)).toBe(true);
  expect(await Promise.all(mails.map(async ({ to }) => (await deliveries(to)).length))).toEqual(mails.map(() => 1));
  expect(await Promise.all(mails.map(async ({ id }) => await stateOf(id)))).toEqual(
    mails.map(() => ({ sent: true, doubtful: false, lost: false })),
  );
}, 60_000);

test('a mail that was taken without an answer is not sent again by itself, and somebody learns of it', async () => {
  const { id, to } = await queue('password-changed');
  await fault('lost');

  await send(id);
  for (let day = 0; day < 4; day += 1) {
    t.turnClock(24 * 60 * MINUTE_MS);
    await sendWhatIsDue();
  }

  expect(await deliveries(to)).toHaveLength(1);
  expect(await stateOf(id)).toEqual({ sent: false, doubtful: true, lost: false });
  expect(await auditOf(id)).toEqual(['mail.in-doubt']);
  expect(t.log.lines.filter((line) => line.includes('mail in doubt') && line.includes(id)).map((line) => JSON.parse(line))).toMatchObject([
    { level: 50 },
  ]);
  expect((await strandedMails(t.deps)).map((mail) => mail.id)).toContain(id);
});

test('a mail in doubt goes out again, with its link and under the same Message-ID, when somebody says so', async () => {
  const { id, to } = await queue('email-undo');
  await fault('lost');
  await send(id);

  expect(await resendMail(t.deps, { organization_id: organizationId, id })).toBe(true);
  await send(id);

  const both = await deliveries(to);
  expect(both.map((mail) => mail.message_id)).toEqual([`<${id}@coverlight>`, `<${id}@coverlight>`]);
  expect(JSON.stringify(both[0])).toContain('/email/undo/CODE');
  expect(await stateOf(id)).toEqual({ sent: true, doubtful: false, lost: false });
  expect(await auditOf(id)).toEqual(['mail.in-doubt', 'mail.resend']);
  expect(await resendMail(t.deps, { organization_id: organizationId, id })).toBe(false);
});

test('a process that is killed while the mail server already has the mail sends it no second time', async () => {
  const { id, to } = await queue('invite');
  await fault('late-hang');

  // Never lives to see the answer: what it would do afterwards is cut off.
  void send(id, killedAfterHandingOver());
  await expect.poll(async () => (await deliveries(to)).length, { timeout: 10_000 }).toBe(1);
  t.turnClock(LEASE_MS);
  await sendWhatIsDue();

  expect(await deliveries(to)).toHaveLength(1);
  expect(await stateOf(id)).toEqual({ sent: false, doubtful: true, lost: false });
});

test('a process that is killed before the mail server had the mail loses nothing', async () => {
  const { id, to } = await queue('invite');
  await fault('hang');

  void send(id, killedAfterHandingOver());
  await sleep(500);
  t.turnClock(LEASE_MS);
  await sendWhatIsDue();

  expect(await deliveries(to)).toHaveLength(1);
  expect(await stateOf(id)).toEqual({ sent: true, doubtful: false, lost: false });
});

test('a process that is late with a mail somebody else took over does not send it', async () => {
  const { id, to } = await queue('invite');
  let release: () => void = () => undefined;
  const held = new Promise<void>((settle) => {
    release = settle;
  });
  const slow = {
    ...t.deps,
    mailer: {
      send: async (...[message, beforeContent]: Parameters<typeof t.deps.mailer.send>) =>
        await t.deps.mailer.send(message, async () => {
          await held;
          await beforeContent();
        }),
    },
  };

  const late = send(id, slow);
  await sleep(300);
  t.turnClock(LEASE_MS);
  await send(id);
  release();
  await late;

  expect(await deliveries(to)).toHaveLength(1);
  expect(await stateOf(id)).toEqual({ sent: true, doubtful: false, lost: false });
});

test('after three days a mail is given up, which its organization can see, and can be sent again', async () => {
  const { id, to } = await queue('password-was-reset');
  await gate.close();
  t.turnClock(73 * 60 * MINUTE_MS);
  await send(id);
  await gate.open();

  expect(await stateOf(id)).toEqual({ sent: false, doubtful: false, lost: true });
  expect(await auditOf(id)).toEqual(['mail.give-up']);
  expect(await resendMail(t.deps, { organization_id: organizationId, id })).toBe(true);
  await send(id);
  expect(await deliveries(to)).toHaveLength(1);
});

/** The database of a process as it is left when the process dies behind the last mark. */
function killedAfterHandingOver(): TestApp['deps'] {
  let marks = 0;
  const asOrganization: TestApp['deps']['db']['asOrganization'] = async (...args) => {
    marks += 1;
    // The lease and the mark before the content; then nothing ever happens again.
    if (marks > 2) return await new Promise(() => undefined);
    return await t.deps.db.asOrganization(...args);
  };
  return { ...t.deps, db: { ...t.deps.db, asOrganization } };
}
