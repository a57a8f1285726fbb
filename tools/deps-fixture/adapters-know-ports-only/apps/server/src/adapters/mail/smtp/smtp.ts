import { value } from '#config.ts';

export const mail = value;
