/** Makes call sheets, changes them, and keeps what was told (product.md 20.2, 20.3). */
import type { BodyOf } from '@coverlight/contract/endpoint.ts';
import { FIXED_QUESTIONS, type CallResult, type CallSheet, type FixedQuestion } from '@coverlight/contract/cases/call-sheet.schema.ts';
import type { casesContract } from '@coverlight/contract/cases/cases.contract.ts';
import { validUntil, VALUE_TYPES } from '@coverlight/domain/cases/call-answers.ts';
import { phonesToCall } from '@coverlight/domain/cases/call-phones.ts';
import { callQuestions, companyToCall } from '@coverlight/domain/cases/call-questions.ts';
import { asksCompany } from '@coverlight/domain/cases/case-grid.ts';
import { caseStateAfter, isEnded, mayMoveSheet } from '@coverlight/domain/cases/case-states.ts';
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { scopeOf, type Viewer } from '#http/viewer.ts';
import {
  findCallSheet,
  insertCallAnswers,
  insertCallSheet,
  listCallAnswers,
  updateCallSheet,
  type CallSheetRecord,
  type NewCallAnswer,
  type SheetContent,
} from './calls.repository.ts';
import { loadCase, type CaseBook } from '../case-book.ts';
import { findCase, updateCase } from '../cases.repository.ts';
import { presentSheet } from '../cases.presenter.ts';
import { listPhonesOf } from './payer-phones.repository.ts';
import { loadCaseInStep } from '../tasks/sync-tasks.ts';

interface Caller {
  viewer: Viewer;
  actor: Actor;
  id: string;
}

const ENDED = 'This case has ended. Please open it again first.';

/** The answer of whom is called, else the main one. */
const inquiryFor = (book: CaseBook, company: string) => {
  const at = book.answers.findLastIndex((answer) => asksCompany(answer, company));
  return book.inquiries[at] ?? book.main;
};

async function phonesFor(tx: Tx, book: CaseBook, company: string) {
  const own = inquiryFor(book, company);
  const isOwn = ({ record }: CaseBook['main']) => record.id === own.record.id;
  const answers = book.inquiries.flatMap((each) => {
    const { coverage } = each.inquiry;
    return coverage?.plan == null ? [] : [{ coverage, plan: coverage.plan, isOwn: isOwn(each) && asksMain(book, each, company) }];
  });
  const payerId = book.companies.find(({ name }) => name === company)?.payer_id;
  const isAsked = asksMain(book, own, company);
  const listed = isAsked ? await listPhonesOf(tx, own.record.payer_id) : payerId == null ? [] : await listPhonesOf(tx, payerId);
  return phonesToCall({ company, answers, levels: book.case.levels, listed });
}

/** False where the main answer stands in for a company that was not asked: its own numbers are not that company's. */
function asksMain(book: CaseBook, { record }: CaseBook['main'], company: string): boolean {
  const answer = book.answers.find(({ inquiryId }) => inquiryId === record.id);
  const isNamed = book.companies.some(({ name }) => name === company);
  return answer !== undefined && (!isNamed || asksCompany(answer, company));
}

function contentOf(
  book: CaseBook,
  { company, purpose, fixed }: { company: string | null; purpose: string | null; fixed: readonly FixedQuestion[] },
): Pick<SheetContent, 'questions' | 'purpose' | 'fixed'> {
  return { purpose, fixed: [...fixed], questions: callQuestions(book.cells, { levels: book.case.levels, company, fixed }) };
}

export async function makeCallSheet(
  deps: Deps,
  { viewer, actor, id, body }: Caller & { body: BodyOf<typeof casesContract.makeCallSheet> },
): Promise<CallSheet> {
  const { organizationId, userId } = viewer;
  const keys = await deps.keys.keysOf(organizationId);
  const scope = scopeOf(viewer);
  return await deps.db.asOrganization(organizationId, async (tx) => {
    const now = deps.clock();
    const book = await loadCase(deps, tx, keys, { id, scope, forChange: true });
    if (isEnded(book.case.state)) throw conflict(ENDED);
    const main = book.main.record.payer_name_override ?? book.main.record.payer_name;
    const wanted = body.company ?? null;
    const company = wanted ?? companyToCall(book.cells, book.case.levels) ?? main;
    const phones = await phonesFor(tx, book, company);
    const [best] = phones;
    const sheetId = deps.newId();
    const content: SheetContent = {
      ...contentOf(book, { company: wanted, purpose: body.purpose ?? null, fixed: body.fixed ?? FIXED_QUESTIONS }),
      company,
      phones,
      phone: best?.phone ?? null,
      phone_origin: best?.origin ?? null,
    };
    await insertCallSheet(tx, keys, {
      id: sheetId,
      caseId: id,
      inquiryId: inquiryFor(book, company).record.id,
      content,
      userId,
      now,
    });
    const state = caseStateAfter(book.case.state, 'calling');
    await updateCase(tx, keys, { id, change: state === book.case.state ? {} : { state }, now });
    await recordAudit(tx, actor, now, { action: 'call-sheet.create', objectType: 'call-sheet', objectIds: [sheetId, id] });
    return await sheetAnswer(deps, tx, keys, sheetId);
  });
}

