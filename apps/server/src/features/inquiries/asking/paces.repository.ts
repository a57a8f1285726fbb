/** How fast each payer is asked at each clearinghouse by batches and plans, for all organizations together (product.md 19.4). */
import { slowed, type Pace } from '@coverlight/domain/batches/pace.ts';
import type { Tx } from '#db/client.ts';

interface Row {
  slowed_to: number | null;
  slowed_at: Date | null;
  next_at: Date | null;
}

const paceOf = ({ slowed_to: slowedTo, slowed_at: slowedAt, next_at: nextAt }: Row): Pace => ({
  slowedTo,
  slowedAtMs: slowedAt?.getTime() ?? null,
  nextAtMs: nextAt?.getTime() ?? null,
});
export const USUAL_PACE: Pace = { slowedTo: null, slowedAtMs: null, nextAtMs: null };

/** Held until the transaction ends. Null where another process holds it: it gives out the moments. */
export async function holdPace(tx: Tx, payerId: string, route: string): Promise<Pace | null> {
  await tx.query('make-pace', 'INSERT INTO clearinghouse_paces (payer_id, route) VALUES ($1, $2) ON CONFLICT DO NOTHING', [payerId, route]);
  const [row] = await tx.query<Row & Record<string, unknown>>(
    'hold-pace',
    'SELECT slowed_to, slowed_at, next_at FROM clearinghouse_paces WHERE payer_id = $1 AND route = $2 FOR UPDATE SKIP LOCKED',
    [payerId, route],
  );
  return row === undefined ? null : paceOf(row);
}

export async function setNextSlot(tx: Tx, payerId: string, route: string, nextAtMs: number): Promise<void> {
  await tx.query('set-next-slot', 'UPDATE clearinghouse_paces SET next_at = $3 WHERE payer_id = $1 AND route = $2', [
    payerId,
    route,
    new Date(nextAtMs),
  ]);
}

/** As stored; those without trouble have none. By payer and clearinghouse with a blank between them. */
export async function listPaces(tx: Tx, payerIds: readonly string[]): Promise<Map<string, Pace>> {
  const rows = await tx.query<Row & { payer_id: string; route: string }>(
    'list-paces',
    'SELECT payer_id, route, slowed_to, slowed_at, next_at FROM clearinghouse_paces WHERE payer_id = ANY ($1)',
    [payerIds],
  );
  return new Map(rows.map((row) => [`${row.payer_id} ${row.route}`, paceOf(row)]));
}

/** Circuits of these payers that are open, each with the instant at which it closes. */
export async function listOpenCircuits(tx: Tx, payerIds: readonly string[], now: Date): Promise<Map<string, Date>> {
  const rows = await tx.query<{ payer_id: string; route: string; open_until: Date }>(
    'list-open-circuits',
    'SELECT payer_id, route, open_until FROM clearinghouse_circuits WHERE payer_id = ANY ($1) AND open_until > $2',
    [payerIds, now],
  );
  return new Map(rows.map((row) => [`${row.payer_id} ${row.route}`, row.open_until]));
}

/** After a sign that it is asked too much; `preset` is what it may be asked a second else. */
export async function slowPace(tx: Tx, payerId: string, route: string, preset: number, now: Date): Promise<void> {
  await tx.query('make-pace', 'INSERT INTO clearinghouse_paces (payer_id, route) VALUES ($1, $2) ON CONFLICT DO NOTHING', [payerId, route]);
  const [row] = await tx.query<Row & Record<string, unknown>>(
    'lock-pace',
    'SELECT slowed_to, slowed_at, next_at FROM clearinghouse_paces WHERE payer_id = $1 AND route = $2 FOR UPDATE',
    [payerId, route],
  );
  if (row === undefined) return;
  const { slowedTo, slowedAtMs } = slowed(paceOf(row), preset, now.getTime());
  await tx.query('slow-pace', 'UPDATE clearinghouse_paces SET slowed_to = $3, slowed_at = $4 WHERE payer_id = $1 AND route = $2', [
    payerId,
    route,
    slowedTo,
    slowedAtMs === null ? null : new Date(slowedAtMs),
  ]);
}
