/** Brings a list in: it is read, kept encrypted until it is sent, and shown with what its columns seem to mean (product.md 19.1). */
import type { BatchSource } from '@coverlight/contract/batches/batch.schema.ts';
import { headerDigestText } from '@coverlight/domain/batches/columns.ts';
import { latestToday } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { Deps } from '#deps.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findProvider } from '#features/providers/providers.repository.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { closeFacts, closeUpload, openFacts, openUpload, type BatchFacts, type Upload } from './batch-contents.ts';
import { withBatch } from './batch-context.ts';
import { changeBatch, countRows, findBatch, findUpload, insertBatch } from './batches.repository.ts';
import { bodyOf, describeColumns, type TableBody } from './describe-table.ts';
import { findMapping } from './mappings.repository.ts';
import { readUpload, type TableReader } from './read-upload.ts';
import { deleteRows } from './rows/batch-rows.repository.ts';

export interface CreateInput {
  upload: Upload;
  providerId: string;
  /** Null: as the file is. */
  source: Extract<BatchSource, 'paste' | 'api'> | null;
  viewer: Viewer;
  actor: Actor;
}

/** Answers its id. Throws 422 under `provider_id`, `file` or `text`. */
export async function createBatch(deps: Deps, tables: TableReader, input: CreateInput): Promise<string> {
  const { upload, viewer, actor } = input;
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const demandProvider = async (tx: Tx) => {
    const provider = await findProvider(tx, scopeOf(viewer), input.providerId);
    if (provider === null || !provider.is_active) throw invalid({ provider_id: ['Please choose a provider.'] });
  };
  await deps.db.asOrganization(viewer.organizationId, demandProvider);
  const table = await readUpload(tables, upload, null);
  const isOpen = table.sheets.length > 1;
  const id = deps.newId();
  const now = deps.clock();
  await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    await demandProvider(tx);
    const sheets = isOpen ? table.sheets : null;
    const facts: BatchFacts = { sheets, sheet: null, columns: [], isRemembered: false, payers: [] };
    const described = isOpen ? facts : await describe(tx, keys, facts, bodyOf(table), now);
    await insertBatch(tx, {
      id,
      user_id: viewer.userId,
      provider_id: input.providerId,
      source: input.source ?? table.kind,
      state: 'columns',
      upload: closeUpload(keys, id, upload),
      content: closeFacts(keys, id, described),
      now,
    });
    await recordAudit(tx, actor, now, { action: 'batch.create', objectType: 'batch', objectIds: [id] });
  });
  return id;
}

async function describe(tx: Tx, keys: OrganizationKeys, facts: BatchFacts, body: TableBody, now: Date): Promise<BatchFacts> {
  const headers = headerDigestText(body.header);
  const remembered = headers === '' ? null : await findMapping(tx, keys, headers);
  return { ...facts, columns: describeColumns(body, remembered, latestToday(now)), isRemembered: remembered !== null };
}

/** Throws 404, 409 where it was sent or has one sheet, 422 for a sheet that is not there. Rows made from another sheet are gone. */
export async function chooseSheet(
  deps: Deps,
  tables: TableReader,
  { id, sheet, viewer, actor }: { id: string; sheet: string; viewer: Viewer; actor: Actor },
): Promise<void> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  const upload = await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const batch = await findBatch(tx, scopeOf(viewer), id);
    if (batch === null) throw notFound();
    const { sheets } = openFacts(keys, id, batch.content);
    if (sheets === null) throw conflict('This batch has no sheets to choose from.');
    if (!sheets.includes(sheet)) throw invalid({ sheet: ['This sheet is not there.'] });
    const kept = await findUpload(tx, id);
    if (kept === null) throw conflict('This batch has been sent.');
    return openUpload(keys, id, kept);
  });
  const table = await readUpload(tables, upload, sheet);
  await withBatch(deps, viewer, id, async ({ tx, batch, now }) => {
    if (batch.state !== 'columns' && batch.state !== 'review') throw conflict('This batch has been sent.');
    const facts = { ...openFacts(keys, id, batch.content), sheet, payers: [] };
    const described = await describe(tx, keys, facts, bodyOf(table), now);
    await deleteRows(tx, id);
    await changeBatch(tx, id, { state: 'columns', mapping: null, content: closeFacts(keys, id, described) }, now);
    await countRows(tx, id);
    await recordAudit(tx, actor, now, { action: 'batch.update', objectType: 'batch', objectIds: [id], changedFields: ['sheet'] });
  });
}
