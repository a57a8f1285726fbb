/** Makes the rows of a batch from its file, once somebody has said what the columns mean, and checks all of them (product.md 19.1 to 19.3). */
import type { BatchContent, BatchMapping } from '@coverlight/contract/batches/columns.schema.ts';
import { headerDigestText, rememberedColumns } from '@coverlight/domain/batches/columns.ts';
import { rowOf, type ReadRow } from '@coverlight/domain/batches/row.ts';
import { latestToday } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { createRests } from '#jobs/rests.ts';
import { closeFacts, closeRemarks, closeRowContent, openFacts, openUpload } from './batch-contents.ts';
import { withBatch, type BatchContext } from './batch-context.ts';
import { changeBatch, countRows, findBatch, findUpload } from './batches.repository.ts';
import { bodyOf, type TableBody } from './describe-table.ts';
import { rememberMapping } from './mappings.repository.ts';
import { matchPayers } from './match-payers.ts';
import { readUpload, type TableReader } from './read-upload.ts';
import { deleteRows, insertRows, type StoredRow } from './rows/batch-rows.repository.ts';
import { createRowChecker, findReusable, markDuplicates, type CheckedRow } from './rows/check-rows.ts';
import { digestOfSame } from './rows/recheck-rows.ts';

const SLICE = 250;
const MAPPABLE = new Set(['columns', 'review']);

const OTHER_SHEET = 'Another sheet was chosen meanwhile. Please look at its columns.';

export interface MapInput {
  id: string;
  mapping: BatchMapping;
  /** Whose columns these are: null of a list without sheets, undefined: of the one that is chosen. */
  sheet?: string | null | undefined;
  viewer: Viewer;
  actor: Actor;
}

/** Throws 404, 409 where it was sent or another sheet is chosen meanwhile, 422 where nobody can be told apart by these columns. */
export async function mapBatch(deps: Deps, tables: TableReader, { id, mapping, sheet, viewer, actor }: MapInput): Promise<void> {
  demandPeople(mapping);
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const stored = await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const batch = await findBatch(tx, scopeOf(viewer), id);
    if (batch === null) throw notFound();
    const upload = await findUpload(tx, id);
    if (upload === null || !MAPPABLE.has(batch.state)) throw conflict('This batch has been sent.');
    return { upload, facts: openFacts(keys, id, batch.content) };
  });
  if (stored.facts.sheets !== null && stored.facts.sheet === null) throw conflict('Please choose a sheet first.');
  if (sheet !== undefined && sheet !== stored.facts.sheet) throw conflict(OTHER_SHEET);
  const table = await readUpload(tables, openUpload(keys, id, stored.upload), stored.facts.sheet);
  const body = bodyOf(table);
  const read = await readRows(body, mapping, latestToday(deps.clock()));
  await withBatch(deps, viewer, id, async (context) => {
    if (!MAPPABLE.has(context.batch.state)) throw conflict('This batch has been sent.');
    // The list was read without the lock, and took its time.
    if (openFacts(keys, id, context.batch.content).sheet !== stored.facts.sheet) throw conflict(OTHER_SHEET);
    const columns = { columns: rememberedColumns(body.header, mapping.columns), date_orders: mapping.date_orders };
    const headers = headerDigestText(body.header);
    if (headers !== '') await rememberMapping(context.tx, context.keys, headers, columns, context.now);
    await writeRows(context, body, read, mapping);
    await recordAudit(context.tx, actor, context.now, {
      action: 'batch.update',
      objectType: 'batch',
      objectIds: [id],
      changedFields: ['mapping'],
    });
  });
}

function demandPeople({ columns }: BatchMapping): void {
  const names = columns.filter((column) => column !== null);
  if (new Set(names).size < names.length) throw invalid({ mapping: ['A meaning can be given to one column only.'] });
  if (!names.some((column) => ['member_id', 'subscriber_member_id', 'last', 'full_name'].includes(column)))
    throw invalid({ mapping: ['Please say which column holds the member ID or the name.'] });
}

async function readRows({ rows }: TableBody, mapping: BatchMapping, today: string): Promise<ReadRow[]> {
  const read: ReadRow[] = [];
  const rest = createRests();
  for (const cells of rows) {
    await rest();
    read.push(rowOf(cells, mapping, today));
  }
  return read;
}

async function writeRows(context: BatchContext, { lines }: TableBody, read: readonly ReadRow[], mapping: BatchMapping): Promise<void> {
  const { deps, tx, keys, batch, owner, now } = context;
  const contents = read.map(({ content }) => content);
  const payers = await matchPayers(tx, keys, Object.keys(deps.clearinghouses), contents);
  const checker = await createRowChecker(deps, tx, owner, batch.provider_id);
  const checked: CheckedRow[] = [];
  const rest = createRests();
  for (const [at, { content, problems, warnings }] of read.entries()) {
    await rest();
    const payerId = payers.rows[at]?.payerId ?? null;
    checked.push(await checker.check({ row: lines[at] ?? at + 1, content, read: { problems, warnings }, payerId }));
  }
  const duplicates = markDuplicates(checked);
  const ready = checked.flatMap(({ row, state, payerId }, at) =>
    state === 'ready' && payerId !== null && !duplicates.has(row) ? [{ row, content: contents[at] ?? {}, payerId }] : [],
  );
  const reusable = await findReusable(tx, keys, { scope: owner, reuseDays: batch.reuse_days, now }, ready);
  await deleteRows(tx, batch.id);
  for (let at = 0; at < checked.length; at += SLICE) {
    const slice = checked.slice(at, at + SLICE);
    await insertRows(
      tx,
      batch.id,
      slice.map((one, index) => {
        const place = at + index;
        const found = { content: contents[place] ?? {}, read: read[place], payerName: payers.rows[place]?.place ?? null };
        return storedRow(context, one, { ...found, duplicateOf: duplicates.get(one.row) ?? null, reused: reusable.get(one.row) ?? null });
      }),
    );
  }
  const facts = { ...openFacts(keys, batch.id, batch.content), payers: payers.named };
  await changeBatch(tx, batch.id, { state: 'review', mapping, content: closeFacts(keys, batch.id, facts) }, now);
  await countRows(tx, batch.id);
}

interface Found {
  content: BatchContent;
  read: ReadRow | undefined;
  payerName: number | null;
  duplicateOf: number | null;
  reused: string | null;
}

function storedRow(context: BatchContext, checked: CheckedRow, found: Found): StoredRow {
  const { keys, batch } = context;
  const { row } = checked;
  const read = { problems: found.read?.problems ?? [], warnings: found.read?.warnings ?? [] };
  return {
    row,
    state: found.duplicateOf !== null ? 'duplicate' : found.reused !== null ? 'reused' : checked.state,
    needs: null,
    payer_id: checked.payerId,
    payer_name: found.payerName,
    provider_id: checked.providerId,
    inquiry_id: found.reused,
    same_key: digestOfSame(context, checked.sameKey),
    duplicate_of: found.duplicateOf,
    content: closeRowContent(keys, batch.id, row, found.content),
    problems: closeRemarks(keys, batch.id, row, { read, checked: checked.remarks }),
    result: null,
    is_done: false,
  };
}
