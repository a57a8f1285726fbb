/** Makes estimates, changes them, hands them over and settles them (product.md 20.6, 20.7). */
import type { BodyOf } from '@coverlight/contract/endpoint.ts';
import type { EstimateBasis, EstimateLine, EstimateState } from '@coverlight/contract/cases/estimate.schema.ts';
import type { estimatesContract } from '@coverlight/contract/cases/estimates.contract.ts';
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import { caseStateAfter, isEnded } from '@coverlight/domain/cases/case-states.ts';
import { estimateDue } from '@coverlight/domain/estimates/due-day.ts';
import { mayMoveEstimate } from '@coverlight/domain/estimates/estimate-totals.ts';
import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { loadCase, type CaseBook } from '#features/cases/case-book.ts';
import { updateCase } from '#features/cases/cases.repository.ts';
import { presentCells } from '#features/cases/cases.presenter.ts';
import { loadCaseInStep } from '#features/cases/tasks/sync-tasks.ts';
import { readZone } from '#features/inquiries/pdf/inquiry-pdf-filter.ts';
import { findProvider } from '#features/providers/providers.repository.ts';
import { maySeeReimbursements } from '#features/reimbursements/find-reimbursements.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import { filledBasis } from './case-amounts.ts';
import { keepSettled } from './claims/keep-settled.ts';
import { findRange } from './find-range.ts';
import {
  findEstimate,
  insertEstimate,
  updateEstimate,
  type EstimateContent,
  type EstimateHead,
  type EstimateRecord,
} from './estimates.repository.ts';
import { NOT_WORKED_OUT, workOut } from './work-out.ts';

interface Caller {
  viewer: Viewer;
  actor: Actor;
  id: string;
}

async function checkProviders(tx: Tx, viewer: Viewer, ids: readonly (string | null)[], field: string): Promise<void> {
  for (const id of new Set(ids)) {
    if (id !== null && (await findProvider(tx, scopeOf(viewer), id)) === null)
      throw invalid({ [field]: ['One of these facilities is not there.'] });
  }
}

/** With what past claims tell, where the viewer may know that. */
async function worked(
  tx: Tx,
  keys: OrganizationKeys,
  { viewer, book, now }: { viewer: Viewer; book: CaseBook; now: Date },
  basis: EstimateBasis | null,
) {
  if (basis === null) return NOT_WORKED_OUT;
  const isTyped = basis.allowed_low != null || basis.allowed_high != null;
  const range = isTyped || !maySeeReimbursements(viewer) ? null : await findRange(tx, keys, { book, level: basis.level, now });
  return workOut(filledBasis(basis, presentCells(book), range), range);
}

/** What was left out is not known. */
const wholeLine = (line: EstimateLine): EstimateLine => ({
  code: null,
  code_type: null,
  diagnosis: null,
  provider_id: null,
  place: null,
  frequency: null,
  ...line,
});

interface Days {
  scheduled_on: string | null;
  service_on: string | null;
  requested_on: string | null;
}

/** Only a Good Faith Estimate has a day laid down for it. */
function dueOf(kind: EstimateRecord['kind'], days: Days, isReplacement: boolean) {
  if (kind !== 'gfe') return { due_at: null, due_words: null };
  const due = estimateDue({
    scheduledOn: days.scheduled_on,
    serviceOn: days.service_on,
    requestedOn: days.requested_on,
    isReplacement,
  });
  return { due_at: due?.day ?? null, due_words: due?.words ?? null };
}

function checkDays({ scheduled_on: scheduled, service_on: service }: Days): void {
  if (scheduled !== null && service !== null && scheduled > service)
    throw invalid({ service_on: ['The service lies before the day on which it was scheduled.'] });
}

