/** Creating and changing payers by hand (product.md 15.2). */
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import type { BodyOf } from '@coverlight/contract/endpoint.ts';
import type { adminPayersContract } from '@coverlight/contract/admin/admin-payers.contract.ts';
import type { Deps } from '#deps.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Tx } from '#db/client.ts';
import { schemaFaults } from '@coverlight/domain/payers/schema-faults.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { clearinghouseName } from '#features/payers/clearinghouse-names.ts';
import { loadPayerSchema } from '#features/payers/payer-schema.ts';
import { changeSource, findPayerByCode, storeEditedSchema, upsertEnteredPayers } from '#features/payers/payer-sources.repository.ts';
import { findPayer, findPayerRow, holdPayers, insertPayer, type PayerRecord, type PayerRow } from '#features/payers/payers.repository.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { hasMembers, updatePayer, type PayerChange } from './admin-payers.repository.ts';
import { PLAIN, wantedSources, type WantedSource } from './payer-wire.ts';

type CreateInput = BodyOf<typeof adminPayersContract.create>;
type UpdateInput = BodyOf<typeof adminPayersContract.update>;

const TAKEN = 'Another payer has this code.';
const NO_CODE = 'A group has no code of its own.';
const NO_CLEARINGHOUSE = 'Please choose a clearinghouse.';

/** Throws 422 by field. Returns the id. */
export async function createPayer(
  deps: Deps,
  actor: Actor,
  { name, code, is_blue = false, is_group = false }: CreateInput,
): Promise<string> {
  return await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
    await holdPayers(tx);
    const hasCode = code != null && code !== '';
    if (is_group && hasCode) throw invalid({ code: [NO_CODE] });
    const known = hasCode ? await findPayerByCode(tx, PLAIN, code) : null;
    // A removed one is seen nowhere, but keeps its code for the inquiries that name it: it comes back as what was typed.
    const removed = known === null ? null : await findPayerRow(tx, known.asked_as);
    if (removed !== null && removed.deleted_at === null) throw invalid({ code: [TAKEN] });
    const id = removed?.id ?? deps.newId();
    const now = deps.clock();
    if (hasCode) await upsertEnteredPayers(tx, PLAIN, [{ id, code, name }], now);
    else await insertPayer(tx, { id, name }, now);
    await updatePayer(tx, id, { is_blue, is_group }, now);
    await recordAudit(tx, actor, now, { action: 'payer.create', objectType: 'payer', objectIds: [id] });
    return id;
  });
}

/** Throws 404, 422 by field, and 409 where somebody changed it since `updated_at` was read. */
export async function changePayer(deps: Deps, actor: Actor, id: string, input: UpdateInput): Promise<void> {
  await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
    await holdPayers(tx);
    const [own, payer] = [await findPayerRow(tx, id), await findPayer(tx, id)];
    if (own === null || payer === null || own.deleted_at !== null) throw notFound();
    if (own.parent_id !== null) throw conflict('This payer has been merged into another.');
    const { change, sources } = await checkedChange(deps, tx, payer, input);
    demandUnchanged(payer, input.updated_at);
    const now = deps.clock();
    await updatePayer(tx, id, change, now);
    for (const source of sources) await changeSource(tx, id, source, now);
    if (input.schema !== undefined) await changeSchema(deps, tx, payer, input.schema, now);
    await recordAudit(tx, actor, now, { action: 'payer.update', objectType: 'payer', objectIds: [id], changedFields: Object.keys(input) });
  });
}

/** Throws 409 where it was changed since it was read; who does not say when that was is taken at their word. */
export function demandUnchanged(payer: PayerRow, readAt: string | undefined): void {
  if (readAt !== undefined && new Date(readAt).getTime() < payer.updated_at.getTime()) throw conflict('Changed by someone else meanwhile.');
}

async function checkedChange(
  deps: Deps,
  tx: Tx,
  payer: PayerRecord,
  input: UpdateInput,
): Promise<{ change: PayerChange; sources: WantedSource[] }> {
  const { name, name_internal, is_blue, is_group, split_service_type, route_order, payer_group_id } = input;
  const group = typeof payer_group_id === 'string' ? await findPayerRow(tx, payer_group_id) : null;
  const change: PayerChange = { name, name_internal, is_blue, is_group, split_service_type, route_order };
  if (payer_group_id !== undefined) change.payer_group_id = group?.id ?? null;
  const wanted = wantedSources(input);
  const isOffered = group !== null && group.is_group && group.deleted_at === null;
  const errors = {
    ...(typeof payer_group_id === 'string' && !isOffered ? { payer_group_id: ['Please choose a group.'] } : {}),
    ...(route_order?.some((id) => !isKnown(deps, payer, id)) === true ? { route_order: [NO_CLEARINGHOUSE] } : {}),
    ...(await faultsOfSources(deps, tx, payer, wanted)),
    ...(await faultsOfGroup(tx, payer, change, wanted)),
  };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  // Whoever reads a merged payer and sends back what it shows means no change of what its parts have.
  return { change, sources: payer.is_merged ? wanted.map((source) => withoutWhatStays(payer, source)) : wanted };
}

