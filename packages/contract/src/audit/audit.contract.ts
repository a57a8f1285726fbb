/** What was done in the caller's organization, for its managers (product.md 12.4). */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ALL_AUDIT_ACTIONS, AUDIT_KINDS } from './audit-actions.ts';
import { id, instant, pageQuery, queryBoolean } from '../scalars.ts';

export const auditEventSchema = z.object({
  /** Counts up; text, since it may outgrow a number. */
  id: z.string(),
  at: instant,
  kind: z.enum(AUDIT_KINDS),
  /** A word such as 'inquiry.view'. */
  action: z.string(),
  outcome: z.enum(['done', 'refused', 'failed']),
  actor_role: z.enum(['anonymous', 'restricted', 'standard', 'manager', 'admin', 'system']),
  /** Null for what no person did, and without a name for somebody of the platform. */
  user: z.nullable(z.object({ id, name: z.nullable(z.string()), email: z.nullable(z.string()) })),
  object_type: z.nullable(z.string()),
  object_ids: z.array(z.string()),
  address: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  /** Names of fields, never values. */
  changed_fields: z.array(z.string()),
  /** Why a platform admin looked, in their words. */
  reason: z.nullable(z.string()),
  /**
   * The first of `object_ids` that are inquiries whose patient the viewer may see, and of persons the newest inquiry. `patient` null: nobody was named, or the inquiry holds
   * nothing any more. Empty for platform admins.
   */
  inquiries: z.array(z.object({ id, patient: z.nullable(z.string()), has_answer: z.boolean() })),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

/** What the log is searched by. */
export const auditFilters = {
  /** From this instant on, and up to but without this one: whose days they bound is the caller's time zone's business. */
  from: z.optional(z.iso.datetime('Please send an instant.')),
  until: z.optional(z.iso.datetime('Please send an instant.')),
  user_id: z.optional(id),
  kind: z.optional(z.enum(AUDIT_KINDS, 'This filter is not known.')),
  action: z.optional(z.enum(ALL_AUDIT_ACTIONS, 'This filter is not known.')),
};
const SORTS = ['at', '-at', 'action', '-action'] as const;

export const auditContract = {
  /** The newest first unless sorted otherwise. */
  list: endpoint({
    method: 'GET',
    path: '/audit',
    access: 'manager',
    query: z.strictObject({
      ...pageQuery,
      ...auditFilters,
      /** Leaves out what a screen's own refreshing showed again ('inquiry.list-again'), unless it is asked for. An export keeps it. */
      folded: z.optional(queryBoolean),
      sort: z.optional(z.enum(SORTS, 'This list cannot be sorted by that.')),
    }),
    replies: { 200: z.object({ audit_events: z.array(auditEventSchema) }) },
  }),
  /** The same rows as CSV, all of them; cells that a spreadsheet would run are defused. */
  export: endpoint({
    method: 'GET',
    path: '/audit/export',
    access: 'manager',
    query: z.strictObject(auditFilters),
    produces: 'stream',
    replies: { 200: null },
  }),
};
