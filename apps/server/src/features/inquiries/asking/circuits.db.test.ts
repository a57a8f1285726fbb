import { expect, test } from 'vitest';
import { createOrganization, createPayer } from '../../../../test/factories.ts';
import { useTestStore } from '../../../../test/test-store.ts';
import { noteAnswer, noteFailure } from './circuits.repository.ts';

const store = useTestStore();
const START = Date.parse('2026-11-20T12:00:00Z');
const at = (minutes: number) => new Date(START + minutes * 60_000);

async function aCircuit() {
  const payer = await createPayer(store);
  const { id: organizationId } = await createOrganization(store);
  return {
    fail: async (...minutes: number[]) => {
      for (const minute of minutes)
        await store.database.asOrganization(organizationId, async (tx) => await noteFailure(tx, payer.id, 'availity', at(minute)));
    },
    answer: async () => await store.database.asOrganization(organizationId, async (tx) => await noteAnswer(tx, payer.id, 'availity')),
    /** Whether the payer is left alone there. */
    isOpen: async (minute: number, route: 'availity' | 'pVerify' = 'availity', payerId = payer.id) => {
      const open = await store.database.asOrganization(
        organizationId,
        async (tx) =>
          await tx.queryOnce('SELECT FROM clearinghouse_circuits WHERE payer_id = $1 AND route = $2 AND open_until > $3', [
            payerId,
            route,
            at(minute),
          ]),
      );
      return open.length > 0;
    },
  };
}

test('three failures in five minutes leave the payer alone at that clearinghouse, for a while, and nobody else', async () => {
  const circuit = await aCircuit();
  await circuit.fail(0, 1);
  expect(await circuit.isOpen(1)).toBe(false);
  await circuit.fail(4.9);

  expect(await circuit.isOpen(5)).toBe(true);
  expect(await circuit.isOpen(5, 'pVerify')).toBe(false);
  expect(await circuit.isOpen(5, 'availity', (await createPayer(store)).id)).toBe(false);
  // It is tried again by itself.
  expect(await circuit.isOpen(7)).toBe(false);
});

test('any five minutes count, not those since some first failure', async () => {
  const circuit = await aCircuit();
  await circuit.fail(0, 4.8, 5.2, 5.4);

  expect(await circuit.isOpen(5.5)).toBe(true);
});

test('failures that lie further apart leave nobody alone', async () => {
  const circuit = await aCircuit();
  await circuit.fail(0, 3, 6, 9, 12);

  expect(await circuit.isOpen(12)).toBe(false);
});

test('an answer forgets the failures; one more failure of a payer that is tried again leaves it alone again', async () => {
  const circuit = await aCircuit();
  await circuit.fail(0, 1, 2);
  await circuit.fail(4.5);
  expect(await circuit.isOpen(5)).toBe(true);

  await circuit.answer();
  expect(await circuit.isOpen(5)).toBe(false);
  await circuit.fail(5.1, 5.2);
  expect(await circuit.isOpen(5.3)).toBe(false);
});
