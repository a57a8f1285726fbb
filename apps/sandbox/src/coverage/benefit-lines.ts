/** Benefit lines of an invented plan: what each service costs, in network and out, and under which conditions. */

import { randomFor, type Random } from '../seeded-random.ts';
import type { Line } from './policy.ts';
import { isBehavioural, SERVICE_TYPES, type CareKind } from './service-types.ts';

export interface Design {
  memberSeed: string;
  /** False for HMO-like plans: out of network nothing is covered. */
  coversOutOfNetwork: boolean;
  insuranceType: string;
  /** EB06 of yearly limits: calendar year or service year. */
  yearPeriod: '22' | '23';
  yearBegin: string;
  yearEnd: string;
  officeCopay: number;
  inShare: string;
  outShare: string;
  deductible: number;
  outOfPocket: number;
  /** Part of the deductible already met, 0 to 1. */
  used: number;
  /** "No limit" as some payers write it. */
  noOutOfPocketLimit: boolean;
}

/** Exactly `count` lines, the plan's own first, then behavioural health, then the rest. */
export function benefitLines(design: Design, count: number): Line[] {
  const lines = planLines(design);
  const random = randomFor(`${design.memberSeed}|services`);
  const services = SERVICE_TYPES.filter((service) => service.care !== 'plan');
  const [first, second] = [services.filter((s) => isBehavioural(s.code)), services.filter((s) => !isBehavioural(s.code))];
  const ordered = [...first.slice(0, 3), ...random.shuffle(first.slice(3)), ...random.shuffle(second)];
  for (const service of ordered) {
    if (lines.length >= count) break;
    lines.push(...serviceLines(design, service.code, service.care));
  }
  for (let step = 1; lines.length < count; step += 1) lines.push(pharmacyStep(step));
  return lines.slice(0, count);
}

function planLines(design: Design): Line[] {
  const lines: Line[] = [
    { kind: 'status', serviceType: '30', network: 'unstated', statusCode: '1', level: 'IND', insuranceType: design.insuranceType },
    ...accumulators('deductible', design, design.deductible, design.used),
    ...accumulators('out-of-pocket', design, design.outOfPocket, design.used / 2),
    { kind: 'co-insurance', serviceType: '30', network: 'in', percent: design.inShare, level: 'IND' },
  ];
  if (design.coversOutOfNetwork)
    lines.push({ kind: 'co-insurance', serviceType: '30', network: 'out', percent: design.outShare, level: 'IND' });
  return lines;
}

function accumulators(kind: 'deductible' | 'out-of-pocket', design: Design, total: number, used: number): Line[] {
  const line = (network: 'in' | 'out', level: 'IND' | 'FAM', limit: number): Line => {
    const remaining = limit - Math.round(limit * used * (network === 'in' ? 100 : 40)) / 100;
    const base: Line = { kind, serviceType: '30', network, level, period: design.yearPeriod, insuranceType: design.insuranceType };
    if (kind === 'out-of-pocket' && design.noOutOfPocketLimit) return { ...base, total: '999999.99' };
    return { ...base, total: money(limit), remaining: money(remaining) };
  };
  const lines = [line('in', 'IND', total), line('in', 'FAM', total * 2)];
  if (design.coversOutOfNetwork) lines.push(line('out', 'IND', total * 2), line('out', 'FAM', total * 4));
  return lines;
}

function serviceLines(design: Design, code: string, care: CareKind): Line[] {
  const random = randomFor(`${design.memberSeed}|${code}`);
  if (care === 'uncovered' || (care === 'inpatient' && code === 'RT' && random.chance(0.25))) {
    return [{ kind: 'non-covered', serviceType: code, network: 'unstated' }];
  }
  if (code === '88') return pharmacyTiers(design, random);
  const status: Line = { kind: 'status', serviceType: code, network: 'unstated', statusCode: '1' };
  const costs = care === 'inpatient' || care === 'program' ? facilityCosts(design, code, care, random) : officeCosts(design, code, random);
  // A few payers name a cost and no status of the service.
  const statuses = care === 'medical' && random.chance(0.12) ? [] : [status];
  return [...statuses, ...costs, ...outOfNetworkCosts(design, code), ...limits(design, code, care, random)];
}

/** What a payer does not say is left out of the line. */
function unlessAbsent<T extends string>(word: T): Exclude<T, 'absent'> | undefined {
  return isStated(word) ? word : undefined;
}

function isStated<T extends string>(word: T): word is Exclude<T, 'absent'> {
  return word !== 'absent';
}

function officeCosts(design: Design, code: string, random: Random): Line[] {
  const authorization = unlessAbsent(random.pick(['no', 'no', 'absent', 'absent', 'unknown'] as const));
  const copay = design.officeCopay + random.pick([0, 0, 5, 10, 15]);
  if (design.officeCopay === 0) {
    return [{ kind: 'co-insurance', serviceType: code, network: 'in', percent: design.inShare, level: 'IND', period: '27', authorization }];
  }
  const lines: Line[] = [
    {
      kind: 'co-payment',
      serviceType: code,
      network: 'in',
      amount: money(copay),
      level: unlessAbsent(random.pick(['IND', 'IND', 'EMP', 'absent'] as const)),
      period: '27',
      authorization,
      placeOfService: '11',
      notes: ['COPAY INCLUDED IN OOP', 'DEDUCTIBLE DOES NOT APPLY'],
    },
  ];
  if (isBehavioural(code)) {
    lines.push({
      kind: 'co-payment',
      serviceType: code,
      network: 'in',
      amount: money(Math.max(0, copay - 10)),
      level: 'IND',
      period: '27',
      authorization,
      placeOfService: '10',
      notes: ['TELEHEALTH VISIT'],
    });
  }
  if (random.chance(0.3)) lines.push({ kind: 'co-insurance', serviceType: code, network: 'in', percent: '0', level: 'IND', period: '27' });
  return lines;
}

