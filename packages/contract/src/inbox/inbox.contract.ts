/** 'What changed': what somebody has to look at (product.md 18.5). */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { CHANGE_CODES, GRAVITIES } from '../persons/changes.schema.ts';
import { filledList, id, idParams, instant, isoDate, pageQuery } from '../scalars.ts';

export const INBOX_STATES = ['open', 'snoozed', 'done'] as const;
export const INBOX_RESOLUTIONS = ['acted', 'not_useful'] as const;

export const inboxItemSchema = z.object({
  id,
  person_id: z.nullable(id),
  /** Null where it is about no check: a plan that was paused. */
  inquiry_id: z.nullable(id),
  /** The practice's own rule that ends or fits nothing; null: it is about none. */
  network_rule_id: z.nullable(id),
  /** Whom it is about, in short; '' where it is about nobody. */
  patient: z.string(),
  birth_date: z.nullable(isoDate),
  payer_name: z.nullable(z.string()),
  gravest: z.enum(GRAVITIES),
  codes: z.array(z.enum(CHANGE_CODES)),
  /** One plain sentence of the gravest change. */
  words: z.string(),
  state: z.enum(INBOX_STATES),
  created_at: instant,
  due_on: z.nullable(isoDate),
  snoozed_until: z.nullable(instant),
  assignee_id: z.nullable(id),
  assignee_name: z.nullable(z.string()),
  resolution: z.nullable(z.enum(INBOX_RESOLUTIONS)),
});
export type InboxItem = z.infer<typeof inboxItemSchema>;

export const inboxSettingsSchema = z.object({
  /** From so many days before its end a coverage counts as ending soon. */
  ends_soon_days: z.number(),
  /** They never come to the inbox; answers and timelines still tell them. */
  muted_codes: z.array(z.enum(CHANGE_CODES)),
});
export type InboxSettings = z.infer<typeof inboxSettingsSchema>;

export const inboxContract = {
  /** Urgent first, then newest first. */
  list: endpoint({
    method: 'GET',
    path: '/inbox',
    access: 'user',
    query: z.strictObject({
      ...pageQuery,
      state: z.optional(z.enum(INBOX_STATES)),
      /** Any of them. */
      code: z.optional(filledList(CHANGE_CODES)),
      assignee_id: z.optional(id),
    }),
    replies: { 200: z.object({ items: z.array(inboxItemSchema) }) },
  }),
  /** `done` wants a resolution, or takes `acted`; `snoozed` wants `until`, an instant to come; `open` takes either back. */
  change: endpoint({
    method: 'PATCH',
    path: '/inbox/:id',
    access: 'user',
    params: idParams,
    body: z.strictObject({
      state: z.optional(z.enum(INBOX_STATES)),
      until: z.optional(z.nullable(instant)),
      resolution: z.optional(z.nullable(z.enum(INBOX_RESOLUTIONS))),
      assignee_id: z.optional(z.nullable(id)),
    }),
    replies: { 200: z.object({ item: inboxItemSchema }) },
  }),
  settings: endpoint({
    method: 'GET',
    path: '/inbox/settings',
    access: 'user',
    replies: { 200: z.object({ settings: inboxSettingsSchema }) },
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/inbox/settings',
    access: 'manager',
    body: z.strictObject({
      ends_soon_days: z.optional(z.int().check(z.minimum(1), z.maximum(90))),
      muted_codes: z.optional(z.array(z.enum(CHANGE_CODES)).check(z.maxLength(CHANGE_CODES.length))),
    }),
    replies: { 200: z.object({ settings: inboxSettingsSchema }) },
  }),
  /** How the items closed within 90 days were judged, by code: what to mute. */
  usefulness: endpoint({
    method: 'GET',
    path: '/inbox/usefulness',
    access: 'manager',
    replies: {
      200: z.object({ usefulness: z.array(z.object({ code: z.enum(CHANGE_CODES), closed: z.number(), not_useful: z.number() })) }),
    },
  }),
};
