/** Named views: what a user's list is narrowed to and how it is sorted, kept under a name (product.md 2.11). Never what was searched for. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams, isoDate, requiredText } from '../scalars.ts';
import { COVERAGE_FILTERS, INQUIRY_STATUSES } from './inquiry.schema.ts';

/** Of days as the viewer has them; `own` is the one from `from` to `to`. */
const LIST_PERIODS = ['today', '7-days', '30-days', 'this-month', 'last-month', 'own'] as const;

/** Null: not narrowed by it. */
export const listViewFiltersSchema = z.strictObject({
  sort: z.enum(['created_at', '-created_at']),
  user_id: z.nullable(id),
  provider_id: z.nullable(id),
  coverage: z.nullable(z.enum(COVERAGE_FILTERS)),
  status: z.nullable(z.enum(INQUIRY_STATUSES)),
  period: z.nullable(z.enum(LIST_PERIODS)),
  from: z.nullable(isoDate),
  to: z.nullable(isoDate),
  is_hidden: z.boolean(),
});
export type ListViewFilters = z.infer<typeof listViewFiltersSchema>;

export const listViewSchema = z.object({ id, name: z.string(), filters: listViewFiltersSchema });
export type ListView = z.infer<typeof listViewSchema>;

/** Of one user. */
export const MOST_VIEWS = 30;
const name = requiredText(60);
const one = z.object({ view: listViewSchema });

export const inquiryViewsContract = {
  /** One's own, by name. */
  list: endpoint({ method: 'GET', path: '/inquiry-views', access: 'user', replies: { 200: z.object({ views: z.array(listViewSchema) }) } }),
  create: endpoint({
    method: 'POST',
    path: '/inquiry-views',
    access: 'user',
    body: z.strictObject({ name, filters: listViewFiltersSchema }),
    replies: { 201: one },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/inquiry-views/:id',
    access: 'user',
    params: idParams,
    body: z.strictObject({ name: z.optional(name), filters: z.optional(listViewFiltersSchema) }),
    replies: { 200: one },
  }),
  remove: endpoint({ method: 'DELETE', path: '/inquiry-views/:id', access: 'user', params: idParams, replies: { 204: null } }),
};