export async function createEstimate(
  deps: Deps,
  { viewer, actor, id, body }: Caller & { body: BodyOf<typeof estimatesContract.create> },
): Promise<string> {
  const { organizationId, userId } = viewer;
  const keys = await deps.keys.keysOf(organizationId);
  const scope = scopeOf(viewer);
  const zone = readZone({ zone: body.zone });
  return await deps.db.asOrganization(organizationId, async (tx) => {
    const now = deps.clock();
    const book = await loadCase(deps, tx, keys, { id, scope, forChange: true });
    const lines = (body.lines ?? []).map(wholeLine);
    const basis = body.basis ?? null;
    const errors: FieldErrors = {};
    if (body.kind === 'estimate' && basis === null && lines.length === 0) errors.basis = ['This field is required.'];
    if (body.kind === 'gfe' && book.case.payment === 'insured')
      errors.kind = ['A Good Faith Estimate is for patients without insurance, or who want no claim filed. The case says otherwise.'];
    if (Object.keys(errors).length > 0) throw invalid(errors);
    await checkProviders(
      tx,
      viewer,
      lines.map(({ provider_id: provider }) => provider ?? null),
      'lines',
    );
    if (isEnded(book.case.state)) throw conflict('This case has ended. Please open it again first.');
    const replaced = await replacedBy(tx, keys, book, body.replaces ?? null);
    const service = body.service_on ?? null;
    const days = {
      scheduled_on: body.scheduled_on ?? (service === null ? null : localDay(now, zone)),
      service_on: service,
      // Nothing scheduled: the patient asks for it now.
      requested_on:
        body.requested_on ?? (body.kind === 'gfe' && service === null && body.scheduled_on == null ? localDay(now, zone) : null),
    };
    checkDays(days);
    const { due_at, due_words } = dueOf(body.kind, days, replaced !== null);
    const content: EstimateContent = {
      lines,
      apart: body.apart ?? [],
      actuals: [],
      due_words,
      ...(await worked(tx, keys, { viewer, book, now }, basis)),
    };
    const estimateId = deps.newId();
    await insertEstimate(
      tx,
      keys,
      {
        id: estimateId,
        case_id: id,
        kind: body.kind,
        state: 'draft',
        content,
        ...days,
        zone,
        due_at,
        delivered_how: null,
        delivered_at: null,
        delivered_by: null,
        replaces: replaced?.id ?? null,
        created_by: userId,
      },
      now,
    );
    if (replaced !== null) await updateEstimate(tx, keys, replaced.id, { ...replaced, state: 'replaced' }, now);
    const state = caseStateAfter(book.case.state, 'estimating');
    await updateCase(tx, keys, { id, change: state === book.case.state ? {} : { state }, now });
    await recordAudit(tx, actor, now, { action: 'estimate.create', objectType: 'estimate', objectIds: [estimateId, id] });
    await loadCaseInStep(deps, tx, keys, { id, scope });
    return estimateId;
  });
}

async function replacedBy(tx: Tx, keys: OrganizationKeys, book: CaseBook, id: string | null): Promise<EstimateRecord | null> {
  if (id === null) return null;
  const known = await findEstimate(tx, keys, { id, forChange: true });
  if (known === null || known.case_id !== book.case.id) throw invalid({ replaces: ['This estimate is not there.'] });
  if (!mayMoveEstimate(known.state, 'replaced') || known.state === 'replaced')
    throw conflict('This estimate was replaced or settled already.');
  return known;
}

type Body = BodyOf<typeof estimatesContract.update>;

const DAYS = ['scheduled_on', 'service_on', 'requested_on'] as const;
const PAPER = ['lines', 'apart', 'basis', ...DAYS] as const;

