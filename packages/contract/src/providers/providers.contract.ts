import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams, pageQuery, requiredText, sortQuery } from '../scalars.ts';
import { providerSchema } from './provider.schema.ts';

const npi = requiredText(20);
const taxId = requiredText(20);

export const providersContract = {
  list: endpoint({
    method: 'GET',
    path: '/providers',
    access: 'user',
    query: z.strictObject({ ...pageQuery, ...sortQuery(['name', 'npi', 'is_active']) }),
    replies: { 200: z.object({ providers: z.array(providerSchema) }) },
  }),
  /** Active ones, for choosing. */
  compact: endpoint({
    method: 'GET',
    path: '/providers/compact',
    access: 'user',
    query: z.strictObject(pageQuery),
    replies: { 200: z.object({ providers: z.array(z.object({ id, name: z.string() })) }) },
  }),
  get: endpoint({
    method: 'GET',
    path: '/providers/:id',
    access: 'user',
    params: idParams,
    replies: { 200: z.object({ provider: providerSchema }) },
  }),
  create: endpoint({
    method: 'POST',
    path: '/providers',
    access: 'manager',
    body: z.strictObject({ name: requiredText(100), npi, tax_id: taxId }),
    replies: { 201: z.object({ provider: providerSchema }) },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/providers/:id',
    access: 'manager',
    params: idParams,
    body: z.strictObject({
      name: z.optional(requiredText(100)),
      npi: z.optional(npi),
      tax_id: z.optional(taxId),
      is_active: z.optional(z.boolean()),
    }),
    replies: { 200: z.object({ provider: providerSchema }) },
  }),
};
