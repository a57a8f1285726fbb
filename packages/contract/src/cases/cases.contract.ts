import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { createdInquirySchema, refusedInquirySchema } from '../inquiries/inquiry.schema.ts';
import { filledList, id, idParams, pageQuery, phone, queryBoolean, requiredText, text, workDay } from '../scalars.ts';
import { gridCellSchema } from './case-grid.schema.ts';
import {
  CALL_STATES,
  callResultSchema,
  callSheetRowSchema,
  callSheetSchema,
  fixedQuestionSchema,
  PHONE_ORIGINS,
} from './call-sheet.schema.ts';
import {
  CASE_STATES,
  CASE_TASK_STATES,
  caseEventSchema,
  caseNoteSchema,
  caseRoleSchema,
  caseRowSchema,
  caseSchema,
  caseStateSchema,
  caseTaskSchema,
  careLevelsSchema,
  paymentWaySchema,
} from './case.schema.ts';

const one = z.object({ case: caseSchema });
const sheet = z.object({ call_sheet: callSheetSchema });
const task = z.object({ case_task: caseTaskSchema });
/** What was read; 409 where somebody has saved since. Absent: the last one wins. */
const version = z.optional(z.int());

export const CASE_VIEWS = ['mine', 'nobody', 'late'] as const;
export const MOST_NOTE_CHARACTERS = 4000;
/** With line breaks, which `text` refuses. */
const noteText = z.string().check(
  z.trim(),
  z.minLength(1, 'This field is required.'),
  z.maxLength(MOST_NOTE_CHARACTERS, `Please use at most ${MOST_NOTE_CHARACTERS} characters.`),
  z.refine(
    (value) => !/[\p{Cs}\u{61C}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2066}-\u{2069}\0]/u.test(value),
    'Please remove invisible characters.',
  ),
);

