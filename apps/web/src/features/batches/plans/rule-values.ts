/** A rule as its form holds it, and as it is sent. Pure. */
import type { RecheckRule, RecheckWhen } from '@coverlight/contract/batches/recheck.schema.ts';
import type { RuleBody } from './rechecks.queries.ts';

/** Numbers are digits as typed. */
export interface RuleValues {
  name: string;
  kind: RecheckWhen['kind'];
  /** Of the month. */
  day: string;
  /** Before an appointment. */
  days: string;
  payers: string[];
  /** With commas between them. */
  tags: string;
  with_appointment: boolean;
  /** '' is whenever. */
  active_within_days: string;
  monthly_budget: string;
  reuse_days: RecheckRule['reuse_days'];
  is_on: boolean;
}

export const NEW_RULE: RuleValues = {
  name: '',
  kind: 'before_appointment',
  day: '1',
  days: '3',
  payers: [],
  tags: '',
  with_appointment: false,
  active_within_days: '',
  monthly_budget: '100',
  reuse_days: 1,
  is_on: true,
};

export function valuesOf({ name, when, who, monthly_budget, reuse_days, is_on }: RecheckRule): RuleValues {
  return {
    name,
    kind: when.kind,
    day: when.kind === 'monthly' ? String(when.day) : NEW_RULE.day,
    days: when.kind === 'before_appointment' ? String(when.days) : NEW_RULE.days,
    payers: [...who.payers],
    tags: who.tags.join(', '),
    with_appointment: who.with_appointment,
    active_within_days: who.active_within_days === null ? '' : String(who.active_within_days),
    monthly_budget: String(monthly_budget),
    reuse_days,
    is_on,
  };
}

/** `insuranceTypes` stay as they were: the form does not ask about them. */
export function bodyOf(values: RuleValues, insuranceTypes: readonly string[] = []): RuleBody {
  const { name, payers, tags, with_appointment, active_within_days: within, monthly_budget: budget, reuse_days, is_on } = values;
  return {
    name,
    when: whenOf(values),
    who: {
      payers,
      insurance_types: [...insuranceTypes],
      tags: [...new Set(tags.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== ''),
      with_appointment,
      active_within_days: within === '' ? null : Number(within),
    },
    monthly_budget: Number(budget),
    reuse_days,
    is_on,
  };
}

function whenOf({ kind, day, days }: RuleValues): RecheckWhen {
  if (kind === 'monthly') return { kind, day: Number(day) };
  if (kind === 'before_appointment') return { kind, days: Number(days) };
  return { kind };
}
