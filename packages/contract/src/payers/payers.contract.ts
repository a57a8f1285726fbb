import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams, pageQuery, requiredText, sortQuery } from '../scalars.ts';
import { foundPayerSchema, payerExpectationSchema, payerFormSchema, payerSchema } from './payer.schema.ts';

export const payersContract = {
  /** Top-level payers that can be asked, groups with their children. All of them unless a page is wanted. */
  list: endpoint({
    method: 'GET',
    path: '/payers',
    access: 'user',
    query: z.strictObject({ ...pageQuery, ...sortQuery(['name']) }),
    replies: { 200: z.object({ payers: z.array(payerSchema) }) },
  }),
  /** By words of a name in any order, initials, a former or another name, and with one slip in a word; best first, 20 at most. */
  search: endpoint({
    method: 'GET',
    path: '/payers/search',
    access: 'user',
    query: z.strictObject({ q: requiredText(100) }),
    replies: { 200: z.object({ found: z.array(foundPayerSchema) }) },
  }),
  /** Of a group: the fields all its children know, member id first. */
  schema: endpoint({
    method: 'GET',
    path: '/payers/:id/schema',
    access: 'user',
    params: idParams,
    replies: { 200: z.object({ schema: payerFormSchema }) },
  }),
  /** How it answers of late, for whoever is about to send. */
  expectation: endpoint({
    method: 'GET',
    path: '/payers/:id/expectation',
    access: 'user',
    params: idParams,
    replies: { 200: z.object({ expectation: payerExpectationSchema }) },
  }),
  /** Which child of a group the first three characters of a member id point to; null where none does. POST so that no member id stands in a URL. */
  resolve: endpoint({
    method: 'POST',
    path: '/payers/:id/resolve',
    access: 'user',
    params: idParams,
    body: z.strictObject({ prefix: requiredText(3) }),
    replies: { 200: z.object({ payer: z.nullable(z.object({ id, name: z.string() })) }) },
  }),
};
