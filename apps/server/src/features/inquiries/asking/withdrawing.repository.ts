/** What withdrawing a question reads and leaves (product.md 11.4). */
import type { Route } from '@coverlight/domain/inquiries/attempt.ts';
import type { Tx } from '#db/client.ts';
import type { AttemptKey } from './turn.repository.ts';

/** Whether another open inquiry, of any organization, waits for the same stored question. */
export async function isRequestShared(tx: Tx, route: Route, requestId: string, inquiryId: string): Promise<boolean> {
  const [row] = await tx.query<{ shared: boolean }>('is-request-shared', 'SELECT is_request_shared($1, $2, $3) AS shared', [
    route,
    requestId,
    inquiryId,
  ]);
  return row?.shared ?? false;
}

export async function markWithdrawn(tx: Tx, inquiryId: string, { part, number }: AttemptKey, now: Date): Promise<void> {
  await tx.query(
    'mark-withdrawn',
    `UPDATE inquiry_asks SET outcome = 'withdrawn', ended_at = $5 WHERE organization_id = $1 AND inquiry_id = $2 AND part = $3 AND number = $4`,
    [tx.organizationId, inquiryId, part, number, now],
  );
}
