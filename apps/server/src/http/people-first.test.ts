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
