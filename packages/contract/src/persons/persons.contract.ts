/** One person over time: the checks that belong together, and what a practice decides about it (product.md 18). */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { inquiryStatusSchema, PLAN_STATES } from '../inquiries/inquiry.schema.ts';
import { id, idParams, instant, isoDate, pageQuery, text } from '../scalars.ts';
import { CHANGE_CODES, changeSchema, GRAVITIES, notComparableSchema } from './changes.schema.ts';

/** Whom it is about, as far as the viewer may see. */
const personHead = {
  id,
  /** First and last name as typed last, else as the payer returned it; '' where neither is known. */
  name: z.string(),
  dob: z.nullable(isoDate),
};

/** An answer that stands for a policy: its status, and whether that holds still. */
const latestAnswerSchema = z.object({
  inquiry_id: id,
  plan_status: z.nullable(z.string()),
  plan_state: z.nullable(z.enum(PLAN_STATES)),
  /** Out of date: its status reads 'was active on ...'. */
  is_expired: z.boolean(),
  /** The day asked for. */
  as_of: isoDate,
  answered_at: instant,
});

/** One insurance of a person: a payer and a member id. */
const policySchema = z.object({
  payer: z.object({ id, name: z.string() }),
  /** As typed, else as returned; null where neither is known. */
  member_id: z.nullable(z.string()),
  relationship: z.nullable(z.string()),
  /** The newest complete answer whose day asked for has come; null where there is none. A refusal never takes its place. */
  latest: z.nullable(latestAnswerSchema),
  /** The newest attempt after that answer that brought none; null where there is none. */
  refused_since: z.nullable(z.object({ inquiry_id: id, status: inquiryStatusSchema, at: instant })),
  /** When a plan of re-checks asks next; null where none does. */
  next_check_on: z.nullable(isoDate),
  checks: z.number(),
});
export type Policy = z.infer<typeof policySchema>;

export const personSchema = z.object({
  ...personHead,
  /** Goes up with every change; merge and split name it. */
  version: z.number(),
  /** The practice's own patient number; null where none was given. */
  external_id: z.nullable(z.string()),
  policies: z.array(policySchema),
  /** Pairs with other persons that wait for a decision. */
  proposals: z.number(),
  archived_at: z.nullable(instant),
});
export type Person = z.infer<typeof personSchema>;

export const personRowSchema = z.object({
  ...personHead,
  member_ids: z.array(z.string()),
  checks: z.number(),
  last_check_at: z.nullable(instant),
  /** The newest complete answer of all policies whose day asked for has come; null where there is none. */
  latest: z.nullable(latestAnswerSchema),
});
export type PersonRow = z.infer<typeof personRowSchema>;

export const EVENT_KINDS = ['check', 'refused', 'change', 'watch', 'call', 'note', 'task', 'estimate', 'appointment', 'merge'] as const;

export const personEventSchema = z.object({
  at: instant,
  kind: z.enum(EVENT_KINDS),
  /** The check it is about, or came from; null where it is about none. */
  inquiry_id: z.nullable(id),
  /** Of case work: the case it belongs to. */
  case_id: z.nullable(id),
  /** Of a change: the one it was compared with. */
  before_id: z.nullable(id),
  /** Of a merge or a split: the move, as long as it can be undone. */
  move_id: z.nullable(id),
  codes: z.array(z.enum(CHANGE_CODES)),
  /** One plain sentence. */
  words: z.string(),
});
export type PersonEvent = z.infer<typeof personEventSchema>;

/** By what two persons may be the same; no value. */
export const PERSON_KEY_KINDS = [
  'external',
  'id_dob_first',
  'id_dob',
  'name_dob',
  'initial_dob',
  'sound_dob',
  'id_name',
  'id_last',
  'id_first',
] as const;
export type PersonKeyKind = (typeof PERSON_KEY_KINDS)[number];

