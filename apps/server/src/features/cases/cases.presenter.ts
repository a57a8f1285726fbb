/** Cases and their parts as they may leave. */
import type { CallAnswer, CallSheet, CallSheetRow } from '@coverlight/contract/cases/call-sheet.schema.ts';
import type { GridCell } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { Case, CaseNote, CaseRow, CaseTask } from '@coverlight/contract/cases/case.schema.ts';
import type { NetworkVerdict } from '@coverlight/contract/cases/network-rule.schema.ts';
import { callValueText } from '@coverlight/domain/cases/call-answers.ts';
import { questionWords } from '@coverlight/domain/cases/call-questions.ts';
import { countCells } from '@coverlight/domain/cases/case-grid.ts';
import { isEnded } from '@coverlight/domain/cases/case-states.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { CallAnswerRecord, CallSheetRecord } from './calls/calls.repository.ts';
import { endedBecause, type CaseBook } from './case-book.ts';
import type { CaseNoteRecord } from './case-notes.repository.ts';
import { titleAt } from './case-places.ts';
import type { CaseTaskRecord } from './tasks/case-tasks.repository.ts';
import type { CaseListRow, CaseRecord } from './cases.repository.ts';

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** `today` is the practice's day. */
function presentHead(row: CaseRecord | CaseListRow, today: string) {
  const dues = [row.due_on, row.task_due_on].filter((day) => day !== null);
  return {
    id: row.id,
    person_id: row.person_id,
    patient: row.patient,
    payer: { id: row.payer_id, name: row.payer_name },
    provider: { id: row.provider_id, name: row.provider_name },
    levels: row.levels,
    state: row.state,
    assignee: named(row.assignee_id, row.assignee_name),
    due_on: row.due_on,
    is_late: !isEnded(row.state) && dues.some((day) => day < today),
    open_tasks: row.open_tasks,
    created_by: { id: row.created_by, name: row.creator_name },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  };
}

export function presentCaseRow(keys: OrganizationKeys, row: CaseListRow, today: string): CaseRow {
  const { next_task: next } = row;
  return {
    ...presentHead(row, today),
    next_task: next === null ? null : { title: keys.decryptText(titleAt(next.id), next.title), due_on: next.due_on },
  };
}

export const presentTask = (task: CaseTaskRecord): CaseTask => ({
  id: task.id,
  case_id: task.case_id,
  code: task.code,
  title: task.title,
  assignee: named(task.assignee_id, task.assignee_name),
  due_on: task.due_on,
  state: task.state,
  created_at: task.created_at.toISOString(),
  closed_at: task.closed_at?.toISOString() ?? null,
  closed_itself: task.closed_itself,
  version: task.version,
});

export const presentCells = ({ cells }: CaseBook): GridCell[] => cells.map(({ owner: _owner, agrees: _agrees, ...cell }) => cell);

export function presentCase(book: CaseBook, network: NetworkVerdict): Case {
  const open = book.tasks.filter(({ state }) => state === 'open');
  const firstDue =
    open
      .map(({ due_on: due }) => due)
      .filter((due) => due !== null)
      .toSorted()[0] ?? null;
  return {
    ...presentHead({ ...book.case, open_tasks: open.length, task_due_on: firstDue }, book.today),
    reason: book.case.reason,
    payment: book.case.payment,
    inquiries: book.inquiries.map(({ link, inquiry }) => ({
      id: inquiry.id,
      role: link.role,
      company: link.company,
      hop: link.hop,
      payer: { id: inquiry.payer.id, name: inquiry.payer_name_override ?? inquiry.payer.name },
      status: inquiry.status,
      may_be_somebody_else: inquiry.may_be_somebody_else,
      created_at: inquiry.created_at,
      answered_at: inquiry.answered_at,
    })),
    companies: book.companies,
    tasks: book.tasks.map(presentTask),
    known: countCells(book.cells, book.case.levels),
    network,
  };
}

export const presentNote = (note: CaseNoteRecord): CaseNote => ({
  id: note.id,
  case_id: note.case_id,
  text: note.text,
  user: { id: note.user_id, name: note.user_name },
  mentions: note.mentions,
  created_at: note.created_at.toISOString(),
});

export const presentSheetRow = (sheet: CallSheetRecord): CallSheetRow => ({
  id: sheet.id,
  case_id: sheet.case_id,
  company: sheet.content.company,
  state: sheet.state,
  created_by: { id: sheet.created_by, name: sheet.creator_name },
  created_at: sheet.created_at.toISOString(),
  version: sheet.version,
});

/** `all`: every answer of the case, of which a later one may correct it. */
export function presentAnswer(answer: CallAnswerRecord, all: readonly CallAnswerRecord[], today: string): CallAnswer {
  const { question, level, network, content } = answer;
  return {
    id: answer.id,
    call_sheet_id: answer.call_sheet_id,
    question,
    level,
    network,
    words: questionWords(question, level, network),
    value: content.value,
    text: callValueText(question, content.value),
    rep_name: content.rep_name,
    reference_no: content.reference_no,
    called_at: answer.called_at.toISOString(),
    ended_at: answer.ended_at?.toISOString() ?? null,
    on_hold_seconds: answer.on_hold_seconds,
    user: { id: answer.user_id, name: answer.user_name },
    phone: content.phone,
    company: content.company,
    supersedes: answer.supersedes,
    ended: endedBecause(answer, all, today),
    valid_until: answer.valid_until,
  };
}

export function presentSheet(sheet: CallSheetRecord, all: readonly CallAnswerRecord[], today: string): CallSheet {
  const own = all.filter(({ call_sheet_id: of }) => of === sheet.id);
  const { company, purpose, phone, phone_origin, phones, questions } = sheet.content;
  const answerTo = (asked: (typeof questions)[number]) =>
    own.findLast(
      (answer) =>
        answer.question === asked.question &&
        answer.level === asked.level &&
        answer.network === asked.network &&
        endedBecause(answer, all, today) === null,
    )?.id ?? null;
  return {
    ...presentSheetRow(sheet),
    inquiry_id: sheet.inquiry_id,
    company,
    purpose,
    phone,
    phone_origin,
    phones,
    questions: questions.map((question) => ({ ...question, answer_id: answerTo(question) })),
    answers: own.map((answer) => presentAnswer(answer, all, today)),
    updated_at: sheet.updated_at.toISOString(),
  };
}
