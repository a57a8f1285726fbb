/** What a person decides about a batch before it is sent, and sending, pausing and stopping it (product.md 19.2 to 19.4). */
import { decidedKey } from '@coverlight/domain/batches/match-payers.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findPayer } from '#features/payers/payers.repository.ts';
import type { AuditAction } from '@coverlight/contract/audit/audit-actions.ts';
import type { BatchState } from '@coverlight/contract/batches/batch.schema.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid } from '#http/app-error.ts';
import type { Viewer } from '#http/viewer.ts';
import { keepAppointments } from './appointments/keep-appointments.ts';
import { closeFacts, openFacts } from './batch-contents.ts';
import { withBatch, type BatchContext } from './batch-context.ts';
import { changeBatch, countRows, deleteBatch } from './batches.repository.ts';
import { rememberAlias } from './mappings.repository.ts';
import { listRowsOfPayerNames, moveRows } from './rows/batch-rows.repository.ts';
import { isUnsent, recheckReuse, recheckRows } from './rows/recheck-rows.ts';

export interface ByPerson {
  id: string;
  viewer: Viewer;
  actor: Actor;
}

export interface Bounds {
  ceiling?: number | null;
  reuse_days?: number;
}

const audit = async ({ tx, batch, now }: BatchContext, actor: Actor, action: AuditAction, changedFields: string[] = []): Promise<void> =>
  await recordAudit(tx, actor, now, { action, objectType: 'batch', objectIds: [batch.id], changedFields });

function demand({ batch }: BatchContext, states: readonly BatchState[], words: string): void {
  if (!states.includes(batch.state)) throw conflict(words);
}

const OVER = 'This batch has ended.';

/** Each of its rows that names such a payer is checked again; the next list that does is spared the question. Throws 404, 409, 422 under `payers`. */
export async function decidePayers(deps: Deps, by: ByPerson, decisions: readonly { name: string; payer_id: string }[]): Promise<void> {
  await withBatch(deps, by.viewer, by.id, async (context) => {
    const { tx, keys, batch, now } = context;
    demand(context, ['review', 'sending', 'paused', 'done'], batch.state === 'stopped' ? OVER : 'Please confirm the columns first.');
    const facts = openFacts(keys, batch.id, batch.content);
    const places: number[] = [];
    for (const { name, payer_id: payerId } of decisions) {
      const payer = await findPayer(tx, payerId);
      if (payer === null || payer.deleted_at !== null) throw invalid({ payers: ['Please choose a payer.'] });
      const named = facts.payers.flatMap((one, place) => (one.name === name ? [place] : []));
      if (named.length === 0) throw invalid({ payers: ['This batch has no such payer name.'] });
      for (const place of named) {
        const before = facts.payers[place];
        if (before !== undefined) facts.payers[place] = { ...before, match: 'decided', payerId: payer.id, candidates: [] };
      }
      places.push(...named);
      const key = decidedKey(name);
      if (key !== '') await rememberAlias(tx, keys, key, payer.id, now);
    }
    const content = closeFacts(keys, batch.id, facts);
    await changeBatch(tx, batch.id, { content }, now);
    const rows = (await listRowsOfPayerNames(tx, batch.id, places)).filter(isUnsent);
    await recheckRows({ ...context, batch: { ...batch, content } }, rows);
    await sendWhatIsReady(context);
    await audit(context, by.actor, 'batch.update', ['payers']);
  });
}

/** Throws 404, 409 once it has ended. */
export async function setBounds(deps: Deps, by: ByPerson, bounds: Bounds): Promise<void> {
  await withBatch(deps, by.viewer, by.id, async (context) => {
    demand(context, ['columns', 'review', 'sending', 'paused'], OVER);
    await applyBounds(context, bounds);
    await countRows(context.tx, by.id);
    await audit(context, by.actor, 'batch.update', Object.keys(bounds));
  });
}

