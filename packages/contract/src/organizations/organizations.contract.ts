import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ownOrganizationSchema } from './organization.schema.ts';

export const organizationsContract = {
  current: endpoint({
    method: 'GET',
    path: '/organizations/current',
    access: 'manager',
    replies: { 200: z.object({ organization: ownOrganizationSchema }) },
  }),
  update: endpoint({
    method: 'PUT',
    path: '/organizations/current',
    access: 'manager',
    body: z.strictObject({ require_second_factor: z.optional(z.boolean()) }),
    replies: { 200: z.object({ organization: ownOrganizationSchema }) },
  }),
};
