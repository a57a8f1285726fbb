/** Reads a remittance for an estimate, stores what a person chose of it, and takes a stored claim away again (product.md 20.10). */
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { Actual, EstimateState } from '@coverlight/contract/cases/estimate.schema.ts';
import type { RemittanceReading } from '@coverlight/contract/cases/remittance.schema.ts';
import { CARE_LEVELS } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { sumOfClaims } from '@coverlight/domain/estimates/remitted-sums.ts';
import { comparedKeys } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { loadCase, type CaseBook } from '#features/cases/case-book.ts';
import { listProviders } from '#features/providers/providers.repository.ts';
import { comparedOf } from '#features/reimbursements/find-reimbursements.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { findEstimate, updateEstimate, type EstimateRecord } from '../estimates.repository.ts';
import { payerOfLevel } from '../find-range.ts';
import {
  deleteEstimateClaim,
  findEstimateClaim,
  insertEstimateClaim,
  listEstimateClaims,
  type ClaimContent,
} from './estimate-claims.repository.ts';
import { planRemittance, type PlannedClaim, type RemittancePlan } from './plan-remittance.ts';

interface Caller {
  viewer: Viewer;
  actor: Actor;
  id: string;
}

interface Opened {
  estimate: EstimateRecord;
  book: CaseBook;
}

/** Throws 404 out of scope, and 409 where actual amounts are not compared yet or not any more. */
async function openEstimate(
  deps: Deps,
  tx: Tx,
  keys: OrganizationKeys,
  { viewer, id, forChange, states = ['delivered'] }: { viewer: Viewer; id: string; forChange: boolean; states?: readonly EstimateState[] },
): Promise<Opened> {
  const found = await findEstimate(tx, keys, { id });
  if (found === null) throw notFound();
  // The case first, as whoever changes the estimate.
  const book = await loadCase(deps, tx, keys, { id: found.case_id, scope: scopeOf(viewer), forChange });
  const estimate = forChange ? ((await findEstimate(tx, keys, { id, forChange })) ?? found) : found;
  if (estimate.state === 'settled') throw conflict('A settled estimate is not changed any more.');
  if (!states.includes(estimate.state)) throw conflict('Only an estimate that was handed over is compared with what was paid.');
  return { estimate, book };
}

async function planOf(
  tx: Tx,
  keys: OrganizationKeys,
  viewer: Viewer,
  { estimate, book }: Opened,
  bytes: Uint8Array,
): Promise<RemittancePlan> {
  const { rows } = await listProviders(tx, scopeOf(viewer), {});
  return await planRemittance(tx, keys, { bytes, estimate, book, facilities: rows });
}

/** Keeps nothing. */
export async function previewRemittance(
  deps: Deps,
  { viewer, actor, id, bytes }: Caller & { bytes: Uint8Array },
): Promise<RemittanceReading> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const opened = await openEstimate(deps, tx, keys, { viewer, id, forChange: false });
    const { reading } = await planOf(tx, keys, viewer, opened, bytes);
    await recordAudit(tx, actor, deps.clock(), {
      action: 'remittance.read',
      objectType: 'estimate',
      objectIds: [id, opened.estimate.case_id],
    });
    return reading;
  });
}

export const REMITTANCE_FIELDS = ['digest', 'claims', 'level', 'provider_id'] as const;
type Fields = Partial<Record<(typeof REMITTANCE_FIELDS)[number], string>>;

const MOST_CLAIMS = 100;

function chosenOf(fields: Fields, plan: RemittancePlan): PlannedClaim[] {
  if (fields.digest !== plan.reading.digest)
    throw invalid({ file: ['This is another file than the one that was shown. Please read it again.'] });
  const keys = new Set((fields.claims ?? '').split(',').filter((key) => key !== ''));
  if (keys.size === 0) throw invalid({ claims: ['Please choose at least one claim.'] });
  if (keys.size > MOST_CLAIMS) throw invalid({ claims: [`Please choose at most ${MOST_CLAIMS} claims.`] });
  const chosen = plan.claims.filter(({ shown }) => keys.has(shown.key));
  const isTakeable = ({ shown }: PlannedClaim) => shown.does === 'store' || shown.does === 'replace' || shown.does === 'take-back';
  if (chosen.length < keys.size || !chosen.every(isTakeable))
    throw invalid({ claims: ['One of these claims cannot be stored. Please read the file again.'] });
  // What is taken back goes before what comes in its place.
  return chosen.toSorted((a, b) => Number(b.shown.does === 'take-back') - Number(a.shown.does === 'take-back'));
}

