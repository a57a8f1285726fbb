/**
 * Makes inquiries of rows, each exactly once: the row and its inquiry are written in one transaction that holds the batch. As many as the pace
 * of their payers lets through, and no more than the ceiling (product.md 19.4). From there turns do the work.
 */
import { nextSlots } from '@coverlight/domain/batches/pace.ts';
import { mayAskPlanned } from '@coverlight/domain/batches/planned-hours.ts';
import { routesOf } from '@coverlight/domain/payers/clearinghouse-choice.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { holdPace, listOpenCircuits, setNextSlot } from '#features/inquiries/asking/paces.repository.ts';
import { insertInquiry } from '#features/inquiries/inquiries.repository.ts';
import { createPreparer, type Prepared } from '#features/inquiries/prepare-inquiry.ts';
import { linkInquiry } from '#features/inquiries/linking/link.repository.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';
import { joinChecks } from '../appointments/join-checks.ts';
import { closeRemarks, openRemarks, openRowContent } from '../batch-contents.ts';
import type { BatchContext } from '../batch-context.ts';
import { releaseChecks, reserveChecks } from '../batches.repository.ts';
import { updateRows, type StoredRow } from '../rows/batch-rows.repository.ts';
import { createRowChecker, type RowChecker } from '../rows/check-rows.ts';
import { listQueuedPayers, listQueuedRows } from './sending.repository.ts';

/** Inquiries of one transaction. */
const AT_ONCE = 50;
const HOUR_MS = 60 * 60 * 1000;
/** When hours of planned checks are looked at again. */
const HOURS_MS = 5 * 60 * 1000;
const SOON_MS = 1000;

export interface Fed {
  count: number;
  /** The ceiling has nothing left for what waits. */
  isExhausted: boolean;
  /** When more may go; null where nothing waits. */
  nextAt: Date | null;
}

export async function feedRows(context: BatchContext, giveWay: () => Promise<void>): Promise<Fed> {
  const { deps, tx, batch, owner, now } = context;
  const queued = await listQueuedPayers(tx, batch.id);
  const preparer = createPreparer(deps, tx, owner);
  const checker = await createRowChecker(deps, tx, owner, batch.provider_id);
  const configured = Object.keys(deps.clearinghouses);
  const circuits = await listOpenCircuits(
    tx,
    queued.flatMap(({ payer_id: id }) => (id === null ? [] : [id])),
    now,
  );
  const sender: Sender = { context, checker, giveWay };
  const sent: string[] = [];
  const waits: number[] = [];
  const after = (ms: number) => waits.push(now.getTime() + ms);
  for (const { payer_id: payerId, rows: many } of queued) {
    const most = Math.min(AT_ONCE - sent.length, many);
    if (most <= 0) {
      after(0);
      break;
    }
    const found = payerId === null ? null : await preparer.payerOf({ payer_id: payerId, memberId: null });
    const routes = found === null || found === 'choose-plan' ? [] : routesOf(found.payer, configured).map((one) => one.clearinghouse);
    const [usual] = routes;
    if (payerId === null || usual === undefined || found === null || found === 'choose-plan') {
      // It cannot be asked any more: its rows say so, and are sent nowhere.
      await send(sender, await listQueuedRows(tx, batch.id, payerId, most), []);
      after(0);
      continue;
    }
    if (batch.source === 'plan' && !mayAskPlanned(found.payer.name, batch.started_at ?? now, now)) {
      after(HOURS_MS);
      continue;
    }
    const closesAt = (route: string) => circuits.get(`${payerId} ${route}`)?.getTime() ?? 0;
    const route = routes.find((one) => closesAt(one) === 0);
    if (route === undefined) {
      waits.push(Math.min(...routes.map(closesAt)));
      continue;
    }
    const pace = await holdPace(tx, payerId, route);
    const { slotsMs } =
      pace === null ? { slotsMs: [] } : nextSlots(pace, { preset: deps.config.batchPerSecond, nowMs: now.getTime(), most });
    if (pace === null || slotsMs.length === 0) {
      after(SOON_MS);
      continue;
    }
    const granted = await reserveChecks(tx, batch.id, slotsMs.length);
    if (granted === 0) return { count: await conclude(context, sent), isExhausted: true, nextAt: null };
    const rows = await listQueuedRows(tx, batch.id, payerId, granted);
    const ids = await send(sender, rows, slotsMs);
    await releaseChecks(tx, batch.id, granted - ids.length);
    const used = nextSlots(pace, { preset: deps.config.batchPerSecond, nowMs: now.getTime(), most: ids.length });
    if (used.pace.nextAtMs !== null) await setNextSlot(tx, payerId, route, used.pace.nextAtMs);
    sent.push(...ids);
    if (many > ids.length) after(sent.length >= AT_ONCE ? 0 : SOON_MS);
  }
  const nextAt = waits.length === 0 ? null : new Date(Math.min(...waits));
  return { count: await conclude(context, sent), isExhausted: false, nextAt };
}

