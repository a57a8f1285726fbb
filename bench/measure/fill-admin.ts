/** What fills the other lists: organizations with their people and facilities, payers, past reimbursements, local allowables, and a log. */
import type { Client } from 'pg';
import { createKeyRing, makeKey } from '../../apps/server/src/crypto/organization-keys.ts';
import { openDatabase } from '../../apps/server/src/db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '../../apps/server/src/db/internal-organization.ts';
import { indexPayerNames } from '../../apps/server/src/features/payers/payer-names.repository.ts';
import { insertLocalAllowables } from '../../apps/server/src/features/reimbursements/reimbursements.repository.ts';
import { memberIdAt } from '../../apps/server/src/features/reimbursements/import-local-allowables.ts';
import { fillSeals } from './fill-seals.ts';
import { withoutIndexes } from './without-indexes.ts';

export const ADMIN_ROWS = {
  organizations: 5_000,
  users: 20_000,
  providers: 10_000,
  invites: 5_000,
  payers: 5_000,
  reimbursements: 200_000,
  la_prefixes: 5_000,
};
/** What the log tells of: of a hundred rows so many, and of all of them five that hardly ever happen. */
const ACTIONS = [
  ['inquiry.view', 35],
  ['inquiry.list', 25],
  ['inquiry.send', 20],
  ['login', 12],
  ['inquiry.print', 5],
  ['user.update', 3],
] as const;
const RARE_ACTION = 'payer.merge';

const ids = (letter: string, number: string) => `'${letter}' || lpad(upper(to_hex(${number})), 25, '0')`;
/** As payers are called: families of one name, and many of no family. */
const payerWord = `substring(translate(md5(n::text), '0123456789', 'ghijklmnop') FOR 9)`;
const payerName = `'Payer ' || ${payerWord} || CASE n % 80 WHEN 0 THEN ' Blue Cross Blue Shield' WHEN 1 THEN ' UnitedHealthcare' WHEN 2 THEN ' Mutual'
  ELSE '' END`;
const organizationOf = (n: string) => ids('H', `1 + ${n} % ${ADMIN_ROWS.organizations}`);

/** What a submission leaves. */
const TOKENS_EACH = 17;
/** 34 million tokens take longer to fill than the rest. */
export const SOME_TOKENS = 200_000;

