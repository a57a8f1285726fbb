/** Telephone numbers of payers, the same for everybody. */
import type { ListedPhone } from '@coverlight/domain/cases/call-phones.ts';
import type { Tx } from '#db/client.ts';

/** Of the payer, of what it was merged into, and of its group. */
export async function listPhonesOf(tx: Tx, payerId: string): Promise<ListedPhone[]> {
  return await tx.query<ListedPhone & Record<string, unknown>>(
    'list-phones-of-payer',
    `SELECT f.kind, f.phone FROM payers p
     JOIN payer_phones f ON f.payer_id IN (p.id, p.parent_id, p.payer_group_id)
     WHERE p.id = $1 ORDER BY f.payer_id <> p.id, f.kind, f.id`,
    [payerId],
  );
}
