import { value } from '../test/factories.ts';

export const seed = value;