const isKnown = ({ clearinghouses }: Deps, payer: PayerRecord, clearinghouse: string): boolean =>
  clearinghouses[clearinghouse] !== undefined || sourceAt(payer, clearinghouse) !== undefined;

const sourceAt = (payer: PayerRecord, clearinghouse: string) => payer.sources.find((source) => source.clearinghouse === clearinghouse);

/** A source is switched on only where it can be asked; what a merged payer has of its parts stays with them. */
async function faultsOfSources(deps: Deps, tx: Tx, payer: PayerRecord, wanted: readonly WantedSource[]): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const refuse = (field: string, words: string) => (errors[field] = [...(errors[field] ?? []), words]);
  for (const { clearinghouse, code, is_active, typed_name, fields } of wanted) {
    const name = clearinghouseName(deps.clearinghouses, clearinghouse);
    const known = sourceAt(payer, clearinghouse);
    // One field for all of them has to say which is meant.
    const ofCode = (words: string) => refuse(fields.code, fields.code === 'sources' ? `${name}: ${words}` : words);
    if (!isKnown(deps, payer, clearinghouse)) ofCode(NO_CLEARINGHOUSE);
    const holder = code == null ? null : await findPayerByCode(tx, clearinghouse, code);
    if (holder !== null && holder.asked_as !== payer.id) ofCode(TAKEN);
    const isOfPart = payer.is_merged && known != null && known.code !== null;
    const isOther =
      (code !== undefined && code !== known?.code) || (typed_name !== undefined && typed_name !== (known?.typed_name ?? known?.name));
    if (isOfPart && isOther) ofCode('The codes of a merged payer stay with those it was made of.');
    const canBeAsked = code === undefined ? known?.is_available === true && known.code !== null : code !== null;
    if (is_active === true && known?.is_active === false && !canBeAsked) refuse(fields.isActive, `${name} does not have this payer.`);
  }
  return errors;
}

function withoutWhatStays(payer: PayerRecord, { code, typed_name, ...wanted }: WantedSource): WantedSource {
  const isOfPart = sourceAt(payer, wanted.clearinghouse)?.code != null;
  return isOfPart ? wanted : { ...wanted, ...(code === undefined ? {} : { code }), ...(typed_name === undefined ? {} : { typed_name }) };
}

/** A group stands for others: it is not asked itself, and its members are none. What counts is what would come of the change. */
async function faultsOfGroup(tx: Tx, payer: PayerRecord, change: PayerChange, wanted: readonly WantedSource[]): Promise<FieldErrors> {
  const isGroup = change.is_group ?? payer.is_group;
  if (!isGroup) return payer.is_group && (await hasMembers(tx, payer.id)) ? { is_group: ['This group has members.'] } : {};
  const errors: FieldErrors = {};
  for (const { code, fields } of wanted) if (code != null) errors[fields.code] = [NO_CODE];
  if (change.payer_group_id != null) errors['payer_group_id'] = ['A group cannot be in a group.'];
  const keepsCode = payer.sources.some(
    ({ clearinghouse, code }) =>
      code !== null && !wanted.some((source) => source.clearinghouse === clearinghouse && source.code !== undefined),
  );
  const isSingle = keepsCode || (change.payer_group_id === undefined && payer.payer_group_id !== null);
  if (!payer.is_group && isSingle) errors['is_group'] = ['A payer that is asked itself or is in a group cannot be one.'];
  return errors;
}

async function changeSchema(deps: Deps, tx: Tx, payer: PayerRecord, wanted: NonNullable<UpdateInput['schema']>, now: Date): Promise<void> {
  if (payer.is_group) throw invalid({ schema: ['A group asks for what all its members know. Please edit theirs.'] });
  const current = await loadPayerSchema(tx, payer, deps.clearinghouses);
  const schema = { fields: wanted.fields ?? current.fields, combos: wanted.combos ?? current.combos };
  const faults = schemaFaults(schema, current);
  if (faults.length > 0) throw invalid({ schema: faults });
  await storeEditedSchema(tx, payer.id, schema, now);
}
