/** Cases over the measured organization's newest checks, each with an open task, as many as a large practice gathers in years. */
import type { Client } from 'pg';
import { createKeyRing } from '../../apps/server/src/crypto/organization-keys.ts';
import { openDatabase } from '../../apps/server/src/db/client.ts';

export const MOST_CASES = 50_000;
const BATCH = 10_000;

/** In the order of their checks, the newest first. */
export const caseId = (number: number): string => `D${number.toString(16).toUpperCase().padStart(25, '0')}`;

const WRITE = `
  WITH filled AS MATERIALIZED (
    SELECT x.id, x.inquiry_id, x.title, x.n, i.provider_id, i.user_id, i.status, i.created_at AS at
    FROM jsonb_to_recordset($2::jsonb) AS x (id text, inquiry_id text, title bytea, n int)
    JOIN inquiries i ON i.organization_id = $1 AND i.id = x.inquiry_id
  ), made AS (
    INSERT INTO cases (organization_id, id, inquiry_id, provider_id, levels, state, assignee_id, due_on, created_by, created_at, updated_at)
    SELECT $1, id, inquiry_id, provider_id, '{rtc,op}', CASE WHEN n % 3 = 0 THEN 'closed' ELSE 'calling' END,
      CASE WHEN n % 2 = 0 THEN user_id END, CASE WHEN n % 4 = 0 THEN at::date + 14 END, user_id, at, at FROM filled
  ), joined AS (
    INSERT INTO case_inquiries (organization_id, case_id, inquiry_id, role, hop, seen_status, added_by, added_at)
    SELECT $1, id, inquiry_id, 'main', 0, status, user_id, at FROM filled
  )
  INSERT INTO case_tasks (organization_id, id, case_id, code, subject, title, due_on, state, created_at)
  SELECT $1, id, id, 'call', '', title, at::date + 7, CASE WHEN n % 3 = 0 THEN 'done' ELSE 'open' END, at FROM filled`;

export async function fillCases(
  client: Client,
  organizationId: string,
  options: { connectionString: string; dataKey: Buffer },
): Promise<void> {
  const database = openDatabase({ connectionString: options.connectionString, max: 2, onError: console.error });
  const ring = createKeyRing({ database, dataKey: options.dataKey, previousDataKey: null, now: () => new Date() });
  const keys = await ring.keysOf(organizationId);
  await database.close();
  const { rows } = await client.query<{ id: string }>(
    `SELECT i.id::text FROM inquiries i WHERE i.organization_id = $1 AND i.sent_at IS NOT NULL ORDER BY i.created_at DESC, i.id DESC LIMIT $2`,
    [organizationId, MOST_CASES],
  );
  await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
  for (let first = 0; first < rows.length; first += BATCH) {
    const cases = rows.slice(first, first + BATCH).map(({ id: inquiryId }, place) => {
      const id = caseId(first + place);
      const title = keys.encryptText({ table: 'case_tasks', row: id, column: 'title' }, 'Call the payer: 12 values to ask for');
      return { id, inquiry_id: inquiryId, title: `\\x${title.toString('hex')}`, n: first + place };
    });
    await client.query(WRITE, [organizationId, JSON.stringify(cases)]);
  }
  await client.query('SET session_replication_role = origin');
  for (const table of ['cases', 'case_inquiries', 'case_tasks']) await client.query(`VACUUM (ANALYZE) ${table}`);
}
