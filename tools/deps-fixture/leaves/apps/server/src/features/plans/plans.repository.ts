import { value } from './plans.routes.ts';

export const plan = value;
