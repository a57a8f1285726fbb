import * as z from 'zod/mini';

export const planSchema = z.string();
export type Plan = z.infer<typeof planSchema>;
