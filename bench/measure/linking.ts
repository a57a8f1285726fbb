/** What it takes that each check belongs to a person: a submission with and without, and all checks from before (docs/decisions/093-persons.md). */
import type { Client } from 'pg';
import { createKeyRing } from '../../apps/server/src/crypto/organization-keys.ts';
import { openDatabase } from '../../apps/server/src/db/client.ts';
import { linkPersons } from '../../apps/server/src/features/inquiries/linking/link-persons.ts';
import { newId } from '../../apps/server/test/factories.ts';
import { median, timeClients } from './clients.ts';
import type { Comparison } from './comparison.ts';

const TURNS = 12;
const CALLS_EACH = 3;

const DEFINITION = `SELECT pg_get_functiondef('link_inquiry'::regproc) AS text`;
/** The same function, so that statements prepared for it stay. */
const withoutLinking = (text: string): string =>
  `${text.slice(0, text.indexOf('AS $function$'))} AS $function$ BEGIN RETURN p_person; END $function$`;

/** As many at once as leave the machine something to do. */
const CLIENTS = 4;

/** In turns, in one run: where nothing is linked nothing is compared either. */
async function compareSubmissions(owner: Client, submit: () => Promise<unknown>): Promise<Comparison> {
  const text = (await owner.query<{ text: string }>(DEFINITION)).rows[0]?.text ?? '';
  const times = { ours: [] as number[], bare: [] as number[] };
  try {
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const side of turn % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const)) {
        await owner.query(side === 'ours' ? text : withoutLinking(text));
        const { all } = await timeClients(CLIENTS, CALLS_EACH, async () => void (await submit()));
        times[side].push(...all);
      }
    }
  } finally {
    await owner.query(text);
  }
  const medianOf = (each: number[]) => median({ all: each.toSorted((a, b) => a - b) });
  return {
    name: `a submission with its person beside one without, ${CLIENTS} at once`,
    oursMs: medianOf(times.ours),
    bareMs: medianOf(times.bare),
    bound: 1.05,
  };
}

const MANY = 2_000_000;
const HOUR_SECONDS = 3600;

/** At the pace of those that the database holds. The first call links them all: a later one finds none, and is null. */
async function compareAll(owner: Client, connectionString: string, dataKey: Buffer): Promise<Comparison | null> {
  const count = async () => Number((await owner.query<{ count: string }>('SELECT count(*) FROM person_inquiries')).rows[0]?.count);
  const database = openDatabase({ connectionString, max: 2, onError: console.error });
  const keys = createKeyRing({ database, dataKey, previousDataKey: null, now: () => new Date() });
  const before = await count();
  // The server that started found hardly any, and took itself to be done.
  await owner.query('TRUNCATE person_linkings');
  const started = performance.now();
  const log = { error: console.error } as never;
  await linkPersons({ db: database, keys, log, clock: () => new Date(), newId, stopping: new AbortController().signal });
  const seconds = (performance.now() - started) / 1000;
  await database.close();
  const linked = (await count()) - before;
  if (linked === 0) return null;
  return {
    name: `linking 2,000,000 checks at the pace of ${linked}`,
    oursMs: (seconds * MANY) / linked,
    bareMs: HOUR_SECONDS,
    bound: 1,
    unit: 's',
  };
}

export async function compareLinking(
  { owner, databaseUrl }: { owner: Client; databaseUrl: string },
  dataKey: Buffer,
  submit: () => Promise<unknown>,
): Promise<Comparison[]> {
  const one = await compareSubmissions(owner, submit);
  const all = await compareAll(owner, databaseUrl, dataKey);
  return all === null ? [one] : [one, all];
}
