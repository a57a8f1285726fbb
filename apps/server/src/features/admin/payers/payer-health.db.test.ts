import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createInquiry, createPayer } from '../../../../test/factories.ts';
import { useTestStore } from '../../../../test/test-store.ts';
import { createPayerHealth, type HealthQuery } from './payer-health.ts';

const store = useTestStore();
const NOW = Date.parse('2026-11-20T12:00:00Z');
let time = NOW;

const EVERYTHING: HealthQuery = { q: '', sort: '-asked', limits: { offset: 0, limit: 100 } };
const newBoard = () => createPayerHealth({ clearinghouses: {}, db: store.database, clock: () => new Date(time) });

async function asOwner(text: string, values: unknown[]): Promise<void> {
  const client = new Client({ connectionString: store.url });
  await client.connect();
  await client.query(text, values);
  await client.end();
}

/** One inquiry's, with an answer after two seconds or a failure. */
async function ask(payerName: string, count: number, over: { outcome?: string; route?: string; daysAgo?: number } = {}): Promise<string> {
  const payer = await createPayer(store, { name: payerName });
  const { id, organization_id } = await createInquiry(store, { payer_id: payer.id });
  await asOwner(
    `INSERT INTO inquiry_asks (organization_id, inquiry_id, part, number, route, outcome, started_at, ended_at)
     SELECT $1, $2, 0, n, $3, $4, at, at + interval '2 seconds' FROM generate_series(1, $5) n CROSS JOIN (SELECT $6::timestamptz AS at) x`,
    [organization_id, id, over.route ?? 'availity', over.outcome ?? 'answered', count, new Date(NOW - (over.daysAgo ?? 1) * 86_400_000)],
  );
  return payer.id;
}

test('the board is sorted, searched and paged; what never failed comes last, and what was asked over a week ago is not on it', async () => {
  time = NOW;
  const failing = await ask('Alder Life', 3, { outcome: 'no-answer', route: 'pVerify' });
  await ask('Birch Life', 5);
  await ask('Cedar Mutual', 9, { daysAgo: 8 });
  await asOwner(
    `INSERT INTO clearinghouse_circuits (payer_id, route, last_failure_at, open_until) VALUES ($1, 'pVerify', $2, $2::timestamptz + interval '1 minute')`,
    [failing, new Date(NOW)],
  );
  const board = newBoard();
  const names = async (over: Partial<HealthQuery>) => (await board.list({ ...EVERYTHING, ...over })).rows.map((row) => row.payer.name);

  expect(await names({})).toEqual(['Birch Life', 'Alder Life']);
  expect(await names({ sort: 'asked' })).toEqual(['Alder Life', 'Birch Life']);
  expect(await names({ sort: '-name' })).toEqual(['Birch Life', 'Alder Life']);
  expect(await names({ sort: '-answered' })).toEqual(['Birch Life', 'Alder Life']);
  expect(await names({ sort: 'last_failure_at' })).toEqual(['Alder Life', 'Birch Life']);
  expect(await names({ sort: '-last_failure_at' })).toEqual(['Alder Life', 'Birch Life']);
  expect(await names({ q: 'bIRCH' })).toEqual(['Birch Life']);
  const second = await board.list({ ...EVERYTHING, limits: { offset: 1, limit: 1 } });
  expect([second.total, second.rows]).toEqual([
    2,
    [
      {
        payer: { id: failing, name: 'Alder Life' },
        source: 'pVerify',
        source_name: 'pVerify',
        asked: 3,
        answered: 0,
        median_seconds: null,
        p95_seconds: null,
        last_failure_at: '2026-11-19T12:00:00.000Z',
        circuit: 'open',
      },
    ],
  ]);
  time = NOW + 61_000;
  expect((await board.list(EVERYTHING)).rows.map((row) => row.circuit)).toEqual(['closed', 'closed']);
});

test('over few questions the board is of the moment; over many it is counted once a minute, for all pages alike', async () => {
  time = NOW;
  const board = newBoard();
  await board.list(EVERYTHING);
  await ask('Dogwood Health', 1001);

  const moment = await board.list({ ...EVERYTHING, q: 'dogwood' });
  await ask('Elm Health', 1);
  const remembered = await board.list({ ...EVERYTHING, q: 'elm' });
  time = NOW + 60_001;
  const anew = await board.list({ ...EVERYTHING, q: 'elm' });

  expect(moment.rows).toMatchObject([{ asked: 1001, answered: 1001, median_seconds: 2, p95_seconds: 2 }]);
  expect([remembered.total, anew.total]).toEqual([0, 1]);
});
