/** Taking somebody else's second factors away, for whoever lost them: by a manager or a platform admin (product.md 13.2). */
import { mayResetSecondFactor } from '@coverlight/domain/users/user-change.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { queueMail } from '#features/mail/queue-mail.ts';
import { forbidden, notFound } from '#http/app-error.ts';
import { findAccountOf } from './accounts.repository.ts';
import { deleteAllFactors } from './second-factors.repository.ts';
import { endSessionsOf } from './sessions.repository.ts';

/** In a transaction of the member's organization. Ends the member's sessions. Throws 404 and 403. */
export async function resetSecondFactor(
  deps: Pick<Deps, 'queue' | 'newId' | 'clock'>,
  tx: Tx,
  { id, editor, actor }: { id: string; editor: { kind: 'manager' | 'admin'; userId: string }; actor: Actor },
): Promise<void> {
  const account = await findAccountOf(tx, id);
  if (account === null) throw notFound();
  if (!mayResetSecondFactor(editor, account)) {
    throw forbidden(editor.userId === id ? 'Somebody else has to do this for you.' : 'Only a platform admin may do this for a manager.');
  }
  const now = deps.clock();
  const removed = await deleteAllFactors(tx, id);
  if (removed === 0) return;
  await endSessionsOf(tx, id, null, now);
  await recordAudit(tx, actor, now, { action: 'second-factor.reset', objectType: 'user', objectIds: [id] });
  await queueMail(deps, tx, { kind: 'second-factor-removed', to: account.email });
}
