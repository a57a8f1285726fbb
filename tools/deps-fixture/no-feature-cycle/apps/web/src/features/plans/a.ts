import { value } from '#features/users/value.ts';

export const plan = value;
