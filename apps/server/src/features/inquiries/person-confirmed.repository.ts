import type { Tx } from '#db/client.ts';
import type { Scope } from '#http/viewer.ts';

/** Whether somebody said that the returned person is the patient. The row itself, of which the scope is known, stays as it is else. */
export async function setPersonConfirmed(tx: Tx, scope: Scope, id: string, change: { isConfirmed: boolean; now: Date }): Promise<void> {
  await tx.query(
    'confirm-person',
    'UPDATE inquiries SET person_confirmed_at = $3, updated_at = $4 WHERE organization_id = $1 AND id = $2',
    [scope.organizationId, id, change.isConfirmed ? change.now : null, change.now],
  );
}
