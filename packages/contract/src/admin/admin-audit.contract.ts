/** What was done in every organization, for platform admins (product.md 12.4). */
import * as z from 'zod/mini';
import { auditEventSchema, auditFilters } from '../audit/audit.contract.ts';
import { endpoint } from '../endpoint.ts';
import { id, pageQuery } from '../scalars.ts';

export const adminAuditEventSchema = z.object({ ...auditEventSchema.shape, organization: z.object({ id, name: z.string() }) });
export type AdminAuditEvent = z.infer<typeof adminAuditEventSchema>;

const filters = { ...auditFilters, organization_id: z.optional(id) };

export const adminAuditContract = {
  /** The newest first unless sorted otherwise. */
  list: endpoint({
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    query: z.strictObject({
      ...pageQuery,
      ...filters,
      sort: z.optional(z.enum(['at', '-at'], 'This list cannot be sorted by that.')),
    }),
    replies: { 200: z.object({ audit_events: z.array(adminAuditEventSchema) }) },
  }),
  /** The same rows as CSV, all of them; cells that a spreadsheet would run are defused. */
  export: endpoint({
    method: 'GET',
    path: '/admin/audit/export',
    access: 'admin',
    query: z.strictObject(filters),
    produces: 'stream',
    replies: { 200: null },
  }),
};