export async function changeEstimate(deps: Deps, { viewer, actor, id, body }: Caller & { body: Body }): Promise<void> {
  const { organizationId, userId } = viewer;
  const keys = await deps.keys.keysOf(organizationId);
  const scope = scopeOf(viewer);
  await deps.db.asOrganization(organizationId, async (tx) => {
    const now = deps.clock();
    const found = await findEstimate(tx, keys, { id });
    if (found === null) throw notFound();
    // The case first, as whoever replaces it: two that wait for each other would both fail.
    const book = await loadCase(deps, tx, keys, { id: found.case_id, scope, forChange: true });
    const known = (await findEstimate(tx, keys, { id, forChange: true })) ?? found;
    const state = body.state ?? known.state;
    const lines = body.lines?.map(wholeLine) ?? known.content.lines;
    const actuals = body.actuals ?? known.content.actuals;
    checkMove({ from: known.state, to: state, body, lines, hasActuals: actuals.length > 0 });
    await checkProviders(
      tx,
      viewer,
      lines.map(({ provider_id: provider }) => provider ?? null),
      'lines',
    );
    await checkProviders(
      tx,
      viewer,
      actuals.map(({ provider_id: provider }) => provider),
      'actuals',
    );
    if (body.version !== undefined && body.version !== known.version)
      throw conflict('Somebody has changed this estimate since. Please load it again.');
    if (!mayMoveEstimate(known.state, state)) throw conflict('An estimate goes from draft to handed over to settled.');
    if (known.state !== 'draft' && PAPER.some((field) => body[field] !== undefined))
      throw conflict('What was handed over is not changed. Please make another in its place.');
    const head = await changedHead(tx, keys, { viewer, book, known, body, lines, now });
    const isHandedOver = state === 'delivered' && known.state === 'draft';
    const change: EstimateHead = {
      ...head,
      content: { ...head.content, actuals },
      state,
      ...(isHandedOver ? { delivered_how: body.how ?? null, delivered_at: now, delivered_by: userId } : {}),
    };
    await updateEstimate(tx, keys, id, change, now);
    if (state === 'settled' && known.state !== 'settled')
      await keepSettled(deps, tx, keys, { estimate: { ...known, ...change }, book, userId, now });
    const { version: _version, ...changes } = body;
    await recordAudit(tx, actor, now, {
      action: 'estimate.update',
      objectType: 'estimate',
      objectIds: [id, known.case_id],
      changedFields: Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field])),
    });
    await loadCaseInStep(deps, tx, keys, { id: known.case_id, scope });
  });
}

interface Move {
  from: EstimateState;
  to: EstimateState;
  body: Body;
  lines: readonly EstimateLine[];
  hasActuals: boolean;
}

function checkMove({ from, to, body, lines, hasActuals }: Move): void {
  if (from === to) return;
  if (to === 'replaced') throw invalid({ state: ['An estimate is replaced by making another in its place.'] });
  if (to === 'delivered' && body.how === undefined) throw invalid({ how: ['Please say how it was handed over.'] });
  if (to === 'delivered' && lines.length === 0) throw invalid({ lines: ['Please name what is charged before you hand it over.'] });
  if (to === 'settled' && !hasActuals) throw invalid({ actuals: ['Please enter what was billed.'] });
}

async function changedHead(
  tx: Tx,
  keys: OrganizationKeys,
  {
    viewer,
    book,
    known,
    body,
    lines,
    now,
  }: { viewer: Viewer; book: CaseBook; known: EstimateRecord; body: Body; lines: EstimateLine[]; now: Date },
): Promise<EstimateHead> {
  const days: Days = {
    scheduled_on: body.scheduled_on === undefined ? known.scheduled_on : body.scheduled_on,
    service_on: body.service_on === undefined ? known.service_on : body.service_on,
    requested_on: body.requested_on === undefined ? known.requested_on : body.requested_on,
  };
  checkDays(days);
  const isMoved = DAYS.some((field) => body[field] !== undefined);
  const due = isMoved ? dueOf(known.kind, days, known.replaces !== null) : { due_at: known.due_at, due_words: known.content.due_words };
  const figures = body.basis === undefined ? {} : await worked(tx, keys, { viewer, book, now }, body.basis);
  return {
    ...known,
    ...days,
    due_at: due.due_at,
    content: { ...known.content, ...figures, lines, apart: body.apart ?? known.content.apart, due_words: due.due_words },
  };
}