/** Keys of every organization, as each has that ever stored anything, and the search tokens of so many inquiries, those that fill.ts gives them. */
async function fillKeys(client: Client, { dataKey, tokensOf }: Pick<FillAdminOptions, 'dataKey' | 'tokensOf'>): Promise<void> {
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM organizations WHERE id LIKE 'H%'`);
  const keys = rows.flatMap(({ id: organizationId }) =>
    (['data', 'search'] as const).map((purpose) => makeKey(dataKey, { organizationId, purpose, version: 1, activeFrom: new Date() })),
  );
  await client.query(
    `INSERT INTO organization_keys (organization_id, purpose, version, wrapped_key, wrapping_key_id, active_from)
     SELECT k.organization_id, k.purpose, 1, k.wrapped_key, k.wrapping_key_id, now()
     FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[]) AS k (organization_id, purpose, wrapped_key, wrapping_key_id)`,
    [
      keys.map((key) => key.organization_id),
      keys.map((key) => key.purpose),
      keys.map((key) => key.wrapped_key),
      keys.map((key) => key.wrapping_key_id),
    ],
  );
  await client.query('ALTER TABLE inquiry_tokens DROP CONSTRAINT inquiry_tokens_pkey');
  await withoutIndexes(client, ['inquiry_tokens'], async () => {
    await client.query(`
      INSERT INTO inquiry_tokens (organization_id, token, inquiry_id, key_version)
      SELECT ${organizationOf('n')}, int8send(hashint8extended(n::bigint * ${TOKENS_EACH} + t, 1)), ${ids('Y', 'n')}, 1
      FROM generate_series(1, ${tokensOf}) n CROSS JOIN generate_series(1, ${TOKENS_EACH}) t`);
  });
  await client.query('ALTER TABLE inquiry_tokens ADD PRIMARY KEY (organization_id, token, inquiry_id)');
  await client.query('VACUUM (ANALYZE) organization_keys');
  await client.query('VACUUM (ANALYZE) inquiry_tokens');
}

/** A year of it: of every organization as many rows, of the measured one a tenth of all of those. */
async function fillLog(client: Client, { events, organizationId }: FillAdminOptions): Promise<void> {
  const actions = ACTIONS.flatMap(([action, share]) => Array.from({ length: share }, () => `'${action}'`)).join();
  const insert = (organization: string, actor: string, count: number) => `
    INSERT INTO audit_events (organization_id, at, actor_role, actor_user_id, actor_organization_id, action, object_type, object_ids, outcome,
      address, user_agent, request_id)
    SELECT organization_id, now() - n * interval '1 year' / ${count}, 'standard', actor, organization_id,
      CASE WHEN n % (${count} / 5) = 7 THEN '${RARE_ACTION}' ELSE (ARRAY[${actions}])[1 + abs(hashint4(n) % 100)] END, 'inquiry',
      ARRAY[${ids('Y', 'n')}], 'done', '203.0.113.9', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'req-' || n
    FROM generate_series(1, ${count}) n CROSS JOIN LATERAL (SELECT ${organization} AS organization_id, ${actor} AS actor) x`;
  const own = (column: string) => `(SELECT min(${column}) FROM users WHERE organization_id = '${organizationId}')`;
  // Nobody else seals meanwhile: sealing a year's events in one go is nothing that a server ever does.
  await client.query('BEGIN; LOCK TABLE audit_seals IN SHARE ROW EXCLUSIVE MODE');
  await withoutIndexes(client, ['audit_events'], async () => {
    await client.query(insert(organizationOf('n'), ids('U', `1 + (n - 1) % ${ADMIN_ROWS.users}`), events));
    await client.query(insert(`'${organizationId}'`, own('id'), Math.ceil(events / 10)));
  });
  await fillSeals(client);
  await client.query('COMMIT');
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Each member id is ciphertext that opens. */
async function fillLocalAllowables({ connectionString, dataKey }: FillAdminOptions): Promise<void> {
  const database = openDatabase({ connectionString, max: 2, onError: console.error });
  const keys = await createKeyRing({ database, dataKey, previousDataKey: null, now: () => new Date() }).keysOf(INTERNAL_ORGANIZATION_ID);
  const rows = Array.from({ length: ADMIN_ROWS.la_prefixes }, (_, n) => {
    const alpha_prefix = [LETTERS[n % 26], LETTERS[Math.floor(n / 26) % 26], LETTERS[Math.floor(n / 676)]].join('');
    const id = `L${String(n).padStart(25, '0')}`;
    return { id, alpha_prefix, member_id: keys.encryptText(memberIdAt(id), `${alpha_prefix}000${n}`) };
  });
  await database.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => await insertLocalAllowables(tx, rows, new Date()));
  await database.close();
}

async function fillPayerNames({ connectionString }: FillAdminOptions): Promise<void> {
  const database = openDatabase({ connectionString, max: 1, onError: console.error });
  await database.asAdmin(indexPayerNames);
  await database.close();
}

export interface FillAdminOptions {
  /** Of the database's owner. */
  connectionString: string;
  dataKey: Buffer;
  /** Of every other organization together. */
  events: number;
  /** The measured one's, which get a tenth of the log. */
  organizationId: string;
  /** How many inquiries of the others have search tokens. */
  tokensOf: number;
}

export async function fillAdmin(client: Client, options: FillAdminOptions): Promise<void> {
  const some = ADMIN_ROWS;
  await client.query(`SET session_replication_role = replica`);
  await client.query(`
    INSERT INTO organizations (id, name, is_active) SELECT ${ids('H', 'n')}, 'Practice ' || md5(n::text), n % 20 <> 0
      FROM generate_series(1, ${some.organizations}) n;
    INSERT INTO subscriptions (organization_id, id, plan_id, status)
      SELECT ${ids('H', 'n')}, ${ids('S', 'n')}, (SELECT id FROM plans ORDER BY id LIMIT 1), 'active' FROM generate_series(1, ${some.organizations}) n;
    INSERT INTO users (organization_id, id, email, first_name, last_name, phone, last_login_at)
      SELECT ${organizationOf('n')}, ${ids('U', 'n')}, 'person' || n || '@bench.test', 'First' || n % 700, 'Last' || md5(n::text), '5550100100', now()
      FROM generate_series(1, ${some.users}) n;
    INSERT INTO providers (organization_id, id, name, npi, tax_id)
      SELECT ${organizationOf('n')}, ${ids('P', 'n')}, 'Facility ' || md5(n::text), '1234567893', '123456789' FROM generate_series(1, ${some.providers}) n;
    INSERT INTO invites (organization_id, id, email, is_manager, is_restricted, perm_reimbursements, inviter_id, inviter_first_name,
        inviter_last_name, code_hash, expires_at, created_at)
      SELECT ${organizationOf('n')}, ${ids('N', 'n')}, 'guest' || n || '@bench.test', false, true, false, ${ids('U', 'n')}, 'First', 'Last',
        sha256(n::text::bytea), now(), now() - n * interval '1 minute' FROM generate_series(1, ${some.invites}) n;
    INSERT INTO payers (id, name, named_by) SELECT ${ids('Q', 'n')}, ${payerName}, 'availity'
      FROM generate_series(1, ${some.payers}) n;
    INSERT INTO payer_sources (payer_id, asked_as, clearinghouse, code, name, is_available)
      SELECT ${ids('Q', 'n')}, ${ids('Q', 'n')}, 'availity', 'BENCH' || n, 'Their ' || ${payerWord}, true FROM generate_series(1, ${some.payers}) n;
    INSERT INTO reimbursements (id, claim_id, payer_id, employer_name, employer_key, group_number, group_key, alpha_prefix, dtx, rtc, php, iop, op,
        uploaded_at)
      SELECT ${ids('R', 'n')}, 'claim ' || n, ${ids('Q', `1 + n % ${some.payers}`)}, 'Mill ' || n % 5000, 'MILL' || n % 5000, 'G' || n, 'G' || n,
        'QM' || n % 10, ${[0, 1, 2, 3, 4].map((kind) => `CASE WHEN n % 5 = ${kind} THEN n % ${90 - kind} END`).join()}, now() - n * interval '1 second'
      FROM generate_series(1, ${some.reimbursements}) n`);
  await fillLog(client, options);
  await fillKeys(client, options);
  await fillLocalAllowables(options);
  await fillPayerNames(options);
  for (const table of [...Object.keys(some), 'subscriptions', 'payer_sources', 'payer_names', 'audit_events'])
    await client.query(`VACUUM (ANALYZE) ${table}`);
}
