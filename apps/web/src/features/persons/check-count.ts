import type { Policy } from '@coverlight/contract/persons/persons.contract.ts';

/** How many checks the viewer may see of all policies. */
export const countChecks = (policies: readonly Pick<Policy, 'checks'>[]): number => policies.reduce((sum, { checks }) => sum + checks, 0);
