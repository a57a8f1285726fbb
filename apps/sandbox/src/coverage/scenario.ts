/** What the start of a member id asks of the sandbox, in any case. docs/product.md 16 lists them. */

import { REJECTIONS, type Rejection } from './code-words.ts';

const SCENARIOS = [
  'SLOW',
  'NEVER',
  'DOWN',
  'NOTFOUND',
  'BADNAME',
  'BADDOB',
  'NPI',
  'INVALID',
  'INACTIVE',
  'GRACE',
  'EMPTY',
  'SILENT',
  'CARVE',
  'COB',
  'MISMATCH',
  'TWOPLANS',
  'NOLIMIT',
  'HUGE',
  'FLAKY',
  'TURNS',
] as const;

export type Scenario = (typeof SCENARIOS)[number] | 'ORDINARY';

export function scenarioOf(memberId: string): Scenario {
  const id = normalMemberId(memberId);
  return SCENARIOS.find((scenario) => id.startsWith(scenario)) ?? 'ORDINARY';
}

/** Spaces, hyphens and case do not make another member. */
export function normalMemberId(memberId: string): string {
  return memberId.toUpperCase().replaceAll(/[\s-]/g, '');
}

const REJECTED: Readonly<Partial<Record<Scenario, Rejection>>> = {
  NOTFOUND: REJECTIONS.notFound,
  BADNAME: REJECTIONS.badName,
  BADDOB: REJECTIONS.badBirthDate,
  NPI: REJECTIONS.providerNotOnFile,
};

/** The payer's rejection of this inquiry; null where the payer answers. */
export function rejectionOf(scenario: Scenario): Rejection | null {
  return REJECTED[scenario] ?? null;
}
