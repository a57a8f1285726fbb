/** How a scenario changes the ordinary policy. Scenarios that concern the call, not the plan, leave it as it is. */

import { addDays } from '../dates.ts';
import { benefitLines, type Design } from './benefit-lines.ts';
import type { Plan, Policy } from './policy.ts';
import type { Scenario } from './scenario.ts';
import { isBehavioural, SERVICE_TYPES } from './service-types.ts';

interface Context {
  seed: string;
  today: string;
  design: Design;
}

const CHANGES: Readonly<Partial<Record<Scenario, (plan: Plan, context: Context) => Partial<Policy>>>> = {
  INACTIVE: (plan, context) => ({ plans: [inactive(plan, context)] }),
  GRACE: (plan, context) => ({ plans: [grace(plan, context)] }),
  EMPTY: () => ({ plans: [] }),
  SILENT: (plan) => ({
    plans: [{ ...plan, lines: plan.lines.filter((line) => !isBehavioural(line.serviceType) || line.kind === 'status') }],
  }),
  CARVE: (plan, context) => ({ plans: [carvedOut(plan, context)] }),
  COB: (plan, context) => ({ plans: [{ ...plan, otherPayers: [primaryElsewhere(context)] }] }),
  MISMATCH: (_plan, { seed }) => ({
    onFile: { firstName: 'ROSALIND', lastName: 'QUENNELL', birthDate: '1971-03-09', memberId: `X${seed}` },
  }),
  TWOPLANS: (plan, context) => ({ plans: [{ ...plan, name: `${plan.name} Medical` }, secondPlan(plan, context)] }),
};

export function applyScenario(policy: Policy, scenario: Scenario, context: Context): Policy {
  const [plan] = policy.plans;
  return plan ? { ...policy, ...CHANGES[scenario]?.(plan, context) } : policy;
}

function inactive(plan: Plan, { today }: Context): Plan {
  const end = addDays(`${today.slice(0, 7)}-01`, -1);
  const begin = `${Number(end.slice(0, 4)) - 2}-01-01`;
  const status = { kind: 'status', serviceType: '30', network: 'unstated', statusCode: '6', insuranceType: plan.insuranceType } as const;
  return {
    ...plan,
    statusCode: '6',
    begin,
    end,
    eligibilityBegin: begin,
    lines: [status],
    notes: ['COVERAGE TERMINATED'],
    primaryCare: null,
  };
}

function grace(plan: Plan, { today }: Context): Plan {
  const lines = plan.lines.map((line) => (line.kind === 'status' && line.serviceType === '30' ? { ...line, statusCode: '5' } : line));
  return {
    ...plan,
    statusCode: '5',
    premiumPaidTo: addDays(`${today.slice(0, 7)}-01`, -1),
    notes: ['HIX GRACE PERIOD MONTH 2. CLAIMS MAY BE PENDED UNTIL THE PREMIUM IS PAID.', ...plan.notes],
    lines,
  };
}

function carvedOut(plan: Plan, { seed }: Context): Plan {
  const serviceTypes = SERVICE_TYPES.map((service) => service.code).filter((code) => isBehavioural(code) && code !== '98');
  return {
    ...plan,
    lines: plan.lines.filter((line) => !serviceTypes.includes(line.serviceType)),
    notes: ['BEHAVIORAL HEALTH BENEFITS ARE ADMINISTERED BY SABLE BEHAVIORAL PARTNERS. CALL 800-555-0177.', ...plan.notes],
    administrators: [
      {
        serviceTypes: serviceTypes.filter((code) => ['MH', 'AI', 'A7', 'CG', 'CI'].includes(code)),
        entity: {
          name: 'SABLE BEHAVIORAL PARTNERS',
          role: 'Third-Party Administrator',
          roleCode: '2B',
          phone: '8005550177',
          url: 'https://sable.example.test',
          memberId: `SBP${seed.slice(-6)}`,
        },
      },
    ],
  };
}

function primaryElsewhere({ seed, design }: Context): Plan['otherPayers'][number] {
  return {
    name: 'KESTREL MUTUAL HEALTH',
    order: 'primary',
    memberId: `KM${seed.slice(-7)}`,
    phone: '8005550163',
    begin: design.yearBegin,
    end: null,
  };
}

function secondPlan(plan: Plan, { seed, design }: Context): Plan {
  const second: Design = {
    ...design,
    memberSeed: `${seed}|second`,
    insuranceType: 'SP',
    deductible: design.deductible + 150,
    outOfPocket: design.outOfPocket + 500,
  };
  const lines = benefitLines(second, 24).map((line) =>
    line.kind === 'status' && line.serviceType === '30' ? { ...line, statusCode: '3' } : line,
  );
  return {
    ...plan,
    name: 'Lodestar Supplemental',
    statusCode: '3',
    insuranceType: 'SP',
    groupNumber: `${plan.groupNumber}-2`,
    planNumber: 'S2200',
    notes: ['SERVICES ARE CAPITATED TO THE MEDICAL GROUP.'],
    lines,
    primaryCare: null,
  };
}
