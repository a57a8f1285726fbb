/** Creating and changing payers by hand (product.md 15.1). */
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import type { BodyOf } from '@coverlight/contract/endpoint.ts';
import type { adminPayersContract } from '@coverlight/contract/admin/admin-payers.contract.ts';
import type { Deps } from '#deps.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Tx } from '#db/client.ts';
import { schemaFaults } from '@coverlight/domain/payers/schema-faults.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { loadPayerSchema } from '#features/payers/payer-schema.ts';
import {
  findPayer,
  findPayerRow,
  findPayerSchema,
  findRemovedPayer,
  insertPayer,
  listMergedPayers,
  upsertPayerSchemas,
  type PayerRow,
} from '#features/payers/payers.repository.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { hasMembers, isCodeTaken, updatePayer, type PayerChange } from './admin-payers.repository.ts';

type CreateInput = BodyOf<typeof adminPayersContract.create>;
type UpdateInput = BodyOf<typeof adminPayersContract.update>;

const orNull = (code: string | null | undefined): string | null => (code == null || code === '' ? null : code);
const TAKEN = 'Another payer has this code.';
const NO_CODE = 'A group has no code of its own.';

/** Throws 422 by field. Returns the id. */
export async function createPayer(deps: Deps, actor: Actor, input: CreateInput): Promise<string> {
  return await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
    const code = orNull(input.code);
    // A removed one is seen nowhere, but keeps its code for the inquiries that name it: it comes back as what was typed.
    const removed = code === null ? null : await findRemovedPayer(tx, code);
    const id = removed?.id ?? deps.newId();
    if (code !== null && (await isCodeTaken(tx, 'code', code, id))) throw invalid({ code: [TAKEN] });
    const isGroup = input.is_group ?? false;
    if (isGroup && code !== null) throw invalid({ code: [NO_CODE] });
    const now = deps.clock();
    // Whether Availity has it, the next sync will say; until then an admin's word counts.
    const isAvailable = code !== null;
    const typed = { name: input.name, code, is_available: isAvailable, is_blue: input.is_blue ?? false, is_group: isGroup };
    if (removed === null) await insertPayer(tx, { id, ...typed, created_at: now, updated_at: now }).catch(codeTaken);
    else await updatePayer(tx, id, { ...typed, name_internal: '', deleted_at: null, updated_at: changedAt(removed, now) });
    await recordAudit(tx, actor, now, { action: 'payer.create', objectType: 'payer', objectIds: [id] });
    return id;
  });
}

/** Throws 404, 422 by field, and 409 where somebody changed it since `updated_at` was read. */
export async function changePayer(deps: Deps, actor: Actor, id: string, input: UpdateInput): Promise<void> {
  await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
    // Before the payer, as whoever groups many does; it stays a group until this is written.
    const group = typeof input.payer_group_id === 'string' ? await findPayerRow(tx, input.payer_group_id) : null;
    const payer = await findPayerRow(tx, id);
    if (payer === null || payer.deleted_at !== null) throw notFound();
    if (payer.parent_id !== null) throw conflict('This payer has been merged into another.');
    const change = await checkedChange(tx, { payer, group }, input);
    demandUnchanged(payer, input.updated_at);
    const now = deps.clock();
    await updatePayer(tx, id, { ...change, updated_at: changedAt(payer, now) }).catch(codeTaken);
    if (input.schema !== undefined) await changeSchema(tx, id, input.schema, now);
    await recordAudit(tx, actor, now, { action: 'payer.update', objectType: 'payer', objectIds: [id], changedFields: Object.keys(input) });
  });
}

/** Two changes in one millisecond must still differ for whoever read the first. */
const changedAt = (payer: PayerRow, now: Date): Date => new Date(Math.max(now.getTime(), payer.updated_at.getTime() + 1));

/** Throws 409 where it was changed since it was read; who does not say when that was is taken at their word. */
export function demandUnchanged(payer: PayerRow, readAt: string | undefined): void {
  if (readAt !== undefined && new Date(readAt).getTime() < payer.updated_at.getTime()) throw conflict('Changed by someone else meanwhile.');
}