async function applyBounds(context: BatchContext, { ceiling, reuse_days: reuseDays }: Bounds): Promise<void> {
  const { tx, batch, now } = context;
  await changeBatch(
    tx,
    batch.id,
    { ...(ceiling === undefined ? {} : { ceiling }), ...(reuseDays === undefined ? {} : { reuse_days: reuseDays }) },
    now,
  );
  // What is sent already asks, whatever the number of days has become.
  if (reuseDays !== undefined && reuseDays !== batch.reuse_days && batch.state === 'review')
    await recheckReuse({ ...context, batch: { ...batch, reuse_days: reuseDays } });
}

/** Sends what is ready. Throws 404, 409 unless it waits for that, 422 where nothing is. */
export async function startBatch(deps: Deps, by: ByPerson, bounds: Bounds): Promise<void> {
  await withBatch(deps, by.viewer, by.id, async (context) => {
    const { tx, keys, batch, now } = context;
    demand(context, ['review'], batch.state === 'columns' ? 'Please confirm the columns first.' : 'This batch has been sent.');
    await applyBounds(context, bounds);
    const { counts } = await countRows(tx, batch.id);
    if ((counts.ready ?? 0) + (counts.reused ?? 0) === 0) throw conflict('No row of this batch is ready to be sent.');
    await keepAppointments(context);
    const facts = { ...openFacts(keys, batch.id, batch.content), columns: [] };
    await moveRows(tx, batch.id, ['ready'], 'queued');
    await changeBatch(
      tx,
      batch.id,
      { state: 'sending', upload: null, content: closeFacts(keys, batch.id, facts), started_at: now, next_look_at: now },
      now,
    );
    await countRows(tx, batch.id);
    await audit(context, by.actor, 'batch.start');
  });
}

/** A row that has become ready after its batch was sent goes after the others; one that had ended goes on. */
export async function sendWhatIsReady({ tx, batch, now }: BatchContext): Promise<void> {
  const hasBeenSent = batch.state === 'sending' || batch.state === 'paused' || batch.state === 'done';
  if (hasBeenSent) await moveRows(tx, batch.id, ['ready'], 'queued');
  const { counts } = await countRows(tx, batch.id);
  if (hasBeenSent && batch.state !== 'paused' && (counts.queued ?? 0) > 0)
    await changeBatch(tx, batch.id, { state: 'sending', ended_at: null, next_look_at: now }, now);
}

export async function pauseBatch(deps: Deps, by: ByPerson): Promise<void> {
  await withBatch(deps, by.viewer, by.id, async (context) => {
    demand(context, ['sending'], 'This batch is not being sent.');
    await changeBatch(context.tx, by.id, { state: 'paused', next_look_at: context.now }, context.now);
    await audit(context, by.actor, 'batch.pause');
  });
}

export async function resumeBatch(deps: Deps, by: ByPerson): Promise<void> {
  await withBatch(deps, by.viewer, by.id, async (context) => {
    const { tx, batch, now } = context;
    demand(context, ['paused'], 'This batch is not paused.');
    if (batch.ceiling === null || batch.reserved < batch.ceiling) await moveRows(tx, batch.id, ['over-budget'], 'queued');
    await changeBatch(tx, batch.id, { state: 'sending', next_look_at: now }, now);
    await countRows(tx, batch.id);
    await audit(context, by.actor, 'batch.resume');
  });
}

/** For good; what has been asked comes back all the same. */
export async function stopBatch(deps: Deps, by: ByPerson): Promise<void> {
  await withBatch(deps, by.viewer, by.id, async (context) => {
    const { tx, now } = context;
    demand(context, ['reading', 'columns', 'review', 'sending', 'paused'], OVER);
    await moveRows(tx, by.id, ['queued', 'over-budget'], 'stopped');
    await changeBatch(tx, by.id, { state: 'stopped', upload: null, ended_at: now, next_look_at: now }, now);
    await countRows(tx, by.id);
    await audit(context, by.actor, 'batch.stop');
  });
}

/** Throws 409 while it is sending: its rows would go on without it. */
export async function removeBatch(deps: Deps, by: ByPerson): Promise<void> {
  await withBatch(deps, by.viewer, by.id, async (context) => {
    demand(context, ['reading', 'columns', 'review', 'done', 'stopped'], 'Please stop this batch first.');
    await deleteBatch(context.tx, by.id);
    await audit(context, by.actor, 'batch.delete');
  });
}
