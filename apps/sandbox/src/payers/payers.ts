/** The payers both clearinghouses know, invented. Some are at one of them only, some have a peculiarity that their name tells. */

import { randomFor } from '../seeded-random.ts';

/** How a payer differs from the rest at Availity. */
type Peculiarity =
  /** Every inquiry ends in status 15. */
  | 'maintenance'
  /** Answers are complete, but partly invalid (status 3). */
  | 'partial'
  /** Takes one service type an inquiry and answers that one only, beside the plan. */
  | 'one-service-type'
  /** Has no 270 configuration. */
  | 'no-configuration'
  /** Answers under another name. */
  | 'other-name'
  /** Listed, but a contract is required. */
  | 'unavailable';

export interface SandboxPayer {
  /** null: not at Availity. */
  availityId: string | null;
  availityName: string;
  /** null: not at pVerify. */
  pverifyCode: string | null;
  pverifyName: string;
  /** False: pVerify works it by hand and answers after hours. */
  isElectronic: boolean;
  peculiarity: Peculiarity | null;
  /** A back-office answer without ServiceDetails. */
  isSummaryOnly: boolean;
  /** Original Medicare. */
  isMedicare: boolean;
  /** Rows of pVerify's list that no medical eligibility can be asked of. */
  pverifyState: 'active' | 'inactive' | 'dental';
}

export const DEFAULT_PAYER_COUNT = 80;

const plain = {
  peculiarity: null,
  isElectronic: true,
  isSummaryOnly: false,
  isMedicare: false,
  pverifyState: 'active',
} as const satisfies Partial<SandboxPayer>;

function both(availityId: string, name: string, pverifyCode: string, pverifyName = name, more: Partial<SandboxPayer> = {}): SandboxPayer {
  return { ...plain, availityId, availityName: name, pverifyCode, pverifyName, ...more };
}
const atAvaility = (availityId: string, name: string, peculiarity: Peculiarity | null = null): SandboxPayer => ({
  ...plain,
  availityId,
  availityName: name,
  pverifyCode: null,
  pverifyName: name,
  peculiarity,
});
const atPverify = (pverifyCode: string, name: string, more: Partial<SandboxPayer> = {}): SandboxPayer => ({
  ...plain,
  availityId: null,
  availityName: name,
  pverifyCode,
  pverifyName: name,
  ...more,
});
const byHand = (pverifyCode: string, name: string, more: Partial<SandboxPayer> = {}) =>
  atPverify(pverifyCode, name, { isElectronic: false, ...more });

/** Families of one Blue plan; the letters in brackets begin its member ids. */
const BLUE: SandboxPayer[] = [
  both('BMER1', 'BLUE CROSS BLUE SHIELD OF MERIDIAN PPO (MRP)', '00611', 'Blue Cross Blue Shield Meridian PPO (MRP)'),
  atAvaility('BMER2', 'BLUE CROSS BLUE SHIELD OF MERIDIAN HMO (MRH)'),
  atAvaility('BMER3', 'BLUE CROSS BLUE SHIELD OF MERIDIAN EXCHANGE (MRX)'),
  both('BSIL1', 'BLUE SHIELD OF SILVERADO PPO (SVP)', '00622', 'Blue Shield of Silverado - PPO (SVP)'),
  atAvaility('BSIL2', 'BLUE SHIELD OF SILVERADO HMO (SVH)'),
  both('BTID1', 'BLUE CROSS OF TIDEWATER COMMERCIAL (TWC)', '00633', 'Blue Cross Tidewater (TWC)'),
  atAvaility('BTID2', 'BLUE CROSS OF TIDEWATER STATE EMPLOYEES (TWS)'),
  atAvaility('BTID3', 'BLUE CROSS OF TIDEWATER MEDICAID (TWM)'),
];

