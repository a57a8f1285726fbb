import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

const patient = () => new AbortController().signal;

test('only so many pass at a time, the others in their order', async () => {
  const gate = createGate(2);
  const passed: number[] = [];
  const enter = async (name: number) => {
    const leave = await gate.enter(patient());
    passed.push(name);
    return leave;
  };
  const [first, , third] = [enter(1), enter(2), enter(3), enter(4)];
  await first;
  expect(passed).toEqual([1, 2]);

  // A place is given back once.
  const leave = await first;
  leave();
  leave();
  await third;
  expect(passed).toEqual([1, 2, 3]);
});

test('who gives up waiting takes no place', async () => {
  const gate = createGate(1);
  const leave = await gate.enter(patient());
  const impatient = new AbortController();
  const inVain = gate.enter(impatient.signal);
  const next = gate.enter(patient());
  impatient.abort(new Error('no time'));
  await expect(inVain).rejects.toThrow('no time');

  leave();
  await next;
  await expect(gate.enter(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
});