async function sheetAnswer(deps: Pick<Deps, 'clock'>, tx: Tx, keys: OrganizationKeys, id: string): Promise<CallSheet> {
  const sheet = await findCallSheet(tx, keys, { id });
  if (sheet === null) throw new Error('a sheet that was just written is not there');
  return presentSheet(sheet, await listCallAnswers(tx, keys, sheet.case_id), localDay(deps.clock(), DEFAULT_ZONE));
}

/** Throws 404 where it, or its case, is not in the scope. */
async function visibleSheet(tx: Tx, keys: OrganizationKeys, viewer: Viewer, id: string, forChange: boolean): Promise<CallSheetRecord> {
  const sheet = await findCallSheet(tx, keys, { id, forChange });
  if (sheet === null || (await findCase(tx, keys, scopeOf(viewer), { id: sheet.case_id })) === null) throw notFound();
  return sheet;
}

export async function readCallSheet(deps: Deps, { viewer, actor, id }: Caller): Promise<CallSheet> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    await visibleSheet(tx, keys, viewer, id, false);
    await recordAudit(tx, actor, deps.clock(), { action: 'call-sheet.view', objectType: 'call-sheet', objectIds: [id] });
    return await sheetAnswer(deps, tx, keys, id);
  });
}

export async function changeCallSheet(
  deps: Deps,
  { viewer, actor, id, body }: Caller & { body: BodyOf<typeof casesContract.updateCallSheet> },
): Promise<CallSheet> {
  const keys = await deps.keys.keysOf(viewer.organizationId);
  return await deps.db.asOrganization(viewer.organizationId, async (tx) => {
    const now = deps.clock();
    const sheet = await visibleSheet(tx, keys, viewer, id, true);
    if (body.version !== undefined && body.version !== sheet.version)
      throw conflict('Somebody has changed this call sheet since. Please load it again.');
    const answers = await listCallAnswers(tx, keys, sheet.case_id);
    const state = body.state ?? sheet.state;
    if (
      !mayMoveSheet(
        sheet.state,
        state,
        answers.some(({ call_sheet_id: of }) => of === id),
      )
    )
      throw conflict('A call ends with its answers and a reference number. Please enter them first.');
    const { version: _version, ...changes } = body;
    await updateCallSheet(tx, keys, { id, state, content: await changedContent(deps, tx, keys, { sheet, viewer, body }), now });
    await recordAudit(tx, actor, now, {
      action: 'call-sheet.update',
      objectType: 'call-sheet',
      objectIds: [id, sheet.case_id],
      changedFields: Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field])),
    });
    return await sheetAnswer(deps, tx, keys, id);
  });
}

const digits = (phone: string) => phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

async function changedContent(
  deps: Deps,
  tx: Tx,
  keys: OrganizationKeys,
  { sheet, viewer, body }: { sheet: CallSheetRecord; viewer: Viewer; body: BodyOf<typeof casesContract.updateCallSheet> },
): Promise<SheetContent> {
  let { content } = sheet;
  if (body.purpose !== undefined) content = { ...content, purpose: body.purpose };
  if (body.phone !== undefined) {
    const wanted = body.phone;
    const known = content.phones.find(({ phone }) => digits(phone) === digits(wanted));
    content = { ...content, phone: known?.phone ?? wanted, phone_origin: known?.origin ?? 'typed' };
  }
  if (body.fixed === undefined) return content;
  const book = await loadCase(deps, tx, keys, { id: sheet.case_id, scope: scopeOf(viewer) });
  const cells = content.questions.filter(({ level }) => level !== null);
  const fixed = contentOf(book, { company: null, purpose: null, fixed: body.fixed }).questions.filter(({ level }) => level === null);
  return { ...content, fixed: body.fixed, questions: [...cells, ...fixed] };
}

