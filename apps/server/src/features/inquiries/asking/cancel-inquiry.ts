/** Stops asking. An answer that arrives later changes nothing (product.md 4.1). */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, notFound } from '#http/app-error.ts';
import { safeError } from '#http/log-safety.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import type { AskingWorker } from './asking-worker.ts';
import { listAttempts, type StoredAttempt } from './turn.repository.ts';
import { isRequestShared, markWithdrawn } from './withdrawing.repository.ts';
import { changeInquiry, findInquiry, findStatus, type InquiryRecord } from '#features/inquiries/inquiries.repository.ts';

const WITHDRAW_MS = 5_000;

/** Throws 404 out of scope, 409 where it has ended. */
export async function cancelInquiry(
  deps: Deps,
  worker: AskingWorker,
  { id, viewer, actor }: { id: string; viewer: Viewer; actor: Actor },
): Promise<InquiryRecord> {
  const scope = scopeOf(viewer);
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const { inquiry, attempts } = await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    if ((await findStatus(tx, scope, id)) === null) throw notFound();
    const now = deps.clock();
    if (!(await changeInquiry(tx, keys, { id, now, change: { status: 'cancel' } }))) throw conflict('This inquiry has ended already.');
    await recordAudit(tx, actor, now, { action: 'inquiry.cancel', objectType: 'inquiry', objectIds: [id] });
    const cancelled = await findInquiry(tx, keys, scope, id);
    if (cancelled === null) throw notFound();
    return { inquiry: cancelled, attempts: await listAttempts(tx, id) };
  });
  worker.stop(id);
  const waiting = attempts.filter(({ requestId, outcome }) => requestId !== null && outcome === 'pending');
  // The person has been heard; whether the clearinghouse listens changes nothing for them.
  void Promise.all(waiting.map(async (attempt) => await withdraw(deps, viewer.organizationId, id, attempt))).catch((error: unknown) =>
    deps.log.warn({ inquiryId: id, err: safeError(error) }, 'withdrawing failed'),
  );
  return inquiry;
}

async function withdraw(deps: Deps, organizationId: string, inquiryId: string, attempt: StoredAttempt): Promise<void> {
  const clearinghouse = deps.clearinghouses[attempt.route];
  const { requestId } = attempt;
  if (clearinghouse === undefined || requestId === null) return;
  // Availity keeps one stored request for equal questions, whoever asked.
  const isShared = await deps.db.asOrganization(
    organizationId,
    async (tx) => await isRequestShared(tx, attempt.route, requestId, inquiryId),
  );
  if (isShared) return;
  const isWithdrawn = await clearinghouse.withdraw(requestId, {
    signal: AbortSignal.any([AbortSignal.timeout(WITHDRAW_MS), deps.stopping]),
  });
  if (!isWithdrawn) return;
  await deps.db.asOrganization(organizationId, async (tx) => await markWithdrawn(tx, inquiryId, attempt, deps.clock()));
}
