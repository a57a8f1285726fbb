/** A table of inquiries of the wanted size: those of the measured organization, and of every other that fill-admin.ts has made. */
import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { createKeyRing, type OrganizationKeys } from '../../apps/server/src/crypto/organization-keys.ts';
import { openDatabase } from '../../apps/server/src/db/client.ts';
import { closeContent, closeName } from '../../apps/server/src/features/inquiries/inquiry-contents.ts';
import { ADMIN_ROWS } from './fill-admin.ts';
import { withoutIndexes } from './without-indexes.ts';

export interface FillOptions {
  /** Of the database's owner. */
  connectionString: string;
  dataKey: Buffer;
  /** All organizations together. */
  rows: number;
  /** Of the measured one. */
  own: number;
  /** The others' answers have the size of real ones, and are noise that does not open. */
  withAnswers?: boolean;
}

const BATCH = 20_000;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const two = (number: number): string => String(number).padStart(2, '0');
const idOf = (letter: string, number: number): string => `${letter}${number.toString(16).toUpperCase().padStart(25, '0')}`;

/** Below `bound`, evenly, the same for each n and salt. */
function spread(n: number, salt: number, bound: number): number {
  let hash = Math.imul(n, 16) + salt;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % bound;
}

/** Of ten thousand rows: up to which each status goes. What is open soon ends, so there is hardly any of it. */
const STATUSES = [
  ['complete', 8000],
  ['unknown', 8600],
  ['cancel', 9100],
  ['draft', 9400],
  ['error', 9700],
  ['failure', 9998],
  ['max-retry', 9999],
  ['pending', 10_000],
] as const;
/** Of a thousand answers: up to which each state of the plan goes. */
const PLAN_STATES = [
  ['active', 880],
  ['inactive', 930],
  ['at-risk', 950],
  ['not-stated', 990],
  ['other', 1000],
] as const;
const OUTCOMES: Readonly<Record<string, string>> = { pending: 'pending', 'max-retry': 'no-answer', error: 'refused', failure: 'refused' };

/** Whose a row is, as fill-admin.ts names people and facilities. */
interface Owner {
  organizationId: string;
  users: readonly string[];
  providers: readonly string[];
}

const inHex = (value: Buffer | null): string | null => (value === null ? null : `\\x${value.toString('hex')}`);

/** As 2,000,000 checks are of 100,000 persons; those of one are spread over the year. */
const CHECKS_EACH = 20;

/** Of every kind that lists tell apart, in no order. Names and submissions are ciphertext that opens: whatever page is asked for shows its patients. */
function rowOf(n: number, id: string, person: number, owner: Owner, keys: OrganizationKeys): Record<string, unknown> {
  const place = spread(n, 1, 10_000);
  const status = STATUSES.find(([, until]) => place < until)?.[0] ?? 'complete';
  // A few payers are asked most of the time.
  const payer = 1 + Math.floor(ADMIN_ROWS.payers * (spread(n, 2, 100_000) / 100_000) ** 3);
  const third = spread(n, 3, 1000);
  const submission = {
    provider_id: owner.providers[spread(n, 7, owner.providers.length)] ?? '',
    payer_id: idOf('Q', payer),
    memberId: `FIL${person}`,
    patientFirstName: `Filla${spread(person, 4, 70)}`,
    patientLastName: `Written${spread(person, 5, 500)}`,
    patientBirthDate: `${1940 + spread(person, 12, 70)}-${two(1 + spread(person, 13, 12))}-${two(1 + spread(person, 14, 28))}`,
    subscriberRelationship: '18' as const,
    serviceType: ['30'],
  };
  const hasCoverage = status === 'complete' && place >= 400;
  const isRefused = status === 'error' || status === 'failure';
  return {
    n,
    organization_id: owner.organizationId,
    id,
    user_id: owner.users[spread(n, 6, owner.users.length)],
    provider_id: submission.provider_id,
    payer_id: submission.payer_id,
    status,
    route: third % 4 === 0 ? 'pVerify' : 'availity',
    outcome: OUTCOMES[status] ?? 'answered',
    seconds: third / 50,
    answered_name: status === 'complete' && third < 300 ? `Answering plan ${payer % 400}` : null,
    is_hidden: third >= 990,
    has_coverage: hasCoverage,
    plan_state: hasCoverage ? PLAN_STATES.find(([, until]) => spread(n, 8, 1000) < until)?.[0] : null,
    is_handled_elsewhere: hasCoverage ? spread(n, 9, 1000) < 60 : null,
    is_other_payer_first: hasCoverage ? spread(n, 10, 1000) < 40 : null,
    is_person_in_doubt: hasCoverage && spread(n, 11, 1000) < 3,
    name: inHex(closeName(keys, id, submission)),
    submission: inHex(closeContent(keys, id, 'submission', submission)),
    remote_errors: isRefused ? inHex(closeContent(keys, id, 'remote_errors', { NOFIELD: 'The payer does not know this member.' })) : null,
  };
}

/** Bytes of an ordinary answer's ciphertext. */
const ANSWER_BYTES = { coverage: 2200, raw_answer: 1400 };
const NOISE_BYTES = 1_000_000;

