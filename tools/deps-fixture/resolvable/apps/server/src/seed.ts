import { value } from './moved-away.ts';

export const seed = value;
