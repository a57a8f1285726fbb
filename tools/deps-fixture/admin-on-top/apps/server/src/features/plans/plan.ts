import { value } from '#features/admin/value.ts';

export const plan = value;
