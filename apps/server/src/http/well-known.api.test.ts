import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ env: { SUPPORT_EMAIL: 'help@harbor-practice.com', PUBLIC_URL: 'https://check.harbor-practice.com' } });
});
afterAll(async () => await t.close());

test('a finder of a weakness learns whom to write to, from a note that is never out of date', async () => {
  const reply = await t.call(null, { method: 'GET', url: '/.well-known/security.txt' });

  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(reply.body).toContain('Contact: mailto:help@harbor-practice.com\n');
  expect(reply.body).toContain('Canonical: https://check.harbor-practice.com/.well-known/security.txt\n');
  const expires = new Date(/^Expires: (.+)$/m.exec(reply.body)?.[1] ?? '').getTime();
  const days = (expires - t.deps.clock().getTime()) / 86_400_000;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(366);
});