export const casesContract = {
  /** Without a view all open ones. Those due first lead, then the newest. */
  list: endpoint({
    method: 'GET',
    path: '/cases',
    access: 'user',
    query: z.strictObject({
      ...pageQuery,
      view: z.optional(z.enum(CASE_VIEWS)),
      state: z.optional(filledList(CASE_STATES)),
      /** Cases that this inquiry belongs to. */
      inquiry_id: z.optional(id),
    }),
    replies: { 200: z.object({ cases: z.array(caseRowSchema) }) },
  }),
  create: endpoint({
    method: 'POST',
    path: '/cases',
    access: 'user',
    body: z.strictObject({
      inquiry_id: id,
      provider_id: id,
      levels: careLevelsSchema,
      reason: z.optional(z.nullable(text(200))),
      payment: z.optional(z.nullable(paymentWaySchema)),
    }),
    replies: { 201: one },
  }),
  get: endpoint({ method: 'GET', path: '/cases/:id', access: 'user', params: idParams, replies: { 200: one } }),
  update: endpoint({
    method: 'PUT',
    path: '/cases/:id',
    access: 'user',
    params: idParams,
    body: z.strictObject({
      assignee_id: z.optional(z.nullable(id)),
      state: z.optional(caseStateSchema),
      due_on: z.optional(z.nullable(workDay)),
      levels: z.optional(careLevelsSchema),
      provider_id: z.optional(id),
      reason: z.optional(z.nullable(text(200))),
      payment: z.optional(z.nullable(paymentWaySchema)),
      version,
    }),
    replies: { 200: one },
  }),
  /** 70 cells, in the order level, fact, network. */
  grid: endpoint({
    method: 'GET',
    path: '/cases/:id/grid',
    access: 'user',
    params: idParams,
    replies: { 200: z.object({ cells: z.array(gridCellSchema) }) },
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/cases/:id/timeline',
    access: 'user',
    params: idParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.object({ events: z.array(caseEventSchema) }) },
  }),
  /** Asks a company that the case's answers name, for the same patient and levels; its answer joins the case. */
  checkCompany: endpoint({
    method: 'POST',
    path: '/cases/:id/checks',
    access: 'user',
    needsSubscription: true,
    params: idParams,
    body: z.strictObject({
      /** `name` of one of `companies`. */
      company: requiredText(200),
      /** In place of the payer found by name; needed where none is. */
      payer_id: z.optional(z.nullable(id)),
      /** In place of the member id that was told. */
      memberId: z.optional(z.nullable(text(80))),
    }),
    replies: { 201: createdInquirySchema, 422: refusedInquirySchema },
  }),
  /** Joins a check that was made elsewhere, such as in the form. */
  addInquiry: endpoint({
    method: 'POST',
    path: '/cases/:id/inquiries',
    access: 'user',
    params: idParams,
    body: z.strictObject({ inquiry_id: id, role: caseRoleSchema, company: z.optional(z.nullable(text(200))) }),
    replies: { 201: one },
  }),
  notes: endpoint({
    method: 'GET',
    path: '/cases/:id/notes',
    access: 'user',
    params: idParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.object({ notes: z.array(caseNoteSchema) }) },
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/cases/:id/notes',
    access: 'user',
    params: idParams,
    /** `mentions`: colleagues to tell by mail that they are mentioned. */
    body: z.strictObject({ text: noteText, mentions: z.optional(z.array(id).check(z.maxLength(10))) }),
    replies: { 201: z.object({ note: caseNoteSchema }) },
  }),
  addTask: endpoint({
    method: 'POST',
    path: '/cases/:id/tasks',
    access: 'user',
    params: idParams,
    body: z.strictObject({
      title: requiredText(200),
      assignee_id: z.optional(z.nullable(id)),
      due_on: z.optional(z.nullable(workDay)),
    }),
    replies: { 201: task },
  }),
  updateTask: endpoint({
    method: 'PUT',
    path: '/case-tasks/:id',
    access: 'user',
    params: idParams,
    body: z.strictObject({
      /** Of a task made by hand only. */
      title: z.optional(requiredText(200)),
      assignee_id: z.optional(z.nullable(id)),
      due_on: z.optional(z.nullable(workDay)),
      state: z.optional(z.enum(CASE_TASK_STATES)),
      version,
    }),
    replies: { 200: task },
  }),
  callSheets: endpoint({
    method: 'GET',
    path: '/cases/:id/call-sheets',
    access: 'user',
    params: idParams,
    replies: { 200: z.object({ call_sheets: z.array(callSheetRowSchema) }) },
  }),
  /** From the cells that are not stated or contradict, for the levels that are sought. */
  makeCallSheet: endpoint({
    method: 'POST',
    path: '/cases/:id/call-sheets',
    access: 'user',
    params: idParams,
    body: z.strictObject({
      /** Whom to call; absent: whoever has the say about the most that is open. */
      company: z.optional(z.nullable(requiredText(200))),
      purpose: z.optional(z.nullable(text(200))),
      /** Of the fixed list; absent: all of them. */
      fixed: z.optional(z.array(fixedQuestionSchema)),
    }),
    replies: { 201: sheet },
  }),
  callSheet: endpoint({ method: 'GET', path: '/call-sheets/:id', access: 'user', params: idParams, replies: { 200: sheet } }),
  updateCallSheet: endpoint({
    method: 'PUT',
    path: '/call-sheets/:id',
    access: 'user',
    params: idParams,
    body: z.strictObject({
      state: z.optional(z.enum(CALL_STATES)),
      /** One of `phones`, or typed from the member's card. */
      phone: z.optional(phone),
      phone_origin: z.optional(z.enum(PHONE_ORIGINS)),
      purpose: z.optional(z.nullable(text(200))),
      fixed: z.optional(z.array(fixedQuestionSchema)),
      version,
    }),
    replies: { 200: sheet },
  }),
  addCallAnswers: endpoint({
    method: 'POST',
    path: '/call-sheets/:id/answers',
    access: 'user',
    params: idParams,
    body: callResultSchema,
    replies: { 201: sheet },
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/cases/:id/pdf',
    access: 'user',
    params: idParams,
    produces: 'stream',
    /** IANA zone; America/Los_Angeles if absent. */
    query: z.strictObject({ zone: z.optional(text(64)), notes: z.optional(queryBoolean) }),
    replies: { 200: null },
  }),
};
