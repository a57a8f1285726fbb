/** Stops asking. An answer that arrives later changes nothing (product.md 4.1). */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, notFound } from '#http/app-error.ts';
import { safeError } from '#http/log-safety.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import type { Asking } from './asking.ts';
import { isRequestShared, listAsks, updateAsk, type AskRow } from './asks.repository.ts';
import { changeInquiry, findInquiry, findStatus, type InquiryRecord } from '#features/inquiries/inquiries.repository.ts';

const WITHDRAW_MS = 5_000;

/** Throws 404 out of scope, 409 where it has ended. */
export async function cancelInquiry(
  deps: Deps,
  asking: Asking,
  { id, viewer, actor }: { id: string; viewer: Viewer; actor: Actor },
): Promise<InquiryRecord> {
  const scope = scopeOf(viewer);
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const { inquiry, asks } = await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    if ((await findStatus(tx, scope, id)) === null) throw notFound();
    const now = deps.clock();
    if (!(await changeInquiry(tx, keys, { id, now, change: { status: 'cancel' } }))) throw conflict('This inquiry has ended already.');
    await recordAudit(tx, actor, now, { action: 'inquiry.cancel', objectType: 'inquiry', objectIds: [id] });
    const cancelled = await findInquiry(tx, keys, scope, id);
    if (cancelled === null) throw notFound();
    return { inquiry: cancelled, asks: await listAsks(tx, id) };
  });
  asking.letGo(id);
  const waiting = asks.filter((ask) => ask.requestId !== null && ask.outcome === 'pending');
  // The person has been heard; whether the clearinghouse listens changes nothing for them.
  void Promise.all(waiting.map(async (ask) => await withdraw(deps, viewer.organizationId, id, ask))).catch((error: unknown) =>
    deps.log.warn({ inquiryId: id, err: safeError(error) }, 'withdrawing failed'),
  );
  return inquiry;
}

async function withdraw(deps: Deps, organizationId: string, inquiryId: string, ask: AskRow): Promise<void> {
  const clearinghouse = deps.clearinghouses[ask.route];
  const { requestId } = ask;
  if (clearinghouse === undefined || requestId === null) return;
  // Availity keeps one stored request for equal questions, whoever asked.
  const isShared = await deps.db.asOrganization(organizationId, async (tx) => await isRequestShared(tx, ask.route, requestId, inquiryId));
  if (isShared) return;
  const isWithdrawn = await clearinghouse.withdraw(requestId, {
    signal: AbortSignal.any([AbortSignal.timeout(WITHDRAW_MS), deps.stopping]),
  });
  if (!isWithdrawn) return;
  await deps.db.asOrganization(organizationId, async (tx) => {
    const result = { outcome: 'withdrawn' as const, requestId, reason: null, answer: null };
    await updateAsk(tx, { inquiryId, part: ask.part, number: ask.number }, result, false, deps.clock());
  });
}
