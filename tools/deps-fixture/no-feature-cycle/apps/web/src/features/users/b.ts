import { value } from '#features/plans/value.ts';

export const user = value;