function levelOf({ level = '' }: Fields): CareLevelKey | null {
  if (level === '') return null;
  const known = CARE_LEVELS.find((each) => each === level);
  if (known === undefined) throw invalid({ level: ['This level of care is not known.'] });
  return known;
}

function facilityOf({ shown }: PlannedClaim, { provider_id: id }: Fields, plan: RemittancePlan): string {
  if (shown.provider !== null) return shown.provider.id;
  const named = plan.reading.providers.find((each) => each.id === id);
  if (named === undefined) throw invalid({ provider_id: ['Please choose the facility that billed it.'] });
  return named.id;
}

/** The sums of stored claims in the place of each touched facility's amounts; of one that has none any more nothing is known. */
function actualsAfter(
  before: readonly Actual[],
  claims: readonly { provider_id: string; content: ClaimContent }[],
  touched: ReadonlySet<string>,
): Actual[] {
  const sums = [...touched].flatMap((provider_id) => {
    const own = claims.filter((claim) => claim.provider_id === provider_id).map(({ content }) => content);
    return own.length === 0 ? [] : [{ provider_id, ...sumOfClaims(own) }];
  });
  return [...before.filter(({ provider_id: id }) => !touched.has(id)), ...sums];
}

async function sumUp(tx: Tx, keys: OrganizationKeys, estimate: EstimateRecord, touched: ReadonlySet<string>, now: Date): Promise<void> {
  const claims = await listEstimateClaims(tx, keys, [estimate.id]);
  const actuals = actualsAfter(estimate.content.actuals, claims, touched);
  await updateEstimate(tx, keys, estimate.id, { ...estimate, content: { ...estimate.content, actuals } }, now);
}

/** Throws 422 under `file`, `claims`, `level` or `provider_id`. */
export async function storeRemittance(
  deps: Deps,
  { viewer, actor, id, bytes, fields }: Caller & { bytes: Uint8Array; fields: Fields },
): Promise<void> {
  const { organizationId, userId } = viewer;
  const keys = await deps.keys.keysOf(organizationId);
  await deps.db.asOrganization(organizationId, async (tx) => {
    const now = deps.clock();
    const opened = await openEstimate(deps, tx, keys, { viewer, id, forChange: true });
    const { estimate, book } = opened;
    const plan = await planOf(tx, keys, viewer, opened, bytes);
    const chosen = chosenOf(fields, plan);
    const level = levelOf(fields);
    const payer = payerOfLevel(book, level).record;
    const touched = new Set<string>();
    const changed: string[] = [];
    const before = new Map((await listEstimateClaims(tx, keys, [id])).map((claim) => [claim.id, claim.provider_id]));
    for (const claim of chosen) {
      if (claim.removes !== null) {
        await deleteEstimateClaim(tx, organizationId, claim.removes);
        touched.add(before.get(claim.removes) ?? '');
        changed.push(claim.removes);
      }
      if (claim.stores === null) continue;
      const { amounts, ...told } = claim.stores;
      const provider_id = facilityOf(claim, fields, plan);
      const claimId = deps.newId();
      const content: ClaimContent = { ...amounts, ...told, keys: comparedKeys(comparedOf(payer)) };
      const head = { id: claimId, estimate_id: id, provider_id, payer_id: payer.payer_id, level, origin: 'file' as const };
      const isNew = await insertEstimateClaim(tx, keys, { ...head, content, added_by: userId, added_at: now });
      if (!isNew) throw conflict('Somebody has just stored one of these claims. Please read the file again.');
      touched.add(provider_id);
      changed.push(claimId);
    }
    await sumUp(tx, keys, estimate, touched, now);
    await recordAudit(tx, actor, now, {
      action: 'remittance.store',
      objectType: 'estimate',
      objectIds: [id, estimate.case_id, ...changed],
    });
  });
}

/** The estimate that it was of. */
export async function removeClaim(deps: Deps, { viewer, actor, id }: Caller): Promise<string> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const now = deps.clock();
    const claim = await findEstimateClaim(tx, keys, id);
    if (claim === null) throw notFound();
    // Of one that was replaced, too, so that it can be stored with the other.
    const of = { viewer, id: claim.estimate_id, forChange: true, states: ['delivered', 'replaced'] } as const;
    const { estimate } = await openEstimate(deps, tx, keys, of);
    await deleteEstimateClaim(tx, viewer.organizationId, id);
    await sumUp(tx, keys, estimate, new Set([claim.provider_id]), now);
    await recordAudit(tx, actor, now, {
      action: 'estimate-claim.remove',
      objectType: 'estimate',
      objectIds: [estimate.id, estimate.case_id, id],
    });
    return estimate.id;
  });
}
