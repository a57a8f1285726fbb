import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPeopleFirst } from './people-first.ts';

/** What has happened, in order. */
function watched() {
  const seen: string[] = [];
  const note = (what: string) => () => void seen.push(what);
  return { seen, note };
}

test('the background has its turn at once while nobody waits, and else after the last who does', async () => {
  const people = createPeopleFirst();
  const { seen, note } = watched();
  await people.giveWay();
  const [first, second] = [people.begin(), people.begin()];
  const turn = people.giveWay().then(note('background'));
  note('first')();
  first();
  // Said twice it counts once.
  first();
  await sleep(5);
  note('second')();
  second();
  await turn;
  expect(seen).toEqual(['first', 'second', 'background']);
});

test('whoever waits for a payer holds nobody up for long', async () => {
  const people = createPeopleFirst();
  people.begin();
  await people.giveWay();
  // By now nobody counts as waiting for this process.
  const { seen, note } = watched();
  const turn = people.giveWay().then(note('background'));
  await sleep(1).then(note('later'));
  await turn;
  expect(seen[0]).toBe('background');
});

test('the background does not stand still where somebody always waits', async () => {
  const people = createPeopleFirst();
  let end = people.begin();
  let come = 0;
  const always = setInterval(() => {
    const next = people.begin();
    end();
    end = next;
    come += 1;
  }, 50);
  await people.run({ isInBackground: true }, async () => await Promise.resolve(clearInterval(always)));
  end();
  expect(come).toBeGreaterThan(0);
});

test('of the background a few pieces run at a time, and one that fails leaves its place to the next', async () => {
  const people = createPeopleFirst();
  let running = 0;
  let most = 0;
  const piece = async (n: number) => {
    running += 1;
    most = Math.max(most, running);
    await sleep(2);
    running -= 1;
    if (n % 4 === 0) throw new Error('this piece fails');
    return n;
  };
  const ended = await Promise.allSettled(
    Array.from({ length: 20 }, async (_, n) => await people.run({ isInBackground: true }, async () => await piece(n))),
  );
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(15);
  expect(most).toBe(3);
  // Who waits needs no place.
  const places = Array.from({ length: 3 }, async () => await people.run({ isInBackground: true }, async () => await sleep(20)));
  expect(await people.run({ isInBackground: false }, async () => await Promise.resolve(running))).toBe(0);
  await Promise.all(places);
});

test('work that holds something gives way for so long in all', async () => {
  const people = createPeopleFirst();
  const giveWay = people.givingWay(30);
  const { seen, note } = watched();
  const end = people.begin();
  const turn = giveWay().then(note('first step'));
  await sleep(5);
  note('served')();
  end();
  await turn;
  people.begin();
  // What is left of its time, and then no more.
  for (let step = 0; step < 5; step += 1) await giveWay();
  const now = giveWay().then(note('last step'));
  await sleep(1).then(note('later'));
  await now;
  expect(seen).toEqual(['served', 'first step', 'last step', 'later']);
});
