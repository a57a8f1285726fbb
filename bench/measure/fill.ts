/** A table of inquiries of the wanted size, made in SQL: ten organizations' worth beside the one that is measured. */
import type { Client } from 'pg';

export interface FillOptions {
  /** All organizations together. */
  rows: number;
  /** Of the measured one. */
  own: number;
}

const ids = (letter: string, number: string) => `'${letter}' || lpad(upper(to_hex(${number})), 25, '0')`;

/** The measured organization's newest inquiries stay newest: what is made here is older than a day. */
export async function fillInquiries(client: Client, measured: { organizationId: string }, { rows, own }: FillOptions): Promise<void> {
  const others = Math.max(1, Math.round((rows - own) / own));
  // Loading with every foreign key checked takes three times as long, and says nothing about reading.
  await client.query(`SET session_replication_role = replica`);
  await client.query(`
    INSERT INTO organizations (id, name) SELECT ${ids('G', 'n')}, 'Filled ' || n FROM generate_series(1, ${others}) n;
    INSERT INTO users (organization_id, id, email, first_name, last_name, phone)
      SELECT ${ids('G', 'n')}, ${ids('V', 'n')}, 'filled' || n || '@bench.test', 'Filled', 'User', '5550100100' FROM generate_series(1, ${others}) n;
    INSERT INTO providers (organization_id, id, name, npi, tax_id)
      SELECT ${ids('G', 'n')}, ${ids('W', 'n')}, 'Filled ' || n, '1234567893', '123456789' FROM generate_series(1, ${others}) n`);
  const insert = (organization: string, user: string, provider: string, letter: string, count: number) => `
    INSERT INTO inquiries (organization_id, id, user_id, provider_id, payer_id, status, created_at, updated_at, sent_at, source, plan_status,
      has_coverage, answered_at, asked)
    SELECT ${organization}, ${ids(letter, 'n')}, ${user}, ${provider}, y.id,
      CASE WHEN n % 12 = 0 THEN 'cancel' WHEN n % 9 = 0 THEN 'unknown' ELSE 'complete' END,
      at, at, at, 'availity', 'Active Coverage', n % 12 <> 0, at, '{"service_types":["30"],"practice_type":null}'
    FROM generate_series(1, ${count}) n
    CROSS JOIN LATERAL (SELECT now() - interval '1 day' - n * interval '20 seconds' AS at) t
    CROSS JOIN (SELECT id FROM payers ORDER BY id LIMIT 1) y`;
  const one = (table: string) => `(SELECT id FROM ${table} WHERE organization_id = '${measured.organizationId}' ORDER BY id LIMIT 1)`;
  await client.query(insert(`'${measured.organizationId}'`, one('users'), one('providers'), 'X', own));
  const other = (letter: string) => `'${letter}' || lpad(upper(to_hex(1 + n % ${others})), 25, '0')`;
  await client.query(insert(other('G'), other('V'), other('W'), 'Y', rows - own));
  await client.query('VACUUM (ANALYZE) inquiries');
}
