import type { Clearinghouses } from '#ports/clearinghouse.ts';

/** The id stands in for the name of one that is not configured any more. */
export const clearinghouseName = (clearinghouses: Clearinghouses, id: string): string => clearinghouses[id]?.name ?? id;
