/** Seals over a filled log, chained as the product chains them: a backup of it can be proved. */
import type { Client } from 'pg';
import type { RawAuditRow, StoredSeal } from '../../apps/server/src/features/audit/audit-log.repository.ts';
import { NO_SEAL, sealOf } from '../../apps/server/src/features/audit/seal-chain.ts';

const ROWS_A_SEAL = 2000;

/** Of every organization's rows that have none yet. The caller holds off whoever else seals. */
export async function fillSeals(client: Client): Promise<void> {
  // As the server's own sessions write instants.
  await client.query(`SET timezone = 'UTC'`);
  const { rows: organizations } = await client.query<{ id: string }>('SELECT id FROM organizations ORDER BY id');
  for (const { id } of organizations) await sealOrganization(client, id);
}

async function sealOrganization(client: Client, organizationId: string): Promise<void> {
  const { rows: found } = await client.query<StoredSeal>(
    'SELECT number, last_id::text AS last_id, rows, seal FROM audit_seals WHERE organization_id = $1 ORDER BY number DESC LIMIT 1',
    [organizationId],
  );
  let before: Omit<StoredSeal, 'rows'> = found[0] ?? { number: 0, last_id: '0', seal: NO_SEAL };
  for (;;) {
    const { rows } = await client.query<{ id: string; row: RawAuditRow }>(
      'SELECT a.id::text AS id, to_jsonb(a) AS row FROM audit_events a WHERE organization_id = $1 AND a.id > $2 ORDER BY a.id LIMIT $3',
      [organizationId, before.last_id, ROWS_A_SEAL],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    const seal = sealOf(
      before.seal,
      rows.map(({ row }) => row),
    );
    before = { number: before.number + 1, last_id: last.id, seal };
    await client.query(
      'INSERT INTO audit_seals (organization_id, number, last_id, rows, seal, sealed_at) VALUES ($1, $2, $3, $4, $5, now())',
      [organizationId, before.number, before.last_id, rows.length, seal],
    );
  }
}
