/** Whoever holds a copy of the database, but not DATA_KEY, learns nothing of a patient (product.md 12). */
import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { bindIdempotencyKey } from '#features/inquiries/idempotency.repository.ts';
import { createInquiry, createOrganization } from '../../test/factories.ts';
import { useTestStore } from '../../test/test-store.ts';

const PATIENT = {
  patientFirstName: 'Zephyrine',
  patientLastName: 'Oxenbridge',
  memberId: 'QXV884213907',
  patientBirthDate: '1971-09-23',
  groupNumber: 'GRP77-310942',
  externalId: 'MRN-20417733',
};
const SSN = '900774411';
const PAYER_WORDS = 'Deductible remaining for Zephyrine';
const PLANTED = [...Object.values(PATIENT), SSN, PAYER_WORDS];

const store = useTestStore();

/** Every row of every table as text, bytes in hexadecimal. */
async function dump(): Promise<string[]> {
  const client = new Client({ connectionString: store.url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c
       WHERE c.relkind = 'r' AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)`,
    );
    const lines: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`SELECT row_to_json(t)::text AS line FROM ${name} t`);
      lines.push(...rows.map(({ line }) => `${name} ${line}`));
    }
    return lines;
  } finally {
    await client.end();
  }
}

/** The ways in which a text could lie in a dump unencrypted. */
const disguises = (text: string) => [
  text,
  text.toUpperCase(),
  Buffer.from(text).toString('hex'),
  Buffer.from(text).toString('base64').slice(0, -4),
];
const tellers = (lines: string[], text: string) =>
  lines
    .filter((line) => disguises(text).some((disguise) => line.toLowerCase().includes(disguise.toLowerCase())))
    .map((line) => line.slice(0, line.indexOf(' ')));

test('no table tells anything that was typed about a patient or answered by the payer', async () => {
  const organization_id = (await createOrganization(store)).id;
  const planted = { organization_id, submission: PATIENT };
  const { patientFirstName: first_name, patientLastName: last_name, memberId: member_id } = PATIENT;
  const coverage = { payer_name: 'Meridian', subscriber: { first_name, last_name, member_id } } as Coverage;
  const raw_answer = { text: PAYER_WORDS, lines: Array.from({ length: 300 }, () => PAYER_WORDS) };
  await createInquiry(store, { ...planted, status: 'draft' });
  await createInquiry(store, { ...planted, status: 'error', raw_answer, remote_errors: { memberId: PAYER_WORDS } });
  await createInquiry(store, { ...planted, status: 'complete', coverage, raw_answer });
  const { id, user_id } = await createInquiry(store, { ...planted, ssn: SSN });
  const keys = await store.keys.keysOf(organization_id);
  await store.database.asOrganization(organization_id, async (tx) => {
    const request = { userId: user_id, key: PATIENT.memberId, body: JSON.stringify(PATIENT) };
    await bindIdempotencyKey(tx, keys, request, { inquiryId: id, now: new Date(), since: new Date(0) });
  });

  const lines = await dump();

  expect(lines.length).toBeGreaterThan(10);
  expect(Object.fromEntries(PLANTED.map((text) => [text, tellers(lines, text)]))).toEqual(
    Object.fromEntries(PLANTED.map((text) => [text, []])),
  );
});

test('the search for planted words finds them where they are stored unencrypted, as text and as bytes', async () => {
  const name = `Practice of ${PATIENT.patientLastName}`;
  const { id } = await createOrganization(store, { name });
  await store.database.asOrganization(id, async (tx) => {
    await tx.queryOnce(
      `INSERT INTO organization_keys (organization_id, purpose, version, wrapped_key, wrapping_key_id, active_from) VALUES ($1, 'data', 9, $2, 'x', now())`,
      [id, Buffer.from(`bytes before ${name}`)],
    );
  });

  const found = tellers(await dump(), name);

  expect(found.toSorted()).toEqual(['organization_keys', 'organizations']);
});
