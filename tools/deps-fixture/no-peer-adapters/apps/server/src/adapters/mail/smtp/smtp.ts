import { value } from '#adapters/clearinghouse/availity/value.ts';

export const mail = value;