/** Another piece of it for each row, but none for the newest, one of which a drill opens. */
const noise = (column: keyof typeof ANSWER_BYTES, from: number): string =>
  `CASE WHEN has_coverage AND n > 1000 THEN substring($3::bytea FROM ${from} + abs(hashint4(n)) % 490000 + 1 FOR ${ANSWER_BYTES[column]}) END`;

/** Open ones are leased, or the server would ask on for them. */
const WRITE = `
  WITH filled AS MATERIALIZED (
    SELECT x.*, now() - x.n * make_interval(secs => $2) AS at, CASE WHEN status IN ('pending', 'max-retry') THEN 'bench' END AS lease_owner
    FROM jsonb_to_recordset($1::jsonb) AS x (n integer, organization_id text, id text, user_id text, provider_id text, payer_id text,
      status text, route text, outcome text, seconds float, answered_name text, is_hidden boolean, has_coverage boolean, plan_state text,
      is_handled_elsewhere boolean, is_other_payer_first boolean, is_person_in_doubt boolean, name bytea,
      submission bytea, remote_errors bytea)
  ), contents AS (
    INSERT INTO inquiry_contents (organization_id, inquiry_id, submission, remote_errors, coverage, raw_answer)
    SELECT organization_id, id, submission, remote_errors, ${noise('coverage', 0)}, ${noise('raw_answer', 500_000)} FROM filled
  ), asks AS (
    INSERT INTO inquiry_asks (organization_id, inquiry_id, part, number, route, outcome, request_id, started_at, ended_at, looks)
    SELECT organization_id, id, 0, 1, route, outcome, 'request' || id, at,
      CASE WHEN status <> 'pending' THEN at + make_interval(secs => seconds) END, 1
    FROM filled WHERE status <> 'draft'
  )
  INSERT INTO inquiries (organization_id, id, user_id, provider_id, payer_id, status, created_at, updated_at, sent_at, source, plan_status,
    payer_name_override, is_hidden, has_coverage, plan_state, is_handled_elsewhere, is_other_payer_first, is_person_in_doubt, answered_at, asked, patient_name, lease_owner, next_turn_at)
  SELECT organization_id, id, user_id, provider_id, payer_id, status, at, at, CASE WHEN status <> 'draft' THEN at END, route,
    CASE WHEN status = 'complete' THEN 'Active Coverage' END, answered_name, is_hidden, has_coverage, plan_state,
    is_handled_elsewhere, is_other_payer_first, is_person_in_doubt, CASE WHEN status = 'complete' THEN at END, '{"service_types":["30"],"practice_type":null}', name, lease_owner,
    CASE WHEN lease_owner IS NOT NULL THEN now() + interval '1 day' END
  FROM filled`;

/** Over a year, in every organization at once. */
export async function fillInquiries(client: Client, organizationId: string, options: FillOptions): Promise<void> {
  const { connectionString, dataKey, rows, own, withAnswers = false } = options;
  const database = openDatabase({ connectionString, max: 2, onError: console.error });
  const ring = createKeyRing({ database, dataKey, previousDataKey: null, now: () => new Date() });
  const owners = await listOwners(client);
  const keys = await ring.keysOfEach([...owners.keys()]);
  await database.close();
  const measured = owners.get(organizationId);
  const others = [...owners.values()].filter((owner) => owner.organizationId.startsWith('H'));
  const write = async (letter: string, among: readonly (Owner | undefined)[], count: number, answers: Buffer | null) => {
    for (let first = 1; first <= count; first += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, count - first + 1) }, (_, place) => {
        const n = first + place;
        const owner = among[n % among.length];
        const opened = owner === undefined ? undefined : keys.get(owner.organizationId);
        if (owner === undefined || opened === undefined) throw new Error('An organization has no people or no keys.');
        const persons = Math.ceil(count / among.length / CHECKS_EACH);
        const person = (n % among.length) + among.length * (Math.floor(n / among.length) % persons);
        return rowOf(n, idOf(letter, n), person, owner, opened);
      });
      await client.query(WRITE, [JSON.stringify(batch), YEAR_SECONDS / count, answers]);
    }
  };

  // Loading with every foreign key checked takes three times as long, and says nothing about reading.
  await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
  const tables = ['inquiries', 'inquiry_contents', 'inquiry_asks'];
  await withoutIndexes(client, tables, async () => {
    await write('X', [measured], own, null);
    await write('Y', others, rows - own, withAnswers ? randomBytes(NOISE_BYTES) : null);
  });
  await client.query(`INSERT INTO answered_payer_names (organization_id, name)
    SELECT DISTINCT organization_id, payer_name_override FROM inquiries WHERE payer_name_override IS NOT NULL ON CONFLICT DO NOTHING`);
  for (const table of [...tables, 'answered_payer_names']) await client.query(`VACUUM (ANALYZE) ${table}`);
}

/** Organizations with people and facilities. */
async function listOwners(client: Client): Promise<Map<string, Owner>> {
  const { rows } = await client.query<Owner>(
    `SELECT o.id AS "organizationId", array_agg(DISTINCT u.id::text) AS users, array_agg(DISTINCT p.id::text) AS providers
     FROM organizations o JOIN users u ON u.organization_id = o.id JOIN providers p ON p.organization_id = o.id GROUP BY o.id ORDER BY o.id`,
  );
  return new Map(rows.map((owner) => [owner.organizationId, owner]));
}
