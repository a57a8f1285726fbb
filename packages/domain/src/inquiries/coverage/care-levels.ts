/** The levels of behavioural care and the service types that stand for them: ours, where the payer has no words of its own (product.md 10.5). */

export type Setting = 'inpatient' | 'outpatient';

export interface LevelOfCare {
  key: 'dtx' | 'rtc' | 'php' | 'iop' | 'op';
  name: string;
  /** Service types that are this level. Intensive outpatient has none. */
  own: readonly string[];
  /** Service types that stand in where the own are silent, in this order; whatever is taken from them names them. */
  near: readonly string[];
  /** Wider services: what they leave out is quoted, and takes the plan's amounts away. They say nothing else of the level. */
  wider: readonly string[];
  /** Null: a day programme is billed as either. */
  setting: Setting | null;
}

export const LEVELS_OF_CARE: readonly LevelOfCare[] = [
  { key: 'dtx', name: 'Detox', own: ['CI'], near: ['AI', '48'], wider: [], setting: 'inpatient' },
  { key: 'rtc', name: 'Residential', own: ['RT'], near: ['A5', 'CG', 'CI'], wider: ['MH', 'A4'], setting: 'inpatient' },
  { key: 'php', name: 'Partial Hosp.', own: ['BB'], near: [], wider: ['MH', 'A4'], setting: null },
  { key: 'iop', name: 'Intensive OP', own: [], near: ['CH', 'CJ', 'A8'], wider: ['MH', 'A4'], setting: 'outpatient' },
  { key: 'op', name: 'Outpatient', own: ['CF', 'A6', 'A8'], near: ['MH', '98'], wider: ['A4'], setting: 'outpatient' },
];
