/** Events of the payment provider by their id: that they came, and whether what they hint at has been looked at. */
import type { Tx } from '#db/client.ts';
import type { RemoteEvent } from '#ports/billing-gateway.ts';

/** Null where the customer is none of ours. */
export async function findOrganizationOfCustomer(tx: Tx, customerId: string): Promise<string | null> {
  const [row] = await tx.query<{ organization_id: string }>('find-billing-organization', 'SELECT * FROM find_billing_organization($1)', [
    customerId,
  ]);
  return row?.organization_id ?? null;
}

/** True while it still has to be dealt with, whether it is new or was sent again. */
export async function keepEvent(tx: Tx, event: RemoteEvent, receivedAt: Date, processedAt: Date | null): Promise<boolean> {
  await tx.query(
    'keep-billing-event',
    `INSERT INTO billing_events (id, type, created_at, received_at, remote_customer_id, processed_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING`,
    [event.id, event.type, event.createdAt, receivedAt, event.customerId, processedAt],
  );
  const [row] = await tx.query<{ is_open: boolean }>(
    'is-billing-event-open',
    'SELECT processed_at IS NULL AS is_open FROM billing_events WHERE id = $1',
    [event.id],
  );
  return row?.is_open ?? false;
}

export async function listOpenEvents(tx: Tx, customerId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'list-open-billing-events',
    'SELECT id FROM billing_events WHERE remote_customer_id = $1 AND processed_at IS NULL',
    [customerId],
  );
  return rows.map(({ id }) => id);
}

export async function markProcessed(tx: Tx, eventIds: readonly string[], now: Date): Promise<void> {
  if (eventIds.length === 0) return;
  await tx.query('mark-billing-events', 'UPDATE billing_events SET processed_at = $2 WHERE id = ANY ($1) AND processed_at IS NULL', [
    eventIds,
    now,
  ]);
}

/** Customers with events that nobody has dealt with, as after jobs that gave up. */
export async function listWaitingCustomers(tx: Tx): Promise<string[]> {
  const rows = await tx.queryOnce<{ id: string }>(
    'SELECT DISTINCT remote_customer_id AS id FROM billing_events WHERE processed_at IS NULL AND remote_customer_id IS NOT NULL',
    [],
  );
  return rows.map(({ id }) => id);
}
