import { value } from '@coverlight/contract/value.ts';

export const plan = value;
