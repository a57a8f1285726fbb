import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParams, isoDate, pageQuery } from '../scalars.ts';
import {
  appointmentSchema,
  newRecheckRuleSchema,
  recheckPreviewSchema,
  recheckRuleChangesSchema,
  recheckRuleSchema,
} from './recheck.schema.ts';

const one = z.object({ rule: recheckRuleSchema });
const all = z.object({
  rules: z.array(recheckRuleSchema),
  /** Nothing planned is asked in this organization, whatever the rules say. */
  is_stopped: z.boolean(),
});

export const rechecksContract = {
  list: endpoint({ method: 'GET', path: '/recheck-rules', access: 'manager', replies: { 200: all } }),
  create: endpoint({ method: 'POST', path: '/recheck-rules', access: 'manager', body: newRecheckRuleSchema, replies: { 201: one } }),
  /** The one switch over all of them. */
  stop: endpoint({
    method: 'PUT',
    path: '/recheck-rules',
    access: 'manager',
    body: z.strictObject({ is_stopped: z.boolean() }),
    replies: { 200: all },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/recheck-rules/:id',
    access: 'manager',
    params: idParams,
    body: recheckRuleChangesSchema,
    replies: { 200: one },
  }),
  remove: endpoint({ method: 'DELETE', path: '/recheck-rules/:id', access: 'manager', params: idParams, replies: { 204: null } }),
  /** The next 30 days as things stand; `x-total-count` counts the people. */
  preview: endpoint({
    method: 'GET',
    path: '/recheck-rules/preview',
    access: 'manager',
    query: z.strictObject(pageQuery),
    replies: { 200: z.object({ preview: recheckPreviewSchema }) },
  }),
  /** By time, from today's appointments on unless said otherwise. A restricted user's own. */
  appointments: endpoint({
    method: 'GET',
    path: '/appointments',
    access: 'user',
    query: z.strictObject({ ...pageQuery, from: z.optional(isoDate), until: z.optional(isoDate) }),
    replies: { 200: z.object({ appointments: z.array(appointmentSchema) }) },
  }),
};
