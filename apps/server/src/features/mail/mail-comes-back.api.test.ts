/** Nobody calls anything here: the running process notices by itself. */
import { expect, test } from 'vitest';
import { freePort, gateTo } from '../../../test/gate.ts';
import { mailsTo } from '../../../test/outbox.ts';
import { createOrganization } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/test-app.ts';
import { queueMail } from './queue-mail.ts';

const TWO_MINUTES_MS = 120_000;

test('mail goes out by itself once its server is back, and the log has said why it waited', async () => {
  const port = await freePort();
  const t = await startTestApp({ workers: true, env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  const gate = gateTo(port, t.deps.config.sandbox?.smtpPort ?? 0);
  try {
    const { id } = await createOrganization(t.store);
    const keys = await t.deps.keys.keysOf(id);
    const to = 'wren@mail.test';
    await t.deps.db.asOrganization(id, async (tx) => await queueMail(t.deps, tx, { kind: 'welcome', to, secret: { value: 'CODE', keys } }));
    const waiting = () => t.log.lines.find((line) => line.includes('mail not sent, it will be tried again'));
    await expect.poll(waiting, { timeout: 30_000 }).toContain('"reason":"nobody-listens"');
    expect(waiting()).not.toContain(to);

    await gate.open();
    t.turnClock(TWO_MINUTES_MS);

    const arrived = async () =>
      await mailsTo(t, to).then(
        ({ length }) => length,
        () => 0,
      );
    await expect.poll(arrived, { timeout: 100_000 }).toBe(1);
  } finally {
    await t.close();
    await gate.close();
  }
}, 150_000);
