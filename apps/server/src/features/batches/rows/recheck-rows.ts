/** Checks rows anew after something about them has changed, with those that ask the same, and stores what has become of them. */
import type { RowState } from '@coverlight/contract/batches/batch.schema.ts';
import { createRests } from '#jobs/rests.ts';
import type { StoredRow } from './batch-rows.repository.ts';
import { listRowsIn, listSameRows, updateRows } from './batch-rows.repository.ts';
import { closeRemarks, openFacts, openRemarks, openRowContent } from '../batch-contents.ts';
import type { BatchContext } from '../batch-context.ts';
import { isTaken } from '../match-payers.ts';
import { createRowChecker, findReusable, type RowOfPayer } from './check-rows.ts';

/** Not sent, and may be. */
const UNSENT: readonly RowState[] = ['ready', 'duplicate', 'reused'];
/** It asks, or has asked, what another row would ask again. */
const SENT: readonly RowState[] = ['queued', 'asking', 'answered'];

/** Rows that a change of their payer's name reaches. */
export const isUnsent = ({ state }: StoredRow): boolean => [...UNSENT, 'read', 'needs-fix', 'needs-payer'].includes(state);

export const digestOfSame = ({ keys }: Pick<BatchContext, 'keys'>, sameKey: string | null): Buffer | null =>
  sameKey === null ? null : keys.digest('batch-row', sameKey);

/** `rows` as they are to be: their contents may have changed. */
export async function recheckRows(context: BatchContext, rows: readonly StoredRow[]): Promise<void> {
  const { deps, tx, keys, batch, owner } = context;
  const facts = openFacts(keys, batch.id, batch.content);
  const checker = await createRowChecker(deps, tx, owner, batch.provider_id);
  const checked: StoredRow[] = [];
  const touched = new Map<string, Buffer>();
  const touch = (key: Buffer | null) => key !== null && touched.set(key.toString('base64'), key);
  for (const row of rows) {
    const content = openRowContent(keys, batch.id, row.row, row.content);
    if (content === null) continue;
    const { read } = openRemarks(keys, batch.id, row.row, row.problems);
    const named = row.payer_name === null ? undefined : facts.payers[row.payer_name];
    const payerId = named !== undefined && isTaken(named) ? named.payerId : row.payer_id;
    const result = await checker.check({ row: row.row, content, read, payerId });
    touch(row.same_key);
    const sameKey = digestOfSame(context, result.sameKey);
    touch(sameKey);
    checked.push({
      ...row,
      state: result.state,
      needs: null,
      result: null,
      payer_id: result.payerId,
      provider_id: result.providerId,
      same_key: sameKey,
      duplicate_of: null,
      problems: closeRemarks(keys, batch.id, row.row, { read, checked: result.remarks }),
    });
  }
  await updateRows(tx, batch.id, checked);
  await settleSame(context, [...touched.values()]);
}

/** Of rows that ask the same one is sent; one that has a fresh answer none. */
export async function settleSame(context: BatchContext, keys: readonly Buffer[]): Promise<void> {
  const { tx, batch } = context;
  const rows = await listSameRows(tx, batch.id, keys);
  const groups = new Map<string, StoredRow[]>();
  for (const row of rows) {
    const key = row.same_key?.toString('base64') ?? '';
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const changed: StoredRow[] = [];
  for (const group of groups.values()) {
    const sent = group.find(({ state }) => SENT.includes(state));
    const [first = null, ...rest] = group.filter(({ state }) => UNSENT.includes(state));
    if (first === null) continue;
    const leader = sent ?? first;
    const others = sent === undefined ? rest : [first, ...rest];
    if (sent === undefined) changed.push({ ...first, state: 'ready', duplicate_of: null });
    changed.push(...others.map((row) => ({ ...row, state: 'duplicate' as const, duplicate_of: leader.row, inquiry_id: null })));
  }
  await updateRows(tx, batch.id, changed);
  await markReused(
    context,
    changed.filter(({ state }) => state === 'ready'),
  );
}

/** After the number of days has changed, for the whole batch. */
export async function recheckReuse(context: BatchContext): Promise<void> {
  await markReused(context, await listRowsIn(context.tx, context.batch.id, ['ready', 'reused']));
}

async function markReused({ tx, keys, batch, owner, now }: BatchContext, rows: readonly StoredRow[]): Promise<void> {
  // A refused row that is asked again has an inquiry before it is sent: nobody wants that one's answer.
  const fresh = rows.filter(({ state, inquiry_id: id }) => state === 'reused' || id === null);
  const rest = createRests();
  const people: RowOfPayer[] = [];
  for (const { row, content: closed, payer_id: payerId } of fresh) {
    await rest();
    const content = openRowContent(keys, batch.id, row, closed);
    if (content !== null && payerId !== null) people.push({ row, content, payerId });
  }
  const found = await findReusable(tx, keys, { scope: owner, reuseDays: batch.reuse_days, now }, people);
  const changed = fresh.flatMap((row) => {
    const inquiryId = found.get(row.row) ?? null;
    const state: RowState = inquiryId === null ? 'ready' : 'reused';
    return state === row.state && inquiryId === row.inquiry_id ? [] : [{ ...row, state, inquiry_id: inquiryId, needs: null, result: null }];
  });
  await updateRows(tx, batch.id, changed);
}
