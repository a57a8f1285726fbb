/** Lists of the measured organization that have been sent, each as long as one may be, over the checks that it has. */
import type { Client } from 'pg';
import { createKeyRing } from '../../apps/server/src/crypto/organization-keys.ts';
import { openDatabase } from '../../apps/server/src/db/client.ts';
import { closeResult, closeRowContent } from '../../apps/server/src/features/batches/batch-contents.ts';

const BATCHES = 20;
const ROWS = 10_000;

/** The newest first. */
export const batchId = (number: number): string => `B${number.toString(16).toUpperCase().padStart(25, '0')}`;

const WRITE_BATCH = `
  INSERT INTO batches (organization_id, id, user_id, provider_id, source, state, created_at, updated_at, started_at, ended_at)
  SELECT $1::text, $2::text, i.user_id, i.provider_id, 'csv', 'done', at, at, at, at
  FROM (SELECT now() - $3::int * interval '1 day' AS at) day, inquiries i WHERE i.organization_id = $1::text AND i.id = $4::text`;
const WRITE_ROWS = `
  INSERT INTO batch_rows (organization_id, batch_id, row, state, needs, payer_id, payer_name, provider_id, inquiry_id, content, result, is_done)
  SELECT $1::text, $2::text, x.row, CASE WHEN x.needs = 0 THEN 'refused' ELSE 'answered' END, x.needs, i.payer_id, x.row % 40, i.provider_id, i.id, x.content, x.result, false
  FROM jsonb_to_recordset($3::jsonb) AS x (row int, needs int, inquiry_id text, content bytea, result bytea)
  JOIN inquiries i ON i.organization_id = $1::text AND i.id = x.inquiry_id`;
const COUNT = `
  UPDATE batches b SET counts = (SELECT jsonb_object_agg(state, many) FROM (SELECT state, count(*) AS many FROM batch_rows r
      WHERE r.organization_id = $1 AND r.batch_id = b.id GROUP BY 1) s),
    needs = (SELECT jsonb_object_agg(needs, many) FROM (SELECT needs, count(*) AS many FROM batch_rows r
      WHERE r.organization_id = $1 AND r.batch_id = b.id GROUP BY 1) n)
  WHERE b.organization_id = $1`;

const inHex = (value: Buffer): string => `\\x${value.toString('hex')}`;

export async function fillBatches(
  client: Client,
  organizationId: string,
  options: { connectionString: string; dataKey: Buffer },
): Promise<void> {
  const database = openDatabase({ connectionString: options.connectionString, max: 2, onError: console.error });
  const ring = createKeyRing({ database, dataKey: options.dataKey, previousDataKey: null, now: () => new Date() });
  const keys = await ring.keysOf(organizationId);
  await database.close();
  const { rows: sent } = await client.query<{ id: string }>(
    'SELECT i.id::text FROM inquiries i WHERE i.organization_id = $1 AND i.sent_at IS NOT NULL ORDER BY i.created_at DESC, i.id DESC',
    [organizationId],
  );
  await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
  for (let number = 0; number < BATCHES; number += 1) {
    const id = batchId(number);
    await client.query(WRITE_BATCH, [organizationId, id, number, sent[0]?.id]);
    const rows = Array.from({ length: ROWS }, (_, at) => {
      const row = at + 2;
      const content = {
        last: `Written${at % 500}`,
        first: 'Filla',
        birth_date: '1984-05-17',
        member_id: `FIL${at}`,
        payer_name: 'Payer A',
      };
      const result = { plan: 'BENCH PPO', money: ['Deductible: $500.00 left of $1,500.00'], flags: ['The plan ends soon.'] };
      return {
        row,
        needs: at % 5,
        inquiry_id: sent[(number * ROWS + at) % sent.length]?.id,
        content: inHex(closeRowContent(keys, id, row, content)),
        result: inHex(closeResult(keys, id, row, result)),
      };
    });
    await client.query(WRITE_ROWS, [organizationId, id, JSON.stringify(rows)]);
  }
  await client.query(COUNT, [organizationId]);
  await client.query('SET session_replication_role = origin');
  for (const table of ['batches', 'batch_rows']) await client.query(`VACUUM (ANALYZE) ${table}`);
}
