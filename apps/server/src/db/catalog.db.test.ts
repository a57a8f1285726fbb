/** Every table is either on the short list of global ones, or guarded as a tenant's (product.md 12). New tables are covered by being. */
import { Client, type QueryResultRow } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { useTestStore } from '../../test/test-store.ts';
import { ENCRYPTED_TABLES } from './key-rotation.repository.ts';

/** Hold nothing of any organization. Adding one needs a reason here. */
const GLOBAL_TABLES = [
  // Digests of addresses and emails that may belong to nobody.
  'login_counters',
  // Open faults by payer, the same for everybody.
  'clearinghouse_circuits',
  // How fast each payer is asked, for everybody together.
  'clearinghouse_paces',
  // What all organizations share at the payment provider.
  'billing_catalog',
  // Ids of events that arrive before their organization is known; never their content.
  'billing_events',
  // How often a range of past claims would have held; no patient.
  'backtests',
  // The same percentages counted together, and until when.
  'claim_tallies',
  'claim_tally_marks',
  // That counsel has read a text.
  'platform_confirmations',
  'payers',
  // Telephone numbers of payers, for everybody.
  'payer_phones',
  'payer_sources',
  // Names of payers, for everybody.
  'payer_names',
  'payer_schemas',
  'payer_prefixes',
  // When each clearinghouse was last read.
  'payer_syncs',
  // Field names by payer.
  'payer_suggested_combos',
  'plans',
  // Percentages by payer and employer, for everybody; no patient.
  'reimbursements',
  'schema_migrations',
];

const UNGUARDED = `
  SELECT c.relname AS name FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND NOT (c.relname = ANY ($1))
    AND NOT (
      EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id' AND a.attnotnull AND NOT a.attisdropped)
      AND c.relrowsecurity AND c.relforcerowsecurity
      AND EXISTS (
        SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'own_organization'
          AND pg_get_expr(p.polqual, p.polrelid) LIKE '%organization_id%current_setting%'
          AND pg_get_expr(p.polwithcheck, p.polrelid) LIKE '%organization_id%current_setting%'))
  ORDER BY 1`;

const store = useTestStore();

async function asOwner<Row extends QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

test('every table is global by name or guarded by organization, forced row security and a policy', async () => {
  const unguarded = await asOwner(store.url, UNGUARDED, [GLOBAL_TABLES]);

  expect(unguarded).toEqual([]);
});

test.each([
  ['without an organization', 'CREATE TABLE stray (id text)'],
  [
    'whose organization may be missing',
    "CREATE TABLE stray (organization_id ulid); CALL protect_tenant_table('stray', 'SELECT', 'SELECT')",
  ],
  ['without row security', 'CREATE TABLE stray (organization_id ulid NOT NULL)'],
  [
    'whose row security is not forced',
    "CREATE TABLE stray (organization_id ulid NOT NULL); CALL protect_tenant_table('stray', 'SELECT', 'SELECT'); ALTER TABLE stray NO FORCE ROW LEVEL SECURITY",
  ],
  [
    'without a policy',
    'CREATE TABLE stray (organization_id ulid NOT NULL); ALTER TABLE stray ENABLE ROW LEVEL SECURITY; ALTER TABLE stray FORCE ROW LEVEL SECURITY',
  ],
])('a new table %s is noticed', async (_condition, statement) => {
  const other = await createTestDatabase();
  await asOwner(other.url, statement);

  const unguarded = await asOwner(other.url, UNGUARDED, [GLOBAL_TABLES]);

  expect(unguarded).toEqual([{ name: 'stray' }]);
  await other.close();
});

test('no policy lets a row through to anybody but the server’s roles', async () => {
  const policies = await asOwner<{ role: string; name: string; everything: boolean; command: string }>(
    store.url,
    `SELECT DISTINCT coalesce(r.rolname, 'PUBLIC') AS role, p.polname AS name, pg_get_expr(p.polqual, p.polrelid) = 'true' AS everything,
       p.polcmd::text AS command
     FROM pg_policy p CROSS JOIN LATERAL unnest(p.polroles) AS x (id) LEFT JOIN pg_roles r ON r.oid = x.id ORDER BY 1, 2, 3, 4`,
  );

  const open = policies.filter((policy) => policy.everything).map(({ role, name, command }) => `${role} ${name} ${command}`);
  expect(policies.map(({ role }) => role)).not.toContain('PUBLIC');
  expect(open.filter((policy) => !policy.startsWith('coverlight_lookup '))).toEqual(['coverlight_admin admin_reads r']);
});

