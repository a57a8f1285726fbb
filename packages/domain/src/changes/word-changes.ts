/** What reads otherwise and means the same as far as codes tell: wordings and contacts (product.md 18.4). */
import type { Contact, Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { readDecimal } from '../inquiries/coverage/decimal.ts';
import { dateWords } from '../inquiries/coverage/date-words.ts';
import { contactWords, lineTexts, type SourceLine } from '../inquiries/coverage/line-words.ts';
import { isPlanLevel } from '../inquiries/coverage/plan-level.ts';
import { linesOfGroup } from '../inquiries/coverage/said-texts.ts';
import { isCompanyOrPart } from '../inquiries/coverage/company-names.ts';
import { type Found, found } from './comparison.ts';
import type { PlanPair } from './measured-changes.ts';
import { isOfDeath, otherDates } from './plan-dates.ts';
import { unique, wordsNotIn } from './plain-words.ts';

export interface WordsInput {
  plans: PlanPair;
  /** Ids of lines of each answer whose coming or going is told: their words come and go with them. */
  toldIds: Record<'before' | 'after', ReadonlySet<string>>;
  /** Texts of which another change tells. */
  toldTexts: readonly string[];
  /** Companies of which another change tells. */
  toldCompanies: readonly string[];
}

/** Facts that are numbers repeat what lines say, and change with every claim. */
const factTexts = (facts: Plan['facts']): string[] =>
  facts.filter(({ label, value }) => readDecimal(value) === null && !isOfDeath(label)).map(({ label, value }) => `${label}: ${value}`);

interface Texts {
  service: string | null;
  texts: string[];
  ids: string[];
}

const textsOfLine = (line: SourceLine): string[] => [
  ...lineTexts(line),
  ...(line.description === null ? [] : [line.description]),
  ...factTexts(line.facts),
  ...otherDates(line.dates).map((date) => `${date.label}: ${dateWords(date)}`),
];

const isToldOf = (companies: readonly string[], name: string | null) => companies.some((company) => isCompanyOrPart(company, name));

function textsByService(plan: Plan, toldIds: ReadonlySet<string>, toldCompanies: readonly string[]): Map<string, Texts> {
  const services = new Map<string, Texts>();
  for (const group of plan.benefit_groups) {
    const isPlan = isPlanLevel(group.code, group.name);
    const key = isPlan ? '' : (group.code ?? group.name.toLowerCase());
    const known = services.get(key) ?? { service: isPlan ? null : group.name, texts: [], ids: [] };
    services.set(key, known);
    for (const line of linesOfGroup(group)) {
      if (line.line_ids.some((id) => toldIds.has(id))) continue;
      const texts = textsOfLine(line);
      known.texts.push(...texts);
      if (texts.length > 0) known.ids.push(...line.line_ids);
    }
    for (const payer of group.additional_payers)
      if (!isToldOf(toldCompanies, payer.name)) known.texts.push(...payer.texts, ...factTexts(payer.facts));
  }
  return services;
}

const headTexts = (plan: Plan): string[] => [
  ...plan.notes,
  ...factTexts(plan.facts),
  ...otherDates(plan.dates).map((date) => `${date.label}: ${dateWords(date)}`),
];

function aChange(
  place: Pick<Found, 'plan' | 'services'>,
  was: Omit<Texts, 'service'>,
  is: Omit<Texts, 'service'>,
  told: readonly string[],
): Found[] {
  const [gone, added] = [wordsNotIn(was.texts, [...is.texts, ...told]), wordsNotIn(is.texts, [...was.texts, ...told])];
  if (gone.length + added.length === 0) return [];
  return [
    found('words-only', {
      ...place,
      before: gone.toSorted().join('; ') || null,
      after: added.toSorted().join('; ') || null,
      beforeIds: gone.length === 0 ? [] : unique(was.ids).toSorted(),
      afterIds: added.length === 0 ? [] : unique(is.ids).toSorted(),
    }),
  ];
}

const NOTHING: Texts = { service: null, texts: [], ids: [] };

export function wordChanges({ plans, toldIds, toldTexts, toldCompanies }: WordsInput): Found[] {
  const [before, after] = [
    textsByService(plans.before, toldIds.before, toldCompanies),
    textsByService(plans.after, toldIds.after, toldCompanies),
  ];
  const heads = { was: { texts: headTexts(plans.before), ids: [] }, is: { texts: headTexts(plans.after), ids: [] } };
  return [
    ...aChange({ plan: plans.name, services: [] }, heads.was, heads.is, toldTexts),
    ...unique([...before.keys(), ...after.keys()]).flatMap((key) => {
      const [was, is] = [before.get(key) ?? NOTHING, after.get(key) ?? NOTHING];
      const service = is.service ?? was.service;
      return aChange({ plan: plans.name, services: service === null ? [] : [service] }, was, is, toldTexts);
    }),
  ];
}

function contactsOf(plan: Plan, toldIds: ReadonlySet<string>, toldCompanies: readonly string[]): Contact[] {
  return [
    ...plan.contacts,
    ...(plan.primary_care_provider === null ? [] : [plan.primary_care_provider]),
    ...plan.benefit_groups.flatMap((group) => [
      ...group.contacts,
      ...linesOfGroup(group).flatMap((line) => (line.line_ids.some((id) => toldIds.has(id)) ? [] : line.contacts)),
    ]),
    ...[...plan.additional_payer_info, ...plan.benefit_groups.flatMap((group) => group.additional_payers)]
      .filter(({ name }) => !isToldOf(toldCompanies, name))
      .flatMap((payer) =>
        payer.contacts.map((contact) => ({
          ...contact,
          name: contact.name ?? payer.name,
          info: [...contact.info, ...(payer.member_id === null ? [] : [`Member ID: ${payer.member_id}`])],
        })),
      ),
  ];
}

/** Whom to call and how. A company of which another change tells is not told of again. */
export function contactChanges({ plans, toldIds, toldCompanies }: WordsInput): Found[] {
  const of = (plan: Plan, ids: ReadonlySet<string>) =>
    contactsOf(plan, ids, toldCompanies)
      .filter(({ name }) => !isToldOf(toldCompanies, name))
      .map(contactWords);
  const [was, is] = [of(plans.before, toldIds.before), of(plans.after, toldIds.after)];
  const [gone, added] = [wordsNotIn(was, is), wordsNotIn(is, was)];
  if (gone.length + added.length === 0) return [];
  return [
    found('contact-changed', { plan: plans.name, before: gone.toSorted().join('; ') || null, after: added.toSorted().join('; ') || null }),
  ];
}

const answerTexts = (coverage: Coverage): string[] => [
  ...coverage.also_said.flatMap(({ label, texts }) => [label, ...texts].join(': ')),
  ...(coverage.payer_name === null ? [] : [coverage.payer_name]),
];

/** What was said of the answer as a whole. Numbers of the exchange and of who asked say nothing. */
export function answerWordChanges(before: Coverage, after: Coverage, told: readonly string[]): Found[] {
  const of = (coverage: Coverage) => ({ texts: answerTexts(coverage), ids: coverage.also_said.map(({ line_id: id }) => id) });
  return aChange({ plan: null, services: [] }, of(before), of(after), told);
}