async function checkedChange(
  tx: Tx,
  { payer, group }: { payer: PayerRow; group: PayerRow | null },
  input: UpdateInput,
): Promise<PayerChange> {
  const { schema: _schema, updated_at: _readAt, payer_group_id, code, pverify_code, ...plain } = input;
  const errors: FieldErrors = {};
  const change: PayerChange = { ...plain };
  if (code !== undefined) change.code = orNull(code);
  if (pverify_code !== undefined) change.pverify_code = orNull(pverify_code);
  if (payer_group_id !== undefined) change.payer_group_id = group?.id ?? null;
  for (const column of ['code', 'pverify_code'] as const) {
    const wanted = change[column];
    if (typeof wanted === 'string' && (await isCodeTaken(tx, column, wanted, payer.id))) errors[column] = [TAKEN];
  }
  const isOffered = group !== null && group.is_group && group.deleted_at === null;
  if (typeof payer_group_id === 'string' && !isOffered) errors.payer_group_id = ['Please choose a group.'];
  Object.assign(errors, await faultsOfSources(tx, payer, change), await faultsOfGroup(tx, payer, change));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return change;
}

/** A source is switched on only where it can be asked; a merged payer's codes are its two sources'. */
async function faultsOfSources(tx: Tx, payer: PayerRow, change: PayerChange): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const asked = await findPayer(tx, payer.id);
  const isMerged = (await listMergedPayers(tx, payer.id)).length > 0;
  const sources = [
    { name: 'Availity', field: 'is_active', code: 'code', available: 'is_available' },
    { name: 'pVerify', field: 'pverify_is_active', code: 'pverify_code', available: 'pverify_is_available' },
  ] as const;
  for (const { name, field, code, available } of sources) {
    const wanted = change[code];
    if (isMerged && wanted !== undefined && wanted !== asked?.[code])
      errors[code] = ['The codes of a merged payer stay with the two it was made of.'];
    const willHaveCode = (wanted === undefined ? asked?.[code] : wanted) != null;
    if (change[field] === true && !payer[field] && !(willHaveCode && asked?.[available] === true))
      errors[field] = [`${name} does not have this payer.`];
    // What stands here is the view's, not the merged payer's own.
    if (isMerged) delete change[code];
  }
  return errors;
}

/** A group stands for others: it is not asked itself, and its members are none. What counts is what would come of the change. */
async function faultsOfGroup(tx: Tx, payer: PayerRow, change: PayerChange): Promise<FieldErrors> {
  const isGroup = change.is_group ?? payer.is_group;
  if (!isGroup) return payer.is_group && (await hasMembers(tx, payer.id)) ? { is_group: ['This group has members.'] } : {};
  const errors: FieldErrors = {};
  for (const column of ['code', 'pverify_code'] as const) if (change[column] != null) errors[column] = [NO_CODE];
  if (change.payer_group_id != null) errors['payer_group_id'] = ['A group cannot be in a group.'];
  const asked = await findPayer(tx, payer.id);
  const keeps = (column: 'code' | 'pverify_code' | 'payer_group_id') => change[column] === undefined && asked?.[column] != null;
  const isSingle = keeps('code') || keeps('pverify_code') || keeps('payer_group_id');
  if (!payer.is_group && isSingle) errors['is_group'] = ['A payer that is asked itself or is in a group cannot be one.'];
  return errors;
}

/** Somebody else took the code in the same moment. */
function codeTaken(error: unknown): never {
  if (isUniqueViolation(error, 'payers_code_key')) throw invalid({ code: [TAKEN] });
  if (isUniqueViolation(error, 'payers_pverify_code_key')) throw invalid({ pverify_code: [TAKEN] });
  throw error;
}

async function changeSchema(tx: Tx, id: string, wanted: NonNullable<UpdateInput['schema']>, now: Date): Promise<void> {
  const payer = await findPayer(tx, id);
  if (payer === null) throw notFound();
  if (payer.is_group) throw invalid({ schema: ['A group asks for what all its members know. Please edit theirs.'] });
  const current = await loadPayerSchema(tx, payer);
  const schema = { fields: wanted.fields ?? current.fields, combos: wanted.combos ?? current.combos };
  const faults = schemaFaults(schema, current);
  if (faults.length > 0) throw invalid({ schema: faults });
  const providerFields = (await findPayerSchema(tx, payer.schema_payer_id))?.provider_fields ?? [];
  await upsertPayerSchemas(tx, 'admin', [{ payer_id: id, schema, providerFields }], now);
}
