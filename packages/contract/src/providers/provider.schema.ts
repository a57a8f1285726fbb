import * as z from 'zod/mini';
import { id, instant } from '../scalars.ts';

/** A facility of the organization. NPI and tax id are digits. */
export const providerSchema = z.object({
  id,
  name: z.string(),
  npi: z.string(),
  tax_id: z.string(),
  is_active: z.boolean(),
  created_at: instant,
  updated_at: instant,
});
export type Provider = z.infer<typeof providerSchema>;