const NAMED: SandboxPayer[] = [
  both('ALDRG', 'ALDERGATE HEALTH PLANS', '00701', 'Aldergate Health Plan'),
  both('NWMUT', 'NORTHWIND MUTUAL', '00702', 'Northwind Mutual Insurance Co '),
  both('COPPR', 'COPPERLEAF HEALTHCARE', '00703', 'Copperleaf Healthcare (All States)'),
  both('KESTR', 'KESTREL MUTUAL HEALTH', '00704', 'Kestrel Mutual'),
  both('HARBM', 'HARBORVIEW HEALTH (ALWAYS IN MAINTENANCE)', '00705', 'Harborview Health', { peculiarity: 'maintenance' }),
  both('ONEST', 'SINGLETON ONE SERVICE TYPE HEALTH', '00706', 'Singleton Health', { peculiarity: 'one-service-type' }),
  both('VERDA', 'VERDANT BEHAVIORAL', '00707', 'Verdant Behavioral Solutions'),
  both('PINNA', 'PINNACLE RIDGE ADVANTAGE', '00708', 'Pinnacle Ridge Medicare Advantage'),
  both('CASCP', 'CASCADE PARTIAL ANSWERS HEALTH', '00709', 'Cascade Health', { peculiarity: 'partial' }),
  both('LODES', 'LODESTAR INSURANCE', '00710', 'Lodestar Insurance Group'),
  // Whom the scenario CARVE names: at one clearinghouse alone, so that the name is one payer's and it can be asked next.
  atAvaility('SABLE', 'SABLE BEHAVIORAL PARTNERS'),
  atAvaility('RENAM', 'OLDNAME HEALTH (ANSWERS AS NEWNAME)', 'other-name'),
  atAvaility('NOCFG', 'BLANKFORM HEALTH (NO CONFIGURATION)', 'no-configuration'),
  atAvaility('CONTR', 'CONTRACTOR HEALTH (CONTRACT REQUIRED)', 'unavailable'),
  atAvaility('GRANI', 'GRANITE STATE MEDICAID'),
  atAvaility('SUNFL', 'SUNFLOWER COMMUNITY HEALTH'),
  atAvaility('TALLO', 'TALL OAKS EMPLOYEE BENEFITS'),
  atAvaility('MAGNO', 'MAGNOLIA COUNTY HEALTH PLAN'),
  atAvaility('RIVER', 'RIVERBEND HEALTH PARTNERS'),
  atPverify('00801', 'Ironbridge Health Trust'),
  atPverify('00802', 'Saltmarsh Teachers Benefit Fund'),
  atPverify('00803', 'Cedar Valley Carpenters Trust '),
  atPverify('000904', 'Whitewater Employers Health'),
  atPverify('00817', 'National Medicare Part A and B', { isMedicare: true }),
  atPverify('PL017', 'Pine Barrens Medical Assistance'),
  byHand('BO10101', 'Foxglove Farmers Benefit BO'),
  byHand('BO10102', 'Millstone Union Local 77 - BO'),
  byHand('BOR103', 'Larkspur IPA BO (summary only)', { isSummaryOnly: true }),
  atPverify('00899', 'Thistle Health (DO NOT USE)', { pverifyState: 'inactive' }),
  atPverify('DE301', 'Aldergate Dental', { pverifyState: 'dental' }),
  atPverify('DE302', 'Northwind Mutual Dental', { pverifyState: 'dental' }),
];

const FIRST_WORDS =
  'Amber Birch Canyon Delta Ember Fairview Gable Hazel Indigo Jasper Keystone Laurel Maple Nimbus Opal Prairie Quartz Redwood Sierra Timber Upland Valley Willow Yarrow Zephyr'.split(
    ' ',
  );
const SECOND_WORDS =
  'Bay Brook Coast Creek Field Forest Gate Glen Grove Hollow Lake Meadow Mesa Peak Point Ridge Shore Spring Stone Trail'.split(' ');
const KINDS = [
  'Health Plan',
  'Mutual',
  'Benefit Trust',
  'Community Care',
  'Insurance Company',
  'Employers Health',
  'Medicaid',
  'Health Partners',
];

/** `count` payers: those with names of their own first, then as many invented ones as are asked for; the same for every start. */
export function listPayers(count: number): SandboxPayer[] {
  const payers = [...BLUE, ...NAMED];
  const mostNames = FIRST_WORDS.length * SECOND_WORDS.length * KINDS.length;
  for (let i = 0; payers.length < count; i += 1) {
    const first = FIRST_WORDS[i % FIRST_WORDS.length];
    const second = SECOND_WORDS[Math.floor(i / FIRST_WORDS.length) % SECOND_WORDS.length];
    const kind = KINDS[(i * 7 + Math.floor(i / (FIRST_WORDS.length * SECOND_WORDS.length))) % KINDS.length];
    const suffix = i < mostNames ? '' : ` ${Math.floor(i / mostNames) + 1}`;
    payers.push(inventedPayer(i, `${first} ${second} ${kind}${suffix}`));
  }
  return payers;
}

function inventedPayer(index: number, name: string): SandboxPayer {
  const place = randomFor(`payer ${index}`).next();
  const availityId = `S${String(index).padStart(4, '0')}`;
  const pverifyCode = String(20_000 + index).padStart(5, '0');
  if (place < 0.55) return atAvaility(availityId, name.toUpperCase());
  if (place < 0.8) return both(availityId, name.toUpperCase(), pverifyCode, name);
  if (place < 0.95) return atPverify(pverifyCode, name);
  return byHand(`BO${pverifyCode}`, `${name} BO`);
}