test('the server’s roles own nothing, inherit nothing and cannot bypass row security', async () => {
  const roles = await asOwner(
    store.url,
    `SELECT r.rolname AS name, r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolcanlogin AS strong,
       (SELECT count(*)::int FROM pg_class c WHERE c.relowner = r.oid) AS tables,
       (SELECT count(*)::int FROM pg_auth_members m WHERE m.member = r.oid) AS memberships
     FROM pg_roles r WHERE r.rolname LIKE 'coverlight%' ORDER BY 1`,
  );

  expect(roles).toEqual(
    ['coverlight_admin', 'coverlight_app', 'coverlight_lookup'].map((name) => ({ name, strong: false, tables: 0, memberships: 0 })),
  );
});

test('every function that runs with other rights pins its search path and is closed to the public', async () => {
  const functions = await asOwner<{ name: string; owner: string; pinned: boolean; is_public: boolean }>(
    store.url,
    `SELECT p.proname AS name, p.proowner::regrole::text AS owner, coalesce(p.proconfig::text LIKE '%search_path=pg_catalog%', false) AS pinned,
       EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee = 0) AS is_public
     FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef`,
  );

  expect(functions.map(({ name }) => name)).toEqual(expect.arrayContaining(['find_account', 'find_session']));
  expect(functions.filter(({ owner, pinned, is_public }) => owner !== 'coverlight_lookup' || !pinned || is_public)).toEqual([]);
});

test('every index of a tenant table begins with the organization, but for lookups of unique values', async () => {
  const indexes = await asOwner<{ name: string }>(
    store.url,
    `SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND i.indkey[0] <> a.attnum AND NOT i.indisunique ORDER BY 1`,
  );

  // Read only by lookup functions and by admins, who work across organizations.
  const lookups = [
    'inquiries_next_turn',
    'inquiries_in_background',
    'batches_next_look',
    'inquiry_asks_shared',
    'inquiries_all',
    'inquiry_asks_recent',
    'outgoing_mails_due',
    'outgoing_mails_stranded',
    'audit_events_all',
    'audit_events_by_actor',
    'audit_events_by_action',
    'inquiries_to_payer',
    'inquiries_answered_as',
    'inquiries_uncommon_of_all',
    'answered_payer_names_by_name',
    'organizations_by_name',
    'users_by_name',
    'users_by_words',
    'providers_by_name',
    'invites_by_time',
    'subscriptions_by_time',
  ];
  expect(indexes.map(({ name }) => name).filter((name) => !lookups.includes(name))).toEqual([]);
});

/** Bytes that are no ciphertext: nothing can be read from them, and nothing has to be rewritten when a key changes. */
const DIGESTS = [
  'account_links.token_hash',
  'appointments.external_key',
  'audit_events.patient_key',
  'batch_rows.same_key',
  'column_mappings.headers_digest',
  'estimate_claims.claim_digest',
  'idempotency_keys.body_digest',
  'idempotency_keys.key_digest',
  'inquiry_tokens.token',
  'invites.code_hash',
  'known_devices.token_hash',
  'organization_keys.wrapped_key',
  'payer_aliases.name_digest',
  'person_keys.digest',
  'recovery_codes.code_hash',
  'registration_infos.code_hash',
  'sessions.token_hash',
];

test('every column of bytes in a tenant table is a digest by name or rewritten when keys rotate', async () => {
  const stored = await asOwner<{ name: string }>(
    store.url,
    `SELECT c.relname || '.' || a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT (c.relname = ANY ($1)) AND a.atttypid = 'bytea'::regtype
       AND NOT a.attisdropped`,
    [GLOBAL_TABLES],
  );

  const rewritten = ENCRYPTED_TABLES.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
  expect(stored.map(({ name }) => name).toSorted()).toEqual([...rewritten, ...DIGESTS].toSorted());
});
