import { expect, test } from 'vitest';
import { createListCounts } from './list-counts.ts';

function counter(total: number) {
  const calls = { count: 0 };
  const run = async () => {
    calls.count += 1;
    return await Promise.resolve(total);
  };
  return { calls, run };
}

test('a total of up to 1,000 is counted each time', async () => {
  const { calls, run } = counter(1000);
  const counts = createListCounts(() => new Date(0));

  await counts.count('a', run);
  await counts.count('a', run);

  expect(calls.count).toBe(2);
});

test('a larger total is remembered for 5 seconds', async () => {
  const { calls, run } = counter(1001);
  let time = 0;
  const counts = createListCounts(() => new Date(time));

  await counts.count('a', run);
  time = 4999;
  await counts.count('a', run);
  const within = calls.count;
  time = 5000;
  await counts.count('a', run);

  expect([within, calls.count]).toEqual([1, 2]);
});

test('a total is never taken for another filter’s', async () => {
  const counts = createListCounts(() => new Date(0));

  await counts.count('a', counter(5000).run);

  expect(await counts.count('b', counter(2000).run)).toBe(2000);
});
