/** What was done in every organization, for platform admins (product.md 12.4). */
import * as z from 'zod/mini';
import { ALL_AUDIT_ACTIONS, AUDIT_KINDS } from '../audit/audit-actions.ts';
import { auditEventSchema } from '../audit/audit.contract.ts';
import { endpoint } from '../endpoint.ts';
import { id, pageQuery } from '../scalars.ts';

export const adminAuditEventSchema = z.object({ ...auditEventSchema.shape, organization: z.object({ id, name: z.string() }) });
export type AdminAuditEvent = z.infer<typeof adminAuditEventSchema>;

export const adminAuditContract = {
  /** The newest first. A total above 10,000 is told as 10,000. */
  list: endpoint({
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    query: z.strictObject({
      ...pageQuery,
      from: z.optional(z.iso.datetime('Please send an instant.')),
      until: z.optional(z.iso.datetime('Please send an instant.')),
      organization_id: z.optional(id),
      user_id: z.optional(id),
      kind: z.optional(z.enum(AUDIT_KINDS, 'This filter is not known.')),
      action: z.optional(z.enum(ALL_AUDIT_ACTIONS, 'This filter is not known.')),
    }),
    replies: { 200: z.object({ audit_events: z.array(adminAuditEventSchema) }) },
  }),
};