function facilityCosts(design: Design, code: string, care: CareKind, random: Random): Line[] {
  const authorization = unlessAbsent(random.pick(['yes', 'yes', 'yes', 'unknown', 'absent'] as const));
  const share: Line = {
    kind: 'co-insurance',
    serviceType: code,
    network: 'in',
    percent: design.inShare,
    level: 'IND',
    authorization,
    notes: authorization === 'yes' ? ['PRIOR AUTHORIZATION REQUIRED. CALL THE NUMBER ON THE CARD.'] : undefined,
  };
  if (care !== 'inpatient' || !random.chance(0.4)) return [share];
  const perAdmission: Line = {
    kind: 'co-payment',
    serviceType: code,
    network: 'in',
    amount: money(random.pick([150, 250, 300, 500])),
    level: 'IND',
    period: '36',
    placeOfService: isBehavioural(code) ? '51' : undefined,
    authorization,
  };
  return [perAdmission, share];
}

function outOfNetworkCosts(design: Design, code: string): Line[] {
  if (!design.coversOutOfNetwork) return [{ kind: 'non-covered', serviceType: code, network: 'out' }];
  return [{ kind: 'co-insurance', serviceType: code, network: 'out', percent: design.outShare, level: 'IND', notes: ['AFTER DEDUCTIBLE'] }];
}

/** Services whose number of days or visits payers limit, beside behavioural health. */
const LIMITED = new Set(['PT', 'AD', 'AF', '33', '42', 'AG', '48']);

function limits(design: Design, code: string, care: CareKind, random: Random): Line[] {
  const lines: Line[] = [];
  const mayBeLimited = isBehavioural(code) || LIMITED.has(code);
  if (mayBeLimited && random.chance(care === 'office' ? 0.25 : 0.5)) lines.push(...yearlyLimit(design, code, care, random));
  if (isBehavioural(code) && care === 'office' && random.chance(0.15)) {
    const delivery = { quantity: '1', quantityQualifier: 'VS', timePeriods: '6', timePeriod: '34' };
    lines.push({ kind: 'limitation', serviceType: code, network: 'in', delivery, notes: ['ONE DIAGNOSTIC EVALUATION EVERY SIX MONTHS'] });
  }
  if (random.chance(0.15)) {
    lines.push({ kind: 'description', serviceType: code, network: 'unstated', notes: ['COVERED WHEN MEDICALLY NECESSARY'] });
  }
  if (isBehavioural(code) && random.chance(0.1)) {
    lines.push({ kind: 'exclusion', serviceType: code, network: 'both', notes: ['COURT ORDERED TREATMENT IS EXCLUDED'] });
  }
  if (care === 'inpatient' && design.coversOutOfNetwork && random.chance(0.25)) {
    lines.push({ kind: 'cost-containment', serviceType: code, network: 'out', amount: '500', notes: ['PENALTY WITHOUT PRECERTIFICATION'] });
  }
  if (code === '1' && random.chance(0.3)) {
    lines.push({ kind: 'limitation', serviceType: code, network: 'unstated', amount: '9999999.99', period: '32', level: 'IND' });
  }
  if (code === 'A7' && random.chance(0.2)) {
    lines.push({ kind: 'reserve', serviceType: code, network: 'unstated', quantity: '60', quantityQualifier: 'DY', period: '32' });
  }
  return lines;
}

function yearlyLimit(design: Design, code: string, care: CareKind, random: Random): Line[] {
  const total = random.pick([20, 30, 45, 60]);
  const common = { kind: 'limitation', serviceType: code, network: 'both', quantityQualifier: care === 'inpatient' ? 'DY' : 'VS' } as const;
  return [
    { ...common, quantity: String(total), period: design.yearPeriod, benefitBegin: design.yearBegin, benefitEnd: design.yearEnd },
    { ...common, quantity: String(total - random.int(0, total)), period: '29' },
  ];
}

/** Rows that only their notes tell apart. */
function pharmacyTiers(design: Design, random: Random): Line[] {
  const base = random.pick([5, 10, 12.5]);
  const tier = (number: number, words: string): Line => ({
    kind: 'co-payment',
    serviceType: '88',
    network: 'in',
    amount: money(base * number * number),
    level: 'IND',
    notes: [`SEQ#${String(number).padStart(3, '0')}`, words],
  });
  return [
    { kind: 'status', serviceType: '88', network: 'unstated', statusCode: '1' },
    tier(1, 'TIER 1 GENERIC'),
    tier(2, 'TIER 2 PREFERRED BRAND'),
    tier(3, 'TIER 3 NON-PREFERRED BRAND'),
    ...outOfNetworkCosts(design, '88'),
  ];
}

/** Rows that only their note tells apart, as long pharmacy schedules do. */
function pharmacyStep(step: number): Line {
  const cents = String((step * 55) % 100).padStart(2, '0');
  return {
    kind: 'co-payment',
    serviceType: '88',
    network: 'in',
    amount: `${(step * 7) % 90}.${cents}`,
    level: 'IND',
    notes: [`SEQ#${String(step + 3).padStart(3, '0')}`, `GENERIC STEP ${step}`],
  };
}

export function money(dollars: number): string {
  return Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2);
}
