import { expect, test } from 'vitest';
import { captureLog } from '../test/log-capture.ts';

const SECRET = 'Isolde Fennimore';

test.each([
  ['as an error', () => new Error(SECRET)],
  ['in a line that looks like a frame', () => new Error(`refused:\n    at ${SECRET} (W123)`)],
  ['in the detail of a driver', () => Object.assign(new Error('duplicate'), { detail: `Key (name)=(${SECRET})`, code: '23505' })],
  ['in a cause', () => new Error('failed', { cause: new Error(SECRET) })],
])('what a message says %s does not reach the log, its kind and frames do', (_where, make) => {
  const { logger, lines } = captureLog();

  logger.error({ err: make() }, 'unexpected failure');

  expect(lines.join()).not.toContain(SECRET);
  expect(lines.join()).toMatch(/"type":"Error".*log\.test\.ts/);
});
