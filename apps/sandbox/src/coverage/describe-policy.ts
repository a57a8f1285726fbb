/** The policy of a member: facts depend on the member id alone, dates also on the year that runs on the sandbox's clock. */

import { addDays } from '../dates.ts';
import { randomFor, type Random } from '../seeded-random.ts';
import { benefitLines, type Design } from './benefit-lines.ts';
import type { Entity, Plan, Policy } from './policy.ts';
import { normalMemberId, type Scenario, scenarioOf } from './scenario.ts';
import { applyScenario } from './scenario-policy.ts';

const EMPLOYERS = [
  'Tamarack Robotics',
  'Juniper County Schools',
  'Bluestem Grocers Cooperative',
  'Halyard Shipping',
  'Quarry Hill Ceramics',
  'Lantern Street Hotels',
  'Osprey Mechanical',
  'Fennel & Rye Bakeries',
];
const PRODUCTS = [
  { words: 'PPO', insuranceType: 'PR', coversOutOfNetwork: true },
  { words: 'PPO Plus', insuranceType: 'PR', coversOutOfNetwork: true },
  { words: 'HMO', insuranceType: 'HM', coversOutOfNetwork: false },
  { words: 'EPO', insuranceType: 'EP', coversOutOfNetwork: false },
  { words: 'POS', insuranceType: 'PS', coversOutOfNetwork: true },
  { words: 'HDHP with Savings Account', insuranceType: 'C1', coversOutOfNetwork: true },
] as const;
const CITIES = [
  { city: 'Alder Falls', state: 'CA', zipCode: '95001' },
  { city: 'Port Merriam', state: 'FL', zipCode: '32901' },
  { city: 'Cobble Ridge', state: 'TX', zipCode: '75201' },
  { city: 'Wren Harbor', state: 'WA', zipCode: '98101' },
  { city: 'Slate Junction', state: 'OH', zipCode: '43001' },
];

/** `scenario`: of another start than the member id has. */
export function describePolicy(memberId: string, today: string, scenario: Scenario = scenarioOf(memberId)): Policy {
  const seed = normalMemberId(memberId);
  const random = randomFor(seed);
  const product = random.pick(PRODUCTS);
  const year = planYear(today, random.chance(0.8) ? 1 : 7);
  const design = designOf(seed, product, year, scenario === 'NOLIMIT');
  const plan = planOf(design, product.words, random, today);
  plan.lines = benefitLines(design, scenario === 'HUGE' ? 500 : lineCount(random));
  const policy: Policy = {
    plans: [plan],
    address: { line1: `${random.int(10, 9900)} ${random.pick(['Linden', 'Harvest', 'Orchard', 'Mill'])} Street`, ...random.pick(CITIES) },
    gender: random.pick(['F', 'M'] as const),
    onFile: null,
  };
  return applyScenario(policy, scenario, { seed, today, design });
}

/** Most answers have 40 to 160 lines, a few are as short as 10 or as long as 500. */
function lineCount(random: Random): number {
  const size = random.next();
  if (size < 0.1) return random.int(10, 25);
  if (size < 0.8) return random.int(40, 160);
  if (size < 0.97) return random.int(160, 260);
  return random.int(300, 500);
}

function planYear(today: string, firstMonth: 1 | 7): { begin: string; end: string; period: '22' | '23' } {
  const month = firstMonth === 1 ? '01' : '07';
  const thisYear = Number(today.slice(0, 4));
  const startYear = today.slice(5, 7) < month ? thisYear - 1 : thisYear;
  const begin = `${startYear}-${month}-01`;
  return { begin, end: addDays(`${startYear + 1}-${month}-01`, -1), period: firstMonth === 1 ? '23' : '22' };
}

function designOf(
  seed: string,
  product: (typeof PRODUCTS)[number],
  year: { begin: string; end: string; period: '22' | '23' },
  noOutOfPocketLimit: boolean,
): Design {
  const random = randomFor(`${seed}|design`);
  const isHighDeductible = product.words.startsWith('HDHP');
  const deductible = isHighDeductible ? random.pick([3200, 4000, 5000]) : random.pick([0, 250, 500, 750, 1000, 1500, 2000]);
  return {
    memberSeed: seed,
    coversOutOfNetwork: product.coversOutOfNetwork,
    insuranceType: product.insuranceType,
    yearPeriod: year.period,
    yearBegin: year.begin,
    yearEnd: year.end,
    officeCopay: isHighDeductible ? 0 : random.pick([15, 20, 25, 30, 40, 50]),
    inShare: random.pick(['.1', '.15', '.2', '.2', '.25', '.3']),
    outShare: random.pick(['.4', '.5', '.5', '.35']),
    deductible,
    outOfPocket: deductible + random.pick([2000, 3000, 4500, 6000]),
    used: random.pick([0, 0.1, 0.25, 0.4, 0.625, 1]),
    noOutOfPocketLimit,
  };
}

function planOf(design: Design, productWords: string, random: Random, today: string): Plan {
  const employer = random.pick(EMPLOYERS);
  const yearsCovered = random.int(0, 6);
  const eligibilityBegin = `${Number(design.yearBegin.slice(0, 4)) - yearsCovered}${design.yearBegin.slice(4)}`;
  return {
    name: `${random.pick(['Summit', 'Clearwater', 'Beacon', 'Heritage', 'Evergreen'])} ${productWords} ${random.pick(['1000', '1500', 'Gold', 'Silver', 'Select'])}`,
    statusCode: '1',
    insuranceType: design.insuranceType,
    groupName: employer.toUpperCase(),
    groupNumber: String(random.int(100_000, 999_999)),
    planNumber: `P${random.int(1000, 9999)}`,
    networkId: `N${random.int(100, 999)}`,
    networkName: `${random.pick(['Statewide', 'Regional', 'National'])} ${productWords} Network`,
    begin: design.yearBegin,
    end: design.yearEnd,
    eligibilityBegin,
    premiumPaidTo: null,
    lastUpdate: addDays(today, -random.int(1, 20)),
    notes: ['BENEFITS ARE SUBJECT TO ELIGIBILITY AT THE TIME OF SERVICE AND ARE NO GUARANTEE OF PAYMENT.'],
    lines: [],
    primaryCare: design.insuranceType === 'HM' ? primaryCare(random) : null,
    otherPayers: [],
    administrators: [],
    contacts: [{ name: 'MEMBER SERVICES', role: 'Payer', roleCode: 'PR', phone: '8005550142', url: 'https://provider.example.test' }],
  };
}

function primaryCare(random: Random): Entity {
  return {
    name: `${random.pick(['ROWAN', 'IMOGEN', 'TEODORO', 'SAOIRSE'])} ${random.pick(['ABERNATHY', 'OKONJO', 'VILLASENOR', 'LINDQVIST'])} MD`,
    role: 'Primary Care Provider',
    roleCode: 'P3',
    phone: `800555${random.int(1000, 9999)}`,
    npi: '1234567893',
  };
}
