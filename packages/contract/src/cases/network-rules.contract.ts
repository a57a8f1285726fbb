import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams, pageQuery } from '../scalars.ts';
import { networkRuleSchema, networkVerdictSchema, newNetworkRuleSchema } from './network-rule.schema.ts';

const one = z.object({ network_rule: networkRuleSchema });

export const networkRulesContract = {
  /** In their order. */
  list: endpoint({
    method: 'GET',
    path: '/network-rules',
    access: 'user',
    query: z.strictObject(pageQuery),
    replies: { 200: z.object({ network_rules: z.array(networkRuleSchema) }) },
  }),
  create: endpoint({ method: 'POST', path: '/network-rules', access: 'manager', body: newNetworkRuleSchema, replies: { 201: one } }),
  /** A rule stays as one: all of it is sent. Without `version` the last one wins. */
  update: endpoint({
    method: 'PUT',
    path: '/network-rules/:id',
    access: 'manager',
    params: idParams,
    body: z.strictObject({ ...z.partial(newNetworkRuleSchema).shape, version: z.optional(z.int()) }),
    replies: { 200: one },
  }),
  remove: endpoint({ method: 'DELETE', path: '/network-rules/:id', access: 'manager', params: idParams, replies: { 204: null } }),
  /** What a rule would have decided over the answers of the last 90 days, and how often otherwise than the rules of today. */
  preview: endpoint({
    method: 'POST',
    path: '/network-rules/preview',
    access: 'manager',
    /** A rule as it would be written; or `{rule, replaces}` with the one in whose place it stands. */
    body: z.union([newNetworkRuleSchema, z.strictObject({ rule: newNetworkRuleSchema, replaces: z.optional(z.nullable(id)) })]),
    replies: { 200: z.object({ considered: z.number(), matched: z.number(), different: z.number() }) },
  }),
  /** A CSV file with one rule a line, behind those there are; all of it or nothing. */
  upload: endpoint({
    method: 'POST',
    path: '/network-rules/upload',
    access: 'manager',
    consumes: 'multipart',
    replies: { 200: z.object({ imported: z.number() }) },
  }),
  verdict: endpoint({
    method: 'GET',
    path: '/inquiries/:id/network',
    access: 'user',
    params: idParams,
    replies: { 200: z.object({ network: networkVerdictSchema }) },
  }),
};