async function conclude({ tx, batch, owner, now }: BatchContext, sent: readonly string[]): Promise<number> {
  if (sent.length > 0) {
    const actor = { ...SYSTEM_ACTOR, userId: batch.user_id, organizationId: owner.organizationId };
    await recordAudit(tx, actor, now, { action: 'inquiry.send', objectType: 'inquiry', objectIds: sent });
  }
  return sent.length;
}

interface Sender {
  context: BatchContext;
  checker: RowChecker;
  giveWay: () => Promise<void>;
}

/** Checked once more, since the payer's rules may have changed: ids of what was sent. A row without a moment is only checked. */
async function send({ context, checker, giveWay }: Sender, rows: readonly StoredRow[], slotsMs: readonly number[]): Promise<string[]> {
  const { tx, keys, batch } = context;
  const sent: string[] = [];
  const changed: StoredRow[] = [];
  for (const row of rows) {
    await giveWay();
    const content = openRowContent(keys, batch.id, row.row, row.content);
    const { read } = openRemarks(keys, batch.id, row.row, row.problems);
    if (content === null) {
      changed.push({ ...row, state: 'stopped' });
      continue;
    }
    const checked = await checker.check({ row: row.row, content, read, payerId: row.payer_id, parentId: row.inquiry_id });
    const slotMs = slotsMs[sent.length];
    if (checked.prepared === null || slotMs === undefined) {
      const problems = closeRemarks(keys, batch.id, row.row, { read, checked: checked.remarks });
      const state = checked.state === 'ready' ? 'needs-payer' : checked.state;
      changed.push({ ...row, state, payer_id: checked.payerId, problems });
      continue;
    }
    const id = await insert(context, checked.prepared, slotMs);
    sent.push(id);
    changed.push({ ...row, state: 'asking', needs: null, result: null, inquiry_id: id, is_done: false });
  }
  await updateRows(tx, batch.id, changed);
  await joinChecks(
    context,
    changed.filter(({ state }) => state === 'asking'),
  );
  return sent;
}

async function insert({ deps, tx, keys, batch, now }: BatchContext, prepared: Prepared, slotMs: number): Promise<string> {
  const id = deps.newId();
  await insertInquiry(tx, keys, {
    id,
    user_id: batch.user_id,
    status: 'max-retry',
    now,
    submission: prepared.submission,
    terms: prepared.terms,
    ssn: prepared.ssn,
    asked: { service_types: prepared.plan.flatMap((part) => part.service_types), practice_type: null },
    asked_under: prepared.askedUnder,
    deadline_at: new Date(now.getTime() + prepared.deadlineHours * HOUR_MS),
    asking: { plan: prepared.plan, owner: null, leaseUntil: new Date(slotMs), waitsUntil: null },
    sentBy: { lane: batch.source === 'plan' ? 2 : 1, batchId: batch.id },
  });
  await linkInquiry(tx, keys, { inquiryId: id, newPersonId: deps.newId(), submission: prepared.submission, sentAt: now, now });
  return id;
}
