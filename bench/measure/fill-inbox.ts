/** Persons over the measured organization's inquiries, two checks each, and an inbox as full as it gets: an item for each tenth person. */
import type { Client } from 'pg';
import { createKeyRing } from '../../apps/server/src/crypto/organization-keys.ts';
import { openDatabase } from '../../apps/server/src/db/client.ts';
import { closePerson } from '../../apps/server/src/features/inquiries/linking/person-contents.ts';

const BATCH = 10_000;
const CHANGE = {
  code: 'became-inactive',
  gravity: 'urgent',
  place: { plan: null, service: null, level: null, network: null, period: null },
  before: 'Active Coverage',
  after: 'Inactive',
  before_line_ids: [],
  after_line_ids: [],
  words: 'The plan was active and is now inactive.',
  action: 'Ask the patient which insurance followed.',
};

const WRITE_PERSONS = `
  INSERT INTO persons (organization_id, id, content, last_check_at, created_at)
  SELECT $1, x.id, x.content, x.at, x.at FROM jsonb_to_recordset($2::jsonb) AS x (id text, content bytea, at timestamptz)`;
const LINK = `
  INSERT INTO person_inquiries (organization_id, inquiry_id, person_id, how, linked_at)
  SELECT $1, x.inquiry_id, x.person_id, 'auto', now() FROM jsonb_to_recordset($2::jsonb) AS x (inquiry_id text, person_id text)`;
const WRITE_CHANGES = `
  WITH filled AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS x (id text, person_id text, before_id text, after_id text, at timestamptz, state text, content bytea)
  ), compared AS (
    INSERT INTO comparisons (organization_id, id, person_id, policy_id, before_id, after_id, rules_version, codes, gravest, content, at, inbox_item_id)
    SELECT $1, id, person_id, before_id, before_id, after_id, 1, '{became-inactive,copay-changed}', 'urgent', content, at, id FROM filled
  )
  INSERT INTO inbox_items (organization_id, id, person_id, comparison_id, policy_id, inquiry_id, gravest, codes, state, snoozed_until, closed_at, created_at, updated_at)
  SELECT $1, id, person_id, id, before_id, after_id, CASE WHEN random() < 0.3 THEN 'urgent' ELSE 'look' END, '{became-inactive,copay-changed}', state,
    CASE WHEN state = 'snoozed' THEN now() + interval '7 days' END, CASE WHEN state = 'done' THEN now() END, at, at
  FROM filled`;

const idOf = (letter: string, number: number): string => `${letter}${number.toString(16).toUpperCase().padStart(25, '0')}`;
const inHex = (value: Buffer): string => `\\x${value.toString('hex')}`;

interface Sent {
  id: string;
  at: Date;
}

export async function fillInbox(
  client: Client,
  organizationId: string,
  options: { connectionString: string; dataKey: Buffer },
): Promise<void> {
  const database = openDatabase({ connectionString: options.connectionString, max: 2, onError: console.error });
  const ring = createKeyRing({ database, dataKey: options.dataKey, previousDataKey: null, now: () => new Date() });
  const keys = await ring.keysOf(organizationId);
  await database.close();
  const { rows } = await client.query<Sent>(
    `SELECT i.id::text, i.sent_at AS at FROM inquiries i WHERE i.organization_id = $1 AND i.sent_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM person_inquiries l WHERE l.organization_id = i.organization_id AND l.inquiry_id = i.id)
     ORDER BY i.sent_at DESC`,
    [organizationId],
  );
  await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
  for (let first = 0; first < rows.length; first += BATCH) {
    const pairs = Array.from({ length: Math.ceil(Math.min(BATCH, rows.length - first) / 2) }, (_, place) => {
      const [after, before] = rows.slice(first + place * 2, first + place * 2 + 2);
      return { personId: idOf('Z', first / 2 + place), n: first / 2 + place, after, before };
    });
    const persons = pairs.flatMap(({ personId, n, after }) => {
      const content = { first: 'Filla', last: `Written${n % 500}`, suffix: null, birth_date: '1984-05-17', other_names: [] };
      return after === undefined ? [] : [{ id: personId, content: inHex(closePerson(keys, personId, content)), at: after.at }];
    });
    await client.query(WRITE_PERSONS, [organizationId, JSON.stringify(persons)]);
    const links = pairs.flatMap(({ personId, after, before }) =>
      [after, before].flatMap((sent) => (sent === undefined ? [] : [{ inquiry_id: sent.id, person_id: personId }])),
    );
    await client.query(LINK, [organizationId, JSON.stringify(links)]);
    const changes = pairs.flatMap(({ personId, n, after, before }) => {
      if (after === undefined || before === undefined || n % 10 !== 0) return [];
      const place = { table: 'comparisons', row: after.id, column: 'content' };
      const content = inHex(keys.encryptJson(place, { changes: [CHANGE], not_comparable: [] }));
      const state = n % 50 === 0 ? 'snoozed' : n % 20 === 0 ? 'done' : 'open';
      return [{ id: idOf('W', n), person_id: personId, before_id: before.id, after_id: after.id, at: after.at, state, content }];
    });
    await client.query(WRITE_CHANGES, [organizationId, JSON.stringify(changes)]);
  }
  // The others' are given nobody, and a server that starts is not to begin with it while it is measured.
  await client.query(
    `INSERT INTO person_linkings (organization_id, last_id, done_at) SELECT id, '', now() FROM organizations ON CONFLICT DO NOTHING`,
  );
  await client.query('SET session_replication_role = origin');
  for (const table of ['persons', 'person_inquiries', 'comparisons', 'inbox_items']) await client.query(`VACUUM (ANALYZE) ${table}`);
}
