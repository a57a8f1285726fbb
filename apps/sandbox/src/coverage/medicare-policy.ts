/** Original Medicare: two parts, no groups, and rows without level, network, place or authorization, as that payer sends them. */

import { randomFor } from '../seeded-random.ts';
import { money } from './benefit-lines.ts';
import type { Line, Plan, Policy } from './policy.ts';
import { normalMemberId } from './scenario.ts';

export interface MedicareFacts {
  partADeductible: string;
  partADeductibleLeft: string;
  partBDeductible: string;
  partBDeductibleLeft: string;
  partABegin: string;
  /** A private plan took over; null where there is none. */
  advantage: { name: string; policyType: string; phone: string; begin: string } | null;
}

export function medicareFacts(memberId: string, today: string): MedicareFacts {
  const random = randomFor(`medicare ${normalMemberId(memberId)}`);
  const year = Number(today.slice(0, 4));
  const advantage = { name: 'PINNACLE RIDGE ADVANTAGE', policyType: 'HMO - Medicare Risk', phone: '8005550119', begin: `${year}-01-01` };
  return {
    partADeductible: '1676',
    partADeductibleLeft: random.pick(['0', '1676']),
    partBDeductible: '257',
    partBDeductibleLeft: money(random.pick([0, 57.5, 257])),
    partABegin: `${year - random.int(1, 15)}-03-01`,
    advantage: random.chance(0.5) ? advantage : null,
  };
}

export function medicarePolicy(memberId: string, today: string): Policy {
  const facts = medicareFacts(memberId, today);
  const year = today.slice(0, 4);
  const part = (letter: 'A' | 'B', lines: Line[]): Plan => ({
    name: `Medicare Part ${letter}`,
    statusCode: '1',
    insuranceType: `M${letter}`,
    groupName: '',
    groupNumber: '',
    planNumber: '',
    networkId: '',
    networkName: '',
    begin: facts.partABegin,
    end: null,
    eligibilityBegin: facts.partABegin,
    premiumPaidTo: null,
    lastUpdate: today,
    notes: ['0-BENEFICIARY INSURED DUE TO AGE'],
    lines: lines.map((line) => ({ ...line, insuranceType: `M${letter}` })),
    primaryCare: null,
    otherPayers: [],
    administrators: [],
    contacts: [],
  });
  return {
    plans: [part('A', partALines(facts, year)), part('B', partBLines(facts, year))],
    address: { line1: '14 Meridian Avenue', city: 'Slate Junction', state: 'OH', zipCode: '43001' },
    gender: randomFor(normalMemberId(memberId)).pick(['F', 'M'] as const),
    onFile: null,
  };
}

const row = (kind: Line['kind'], serviceType: string, more: Partial<Line> = {}): Line => ({
  kind,
  serviceType,
  network: 'unstated',
  ...more,
});

function partALines(facts: MedicareFacts, year: string): Line[] {
  const days = { quantity: '190', quantityQualifier: 'DY' } as const;
  return [
    row('status', '30', { statusCode: '1' }),
    row('deductible', '30', { total: facts.partADeductible, remaining: facts.partADeductibleLeft, period: '26', ...within(year) }),
    row('status', '48', { statusCode: '1' }),
    row('co-payment', '48', { amount: '419', period: '7', notes: ['DAYS 61 TO 90'] }),
    row('status', 'A7', { statusCode: '1' }),
    row('reserve', 'A7', { ...days, period: '32', notes: ['LIFETIME PSYCHIATRIC DAYS'] }),
    row('reserve', 'A7', { ...days, quantity: '172', period: '33' }),
    row('status', 'AG', { statusCode: '1' }),
    row('co-payment', 'AG', { amount: '209.5', period: '7', notes: ['DAYS 21 TO 100'] }),
  ];
}

function partBLines(facts: MedicareFacts, year: string): Line[] {
  const share = ['98', 'MH', 'A6', 'A8', 'CF', 'BB', 'UC', 'PT'].flatMap((code) => [
    row('status', code, { statusCode: '1' }),
    row('co-insurance', code, { percent: '.2', period: '27' }),
  ]);
  return [
    row('status', '30', { statusCode: '1' }),
    row('deductible', '30', { total: facts.partBDeductible, remaining: facts.partBDeductibleLeft, period: '23', ...within(year) }),
    row('co-insurance', '30', { percent: '.2', period: '27' }),
    ...share,
    row('co-insurance', '5', { percent: '0', period: '27' }),
  ];
}

const within = (year: string) => ({ benefitBegin: `${year}-01-01`, benefitEnd: `${year}-12-31` });
