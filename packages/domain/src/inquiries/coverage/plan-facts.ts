/** The head of a plan: its names, its dates and who to ask (product.md 10.7). */
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { toAdditionalPayer, toContact, toDateFact } from './contacts.ts';
import type { AnswerDate, AnswerPlan } from './payer-answer.ts';
import { wordsOf } from './x12-codes.ts';

type DateField = 'plan_start' | 'plan_end' | 'coverage_start' | 'coverage_end' | 'premium_paid_to_end_date' | 'last_update_date';
type PlanDates = Record<DateField, string | null>;

interface DateRule {
  qualifier: string;
  words: RegExp;
  begin?: DateField;
  end?: DateField;
}

const COVERAGE_WORDS = /^coverage( dates?)?$/i;

/** Which field a date fills, by DTP qualifier, else by its words. Earlier rules are the more exact ones and win. */
const RULES: DateRule[] = [
  { qualifier: '346', words: /^plan (begin|start|effective)/i, begin: 'plan_start' },
  { qualifier: '347', words: /^plan (end|expir|term)/i, end: 'plan_end' },
  { qualifier: '356', words: /^(eligibility|coverage) (begin|start|effective)/i, begin: 'coverage_start' },
  { qualifier: '357', words: /^(eligibility|coverage) (end|expir|term)/i, end: 'coverage_end' },
  { qualifier: '343', words: /^premium paid.*end/i, end: 'premium_paid_to_end_date' },
  { qualifier: '636', words: /(last update|update of record)/i, begin: 'last_update_date' },
  // "Coverage" is the word some senders use for the plan's own period; staff read it as coverage.
  { qualifier: '291', words: COVERAGE_WORDS, begin: 'coverage_start', end: 'coverage_end' },
  { qualifier: '291', words: /^plan( dates?)?$/i, begin: 'plan_start', end: 'plan_end' },
  { qualifier: '307', words: /^(eligibility|coverage)( dates?)?$/i, begin: 'coverage_start', end: 'coverage_end' },
];

const NO_DATES: PlanDates = {
  plan_start: null,
  plan_end: null,
  coverage_start: null,
  coverage_end: null,
  premium_paid_to_end_date: null,
  last_update_date: null,
};

function matches(rule: DateRule, date: AnswerDate): boolean {
  if (date.qualifier === null) return rule.words.test(date.label.trim());
  const isCoverage = COVERAGE_WORDS.test(date.label.trim());
  return date.qualifier === rule.qualifier && (rule.qualifier !== '291' || isCoverage === (rule.words === COVERAGE_WORDS));
}

/** A single end date may stand in either place; a begin-and-end rule reads them as they stand. */
function valuesOf(rule: DateRule, date: AnswerDate): [DateField, string][] {
  const both = rule.begin !== undefined && rule.end !== undefined;
  const begin = both ? date.from : (date.from ?? date.to);
  const end = both ? date.to : (date.to ?? date.from);
  return [
    ...(rule.begin !== undefined && begin !== null ? [[rule.begin, begin] satisfies [DateField, string]] : []),
    ...(rule.end !== undefined && end !== null ? [[rule.end, end] satisfies [DateField, string]] : []),
  ];
}

/** Of several ends the earliest counts: cover is likely absent after it. Of several begins the latest. */
const isStricter = (field: DateField, value: string, known: string) =>
  field === 'plan_start' || field === 'coverage_start' || field === 'last_update_date' ? value > known : value < known;

/** Dates by meaning. Dates that fill no field, or that another date outdid, stay in `rest`. */
export function readPlanDates(dates: AnswerDate[]): { fields: PlanDates; rest: AnswerDate[] } {
  const fields = { ...NO_DATES };
  const ruleOf = new Map<DateField, number>();
  const sourceOf = new Map<AnswerDate, [DateField, string][]>();
  for (const [index, rule] of RULES.entries()) {
    for (const date of dates.filter((candidate) => candidate.text === null && matches(rule, candidate))) {
      const values = valuesOf(rule, date);
      sourceOf.set(date, values);
      for (const [field, value] of values) {
        const known = fields[field];
        const exact = ruleOf.get(field) ?? index;
        if (known !== null && (exact < index || !isStricter(field, value, known))) continue;
        fields[field] = value;
        ruleOf.set(field, index);
      }
    }
  }
  const isShown = (date: AnswerDate) => {
    const values = sourceOf.get(date) ?? [];
    return values.length > 0 && values.every(([field, value]) => fields[field] === value);
  };
  return { fields, rest: dates.filter((date) => !isShown(date)) };
}

/** Fields of a plan without its benefits. `lineDates` are those of its own status lines; they fill what the plan left open. */
export function toPlanHead(plan: AnswerPlan, lineDates: AnswerDate[]): Omit<Plan, 'status' | 'status_code' | 'benefit_groups'> {
  const own = readPlanDates(plan.dates);
  const lines = readPlanDates(lineDates).fields;
  return {
    insurance_type: wordsOf(plan.insuranceType),
    name: plan.name,
    number: plan.number,
    plan_network_name: plan.networkName,
    group_name: plan.groupName,
    group_number: plan.groupNumber,
    plan_start: own.fields.plan_start ?? lines.plan_start,
    plan_end: own.fields.plan_end ?? lines.plan_end,
    coverage_start: own.fields.coverage_start ?? lines.coverage_start,
    coverage_end: own.fields.coverage_end ?? lines.coverage_end,
    premium_paid_to_end_date: own.fields.premium_paid_to_end_date ?? lines.premium_paid_to_end_date,
    last_update_date: own.fields.last_update_date ?? lines.last_update_date,
    contacts: plan.contacts.map(toContact),
    primary_care_provider: plan.primaryCareProvider && toContact(plan.primaryCareProvider),
    additional_payer_info: plan.additionalPayers.map(toAdditionalPayer),
    notes: plan.notes.filter((note) => note.trim() !== ''),
    dates: own.rest.map(toDateFact),
    facts: plan.facts,
  };
}
