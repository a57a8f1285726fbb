import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { DueTurn } from './leases.repository.ts';
import { takeDueTurns } from './due-turns.ts';

const ORGANIZATION = 'O'.repeat(26);
const turnsOf = (payerId: string, count: number): DueTurn[] =>
  Array.from({ length: count }, (_, at) => ({ organizationId: ORGANIZATION, inquiryId: `${payerId}${at}`, payerId }));

/** Turns that are due until taken, and end when told; what is looked for is what a table would find. */
function startTaking(
  due: DueTurn[],
  { findFails = () => false, background = [] }: { findFails?: () => boolean; background?: DueTurn[] } = {},
) {
  const stop = new AbortController();
  const failures: unknown[] = [];
  const taken: string[] = [];
  const running = new Map<string, () => void>();
  let most = 0;
  let looks = 0;
  const run = async ({ inquiryId }: DueTurn) => {
    taken.push(inquiryId);
    await new Promise<void>((settle) => {
      running.set(inquiryId, settle);
      most = Math.max(most, running.size);
    });
    running.delete(inquiryId);
  };
  const ended = takeDueTurns({
    async findDue(limit, busyPayers) {
      looks += 1;
      if (findFails()) throw new Error('the database is away');
      return due.filter(({ payerId }) => !busyPayers.includes(payerId)).slice(0, limit);
    },
    async takeBackground(limit, busyPayers) {
      const free = background.filter(({ payerId }) => !busyPayers.includes(payerId));
      return free.slice(0, limit).map((turn) => background.splice(background.indexOf(turn), 1)[0] ?? turn);
    },
    async run(turn) {
      due.splice(
        due.findIndex(({ inquiryId }) => inquiryId === turn.inquiryId),
        1,
      );
      await run(turn);
    },
    runTaken: run,
    onFailedLook: (error) => failures.push(error),
    stopping: stop.signal,
  });
  return {
    taken,
    running,
    failures,
    most: () => most,
    looks: () => looks,
    stop: async () => {
      stop.abort();
      for (const end of running.values()) end();
      await ended;
    },
    ended,
    abort: () => stop.abort(),
  };
}

test('of a backlog so many are taken as there are places, and the next as soon as places are free', async () => {
  const taking = startTaking(['A', 'B', 'C', 'D'].flatMap((payer) => turnsOf(payer, 15)));
  await expect.poll(() => taking.taken.length).toBe(40);
  await sleep(250);
  expect(taking.taken.length).toBe(40);

  for (const end of [...taking.running.values()].slice(0, 10)) end();

  await expect.poll(() => taking.taken.length, { timeout: 800 }).toBe(50);
  expect(taking.most()).toBe(40);
  await taking.stop();
});

test('a payer whose turns do not end leaves half of the places to the others', async () => {
  const due = turnsOf('A', 60);
  const taking = startTaking(due);
  await expect.poll(() => taking.taken.length).toBe(20);

  due.push(...turnsOf('B', 3));

  await expect.poll(() => taking.taken.filter((id) => id.startsWith('B')).length, { timeout: 1_500 }).toBe(3);
  await sleep(250);
  expect(taking.taken.length).toBe(23);
  await taking.stop();
});

test('batches and plans have half of the places at most, and what a desk sent comes first', async () => {
  const background = ['A', 'B', 'C'].flatMap((payer) => turnsOf(`batch-${payer}-`, 20));
  const due = turnsOf('desk', 10);
  const taking = startTaking(due, { background });

  await expect.poll(() => taking.taken.length).toBe(30);
  expect(taking.taken.slice(0, 10).every((id) => id.startsWith('desk'))).toBe(true);
  await sleep(250);
  expect(taking.taken.filter((id) => id.startsWith('batch'))).toHaveLength(20);
  due.push(...turnsOf('later', 10));
  await expect.poll(() => taking.taken.filter((id) => id.startsWith('later')).length, { timeout: 2_500 }).toBe(10);
  await taking.stop();
});

test('where nothing is due it looks once a second', async () => {
  const taking = startTaking([]);
  await sleep(2_500);

  expect(taking.looks()).toBe(3);
  await taking.stop();
});

test('a look that fails ends nothing', async () => {
  let fails = 1;
  const taking = startTaking(turnsOf('A', 1), { findFails: () => fails-- > 0 });

  await expect.poll(() => taking.taken, { timeout: 3_000 }).toEqual(['A0']);

  expect(taking.failures).toHaveLength(1);
  await taking.stop();
});

test('once stopped it takes nothing more and waits for what runs', async () => {
  const due = turnsOf('A', 1);
  const taking = startTaking(due);
  await expect.poll(() => taking.taken).toEqual(['A0']);
  let isOver = false;
  void taking.ended.then(() => {
    isOver = true;
  });
  taking.abort();
  due.push(...turnsOf('B', 1));
  await sleep(100);
  expect(isOver).toBe(false);

  taking.running.get('A0')?.();

  await taking.ended;
  expect(taking.taken).toEqual(['A0']);
});
