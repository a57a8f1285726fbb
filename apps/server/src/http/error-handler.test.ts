import Fastify from 'fastify';
import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { registerErrorHandler } from './error-handler.ts';

const failedWith = (code: string): Error =>
  new Error('query failed', { cause: Object.assign(new DatabaseError('refused', 7, 'error'), { code }) });

test.each([
  ['ran out of its time', '57014', 503],
  ['was chosen to end a deadlock', '40P01', 503],
  ['was cut off by a restart', '57P01', 503],
  ['broke a rule of a table', '23514', 500],
])('a call whose statement %s answers accordingly', async (_what, code, status) => {
  const app = Fastify();
  registerErrorHandler(app);
  app.get('/', async () => await Promise.reject(failedWith(code)));

  const reply = await app.inject({ url: '/' });

  expect(reply.statusCode).toBe(status);
  expect(reply.body).not.toContain('refused');
});
