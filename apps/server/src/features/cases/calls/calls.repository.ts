/** Call sheets, and what was told on the telephone: answers are added, never changed. */
import type {
  CallQuestion,
  CallQuestionKey,
  CallState,
  CallValue,
  FixedQuestion,
  PhoneChoice,
  PhoneOrigin,
} from '@coverlight/contract/cases/call-sheet.schema.ts';
import type { GridNetwork } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { answerAt, sheetAt } from '../case-places.ts';

/** What a sheet says, as it stood when it was made. */
export interface SheetContent {
  company: string | null;
  purpose: string | null;
  phone: string | null;
  phone_origin: PhoneOrigin | null;
  phones: PhoneChoice[];
  questions: Omit<CallQuestion, 'answer_id'>[];
  fixed: FixedQuestion[];
}

export interface CallSheetRecord {
  id: string;
  case_id: string;
  inquiry_id: string;
  state: CallState;
  content: SheetContent;
  created_by: string;
  creator_name: string;
  created_at: Date;
  updated_at: Date;
  version: number;
}

type StoredSheet = Omit<CallSheetRecord, 'content'> & { content: Buffer };
const openSheet = (keys: OrganizationKeys, row: StoredSheet): CallSheetRecord => ({
  ...row,
  content: keys.decryptJson(sheetAt(row.id), row.content) as SheetContent,
});

const SHEET = `SELECT s.id, s.case_id, s.inquiry_id, s.state, s.content, s.created_by, trim(u.first_name || ' ' || u.last_name) AS creator_name,
    s.created_at, s.updated_at, s.version
  FROM call_sheets s JOIN users u ON u.organization_id = s.organization_id AND u.id = s.created_by`;

/** Newest first. */
export async function listCallSheets(tx: Tx, keys: OrganizationKeys, caseId: string): Promise<CallSheetRecord[]> {
  const rows = await tx.query<StoredSheet & Record<string, unknown>>(
    'list-call-sheets',
    `${SHEET} WHERE s.organization_id = $1 AND s.case_id = $2 ORDER BY s.created_at DESC, s.id DESC`,
    [keys.organizationId, caseId],
  );
  return rows.map((row) => openSheet(keys, row));
}

/** `forChange` locks its row. */
export async function findCallSheet(
  tx: Tx,
  keys: OrganizationKeys,
  { id, forChange = false }: { id: string; forChange?: boolean },
): Promise<CallSheetRecord | null> {
  const [row] = await tx.query<StoredSheet & Record<string, unknown>>(
    forChange ? 'lock-call-sheet' : 'find-call-sheet',
    `${SHEET} WHERE s.organization_id = $1 AND s.id = $2${forChange ? ' FOR UPDATE OF s' : ''}`,
    [keys.organizationId, id],
  );
  return row === undefined ? null : openSheet(keys, row);
}

export interface NewCallSheet {
  id: string;
  caseId: string;
  inquiryId: string;
  content: SheetContent;
  userId: string;
  now: Date;
}

export async function insertCallSheet(tx: Tx, keys: OrganizationKeys, sheet: NewCallSheet): Promise<void> {
  await tx.query(
    'insert-call-sheet',
    `INSERT INTO call_sheets (organization_id, id, case_id, inquiry_id, state, content, created_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'draft', $5, $6, $7, $7)`,
    [
      keys.organizationId,
      sheet.id,
      sheet.caseId,
      sheet.inquiryId,
      keys.encryptJson(sheetAt(sheet.id), sheet.content),
      sheet.userId,
      sheet.now,
    ],
  );
}

/** The row is locked already. */
export async function updateCallSheet(
  tx: Tx,
  keys: OrganizationKeys,
  { id, state, content, now }: { id: string; state: CallState; content: SheetContent; now: Date },
): Promise<void> {
  await tx.query(
    'update-call-sheet',
    'UPDATE call_sheets SET state = $3, content = $4, updated_at = $5, version = version + 1 WHERE organization_id = $1 AND id = $2',
    [keys.organizationId, id, state, keys.encryptJson(sheetAt(id), content), now],
  );
}

/** Who said it, where, under which number. */
export interface AnswerContent {
  value: CallValue;
  rep_name: string;
  reference_no: string;
  phone: string | null;
  company: string | null;
}

export interface CallAnswerRecord {
  id: string;
  call_sheet_id: string;
  question: CallQuestionKey;
  level: CareLevelKey | null;
  network: GridNetwork | null;
  content: AnswerContent;
  called_at: Date;
  ended_at: Date | null;
  on_hold_seconds: number | null;
  user_id: string;
  user_name: string;
  supersedes: string | null;
  valid_until: string;
}

/** Of all sheets of a case, oldest call first. */
export async function listCallAnswers(tx: Tx, keys: OrganizationKeys, caseId: string): Promise<CallAnswerRecord[]> {
  const rows = await tx.query<Omit<CallAnswerRecord, 'content'> & { content: Buffer }>(
    'list-call-answers',
    `SELECT w.id, w.call_sheet_id, w.question, w.level, w.network, w.content, w.called_at, w.ended_at, w.on_hold_seconds, w.user_id,
       trim(u.first_name || ' ' || u.last_name) AS user_name, w.supersedes, w.valid_until
     FROM call_answers w JOIN users u ON u.organization_id = w.organization_id AND u.id = w.user_id
     WHERE w.organization_id = $1 AND w.case_id = $2 ORDER BY w.called_at, w.id`,
    [keys.organizationId, caseId],
  );
  return rows.map((row) => ({ ...row, content: keys.decryptJson(answerAt(row.id), row.content) as AnswerContent }));
}

export type NewCallAnswer = Omit<CallAnswerRecord, 'user_name' | 'call_sheet_id'>;

export async function insertCallAnswers(
  tx: Tx,
  keys: OrganizationKeys,
  { caseId, sheetId, answers, now }: { caseId: string; sheetId: string; answers: readonly NewCallAnswer[]; now: Date },
): Promise<void> {
  await tx.query(
    'insert-call-answers',
    `INSERT INTO call_answers (organization_id, id, call_sheet_id, case_id, question, level, network, content, called_at, ended_at, on_hold_seconds,
       user_id, supersedes, valid_until, created_at)
     SELECT $1, x.id, $2, $3, x.question, x.level, x.network, x.content, x.called_at, x.ended_at, x.on_hold_seconds, x.user_id, x.supersedes,
       x.valid_until, $4
     FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::bytea[], $10::timestamptz[], $11::timestamptz[], $12::int[], $13::text[],
       $14::text[], $15::date[]) AS x (id, question, level, network, content, called_at, ended_at, on_hold_seconds, user_id, supersedes, valid_until)`,
    [
      keys.organizationId,
      sheetId,
      caseId,
      now,
      answers.map(({ id }) => id),
      answers.map(({ question }) => question),
      answers.map(({ level }) => level),
      answers.map(({ network }) => network),
      answers.map(({ id, content }) => keys.encryptJson(answerAt(id), content)),
      answers.map((answer) => answer.called_at),
      answers.map((answer) => answer.ended_at),
      answers.map((answer) => answer.on_hold_seconds),
      answers.map((answer) => answer.user_id),
      answers.map(({ supersedes }) => supersedes),
      answers.map((answer) => answer.valid_until),
    ],
  );
}