const DAY_MS = 24 * 60 * 60_000;
/** Nothing that was told before would count any more. */
const OLDEST_DAYS = 366;

/** What is wrong with the times of a call, under the key of the body that holds it. */
function checkTimes({ called_at, ended_at }: CallResult, now: Date): void {
  const soon = now.getTime() + 5 * 60_000;
  const began = new Date(called_at).getTime();
  if (began > soon) throw invalid({ called_at: ['A call cannot have been made in the future.'] });
  if (began < now.getTime() - OLDEST_DAYS * DAY_MS) throw invalid({ called_at: ['Please enter a call of the last year.'] });
  if (ended_at == null) return;
  const ended = new Date(ended_at).getTime();
  if (ended < began) throw invalid({ ended_at: ['The call ended before it began.'] });
  if (ended > soon || ended > began + DAY_MS) throw invalid({ ended_at: ['Please check when the call ended.'] });
}

/** What is wrong with its answers. */
function checkAnswers(sheet: CallSheetRecord, known: CaseBook['calls'], result: CallResult): void {
  for (const { question, level, network, value, supersedes } of result.answers) {
    const asked = sheet.content.questions.find(
      (each) => each.question === question && each.level === (level ?? null) && each.network === (network ?? null),
    );
    if (asked === undefined) throw invalid({ answers: ['One of these questions is not on the sheet.'] });
    if (!VALUE_TYPES[question].includes(value.type))
      throw invalid({ answers: [`“${asked.words}” is not answered by that kind of value.`] });
    const isOfQuestion = (each: CaseBook['calls'][number]) =>
      each.question === question && each.level === (level ?? null) && each.network === (network ?? null);
    if (supersedes != null && !known.some((each) => each.id === supersedes && isOfQuestion(each)))
      throw invalid({ answers: ['The answer that is corrected is not one of this case to the same question.'] });
  }
}

/** Adds what one call brought. The sheet is done once each of its questions has an answer. */
export async function addCallAnswers(deps: Deps, { viewer, actor, id, result }: Caller & { result: CallResult }): Promise<CallSheet> {
  const { organizationId, userId } = viewer;
  const keys = await deps.keys.keysOf(organizationId);
  const scope = scopeOf(viewer);
  return await deps.db.asOrganization(organizationId, async (tx) => {
    const now = deps.clock();
    // The case first, as whoever makes a sheet: two that wait for each other would both fail.
    const { case_id: caseId } = await visibleSheet(tx, keys, viewer, id, false);
    const book = await loadCase(deps, tx, keys, { id: caseId, scope, forChange: true });
    const sheet = await visibleSheet(tx, keys, viewer, id, true);
    checkTimes(result, now);
    checkAnswers(sheet, book.calls, result);
    if (isEnded(book.case.state)) throw conflict(ENDED);
    const calledAt = new Date(result.called_at);
    const plan = inquiryFor(book, sheet.content.company ?? '').inquiry.coverage?.plan ?? null;
    const until = validUntil(localDay(calledAt, DEFAULT_ZONE), plan);
    const answers = result.answers.map(({ question, level, network, value, supersedes }): NewCallAnswer => ({
      id: deps.newId(),
      question,
      level: level ?? null,
      network: network ?? null,
      content: {
        value,
        rep_name: result.rep_name,
        reference_no: result.reference_no,
        phone: sheet.content.phone,
        company: sheet.content.company,
      },
      called_at: calledAt,
      ended_at: result.ended_at == null ? null : new Date(result.ended_at),
      on_hold_seconds: result.on_hold_seconds ?? null,
      user_id: userId,
      supersedes: supersedes ?? null,
      valid_until: until,
    }));
    await insertCallAnswers(tx, keys, { caseId: sheet.case_id, sheetId: id, answers, now });
    const after = presentSheet(sheet, await listCallAnswers(tx, keys, sheet.case_id), book.today);
    const state = after.questions.every(({ answer_id: answered }) => answered !== null) ? 'done' : 'partly';
    await updateCallSheet(tx, keys, { id, state, content: sheet.content, now });
    await recordAudit(tx, actor, now, {
      action: 'call-sheet.answer',
      objectType: 'call-sheet',
      objectIds: [id, sheet.case_id, ...answers.map((answer) => answer.id)],
    });
    await loadCaseInStep(deps, tx, keys, { id: sheet.case_id, scope });
    return await sheetAnswer(deps, tx, keys, id);
  });
}