export const proposalSchema = z.object({
  person: z.object({ ...personHead, member_ids: z.array(z.string()), checks: z.number() }),
  kinds: z.array(z.enum(PERSON_KEY_KINDS)),
  proposed_at: instant,
});
export type Proposal = z.infer<typeof proposalSchema>;

const version = z.number().check(z.minimum(1), z.maximum(2_000_000_000));
const moved = z.object({ move_id: id });
const otherParams = z.object({ id, other_id: id });
const moveParams = z.object({ id, move_id: id });

export const personsContract = {
  /** Found by name, member id or birth date, as lists are searched (product.md 7.4); without `q` those checked last. */
  list: endpoint({
    method: 'GET',
    path: '/persons',
    access: 'user',
    query: z.strictObject({ ...pageQuery, q: z.optional(text(100)) }),
    replies: { 200: z.object({ persons: z.array(personRowSchema) }) },
  }),
  /** Of one that was merged: the person it became part of. */
  get: endpoint({
    method: 'GET',
    path: '/persons/:id',
    access: 'user',
    params: idParams,
    replies: { 200: z.object({ person: personSchema }) },
  }),
  /** Newest first. `before` is the `at` of the last one that was had. */
  events: endpoint({
    method: 'GET',
    path: '/persons/:id/events',
    access: 'user',
    params: idParams,
    query: z.strictObject({ before: z.optional(instant), limit: pageQuery.limit }),
    replies: { 200: z.object({ events: z.array(personEventSchema) }) },
  }),
  proposals: endpoint({
    method: 'GET',
    path: '/persons/:id/proposals',
    access: 'user',
    params: idParams,
    replies: { 200: z.object({ proposals: z.array(proposalSchema) }) },
  }),
  /** 'Not the same person', for good; `is_different: false` takes it back. */
  decide: endpoint({
    method: 'PUT',
    path: '/persons/:id/proposals/:other_id',
    access: 'user',
    params: otherParams,
    body: z.strictObject({ is_different: z.boolean() }),
    replies: { 204: null },
  }),
  /** The other one becomes part of this one. 403 for restricted users, 409 where the person changed meanwhile. */
  merge: endpoint({
    method: 'POST',
    path: '/persons/:id/merge',
    access: 'user',
    params: idParams,
    body: z.strictObject({ other_id: id, version }),
    replies: { 200: moved },
  }),
  /** The checks named get a person of their own. At least one has to stay. */
  split: endpoint({
    method: 'POST',
    path: '/persons/:id/split',
    access: 'user',
    params: idParams,
    body: z.strictObject({ inquiry_ids: z.array(id).check(z.minLength(1), z.maxLength(1000)), version }),
    replies: { 200: z.object({ move_id: id, person_id: id }) },
  }),
  /** Within 30 days, and as long as nothing later stands in its way (409): gives back exactly what was. */
  undoMove: endpoint({
    method: 'POST',
    path: '/persons/:id/moves/:move_id/undo',
    access: 'user',
    params: moveParams,
    replies: { 204: null },
  }),
  /** Archived persons are asked about by no plan and shown in no inbox. */
  archive: endpoint({
    method: 'PUT',
    path: '/persons/:id/archive',
    access: 'user',
    params: idParams,
    body: z.strictObject({ is_archived: z.boolean(), version }),
    replies: { 200: z.object({ person: personSchema }) },
  }),
  /** What is new since the answer before it of the same person and policy. */
  changes: endpoint({
    method: 'GET',
    path: '/inquiries/:id/changes',
    access: 'user',
    params: idParams,
    replies: {
      200: z.object({
        /** Null where there is nothing to compare with. */
        before: z.nullable(z.object({ inquiry_id: id, answered_at: instant, source: z.nullable(z.string()) })),
        not_comparable: z.array(notComparableSchema),
        changes: z.array(changeSchema),
        /** Of all changes; null where there is none. */
        gravest: z.nullable(z.enum(GRAVITIES)),
      }),
    },
  }),
};
