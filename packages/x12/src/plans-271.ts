/** Which lines of a person belong to which plan. X12 has no loop for plans: EB04 and EB05 tell, and what names none follows the one before. */
import { isStatusKind, referenceLabel } from './benefit-271.ts';
import { addFact, coded } from './elements.ts';
import type { BenefitLoop, PartyLoop } from './loop-271.ts';
import type { AnswerDate, AnswerFact, AnswerLine, AnswerPlan } from './payer-answer.ts';

export function emptyPlan(): AnswerPlan {
  return {
    status: null,
    insuranceType: null,
    name: null,
    number: null,
    networkName: null,
    groupName: null,
    groupNumber: null,
    dates: [],
    contacts: [],
    primaryCareProvider: null,
    additionalPayers: [],
    notes: [],
    facts: [],
  };
}

interface PlanDraft {
  name: string;
  type: string;
  /** The services that it was opened for; none where it was opened for the plan as a whole. */
  services: Set<string>;
  benefits: BenefitLoop[];
}

interface Sorting {
  drafts: PlanDraft[];
  /** The last one that a line about a plan as a whole belongs to. */
  current: PlanDraft | null;
}

const OTHER_PAYER = 'R';
/** More plans than anybody has; further names stay on their lines. */
const MAX_PLANS = 100;

const serviceCodes = (benefit: BenefitLoop): string[] => benefit.lines.flatMap(({ service }) => service?.code ?? []);

function openPlan({ drafts }: Sorting, names: { name: string; type: string }, services: string[]): PlanDraft {
  const draft: PlanDraft = { ...names, services: new Set(services), benefits: [] };
  drafts.push(draft);
  return draft;
}

/** Finds or opens the plan of a line. Only a status opens a second one: other lines use EB05 for words of their own. */
function placeOf(benefit: BenefitLoop, sorting: Sorting): PlanDraft {
  const { drafts, current } = sorting;
  const { planName: name, insuranceType: type, isPlanLevel } = benefit;
  // Names on a line about another payer are that payer's.
  if (benefit.kind === OTHER_PAYER) return current ?? openPlan(sorting, { name: '', type: '' }, []);
  if (current === null) return openPlan(sorting, { name, type }, []);
  const isStatus = isStatusKind(benefit.kind) && drafts.length < MAX_PLANS;
  const fits = (draft: PlanDraft) => type === '' || draft.type === '' || draft.type === type;
  if (name !== '') {
    const known = drafts.find((draft) => draft.name === name && fits(draft));
    if (known !== undefined) return known;
    if (isStatus && isPlanLevel && current.name === '' && fits(current)) return adopt(current, { name, type });
    if (isStatus) return openPlan(sorting, { name, type }, isPlanLevel ? [] : serviceCodes(benefit));
  }
  if (!isPlanLevel && drafts.length > 1) {
    const codes = serviceCodes(benefit);
    const ofService = drafts.findLast(({ services }) => services.size > 0 && codes.some((code) => services.has(code)));
    if (ofService !== undefined) return ofService;
  }
  if (type === '' || current.type === type) return current;
  const sameType = drafts.findLast((draft) => draft.type === type && draft.services.size === 0);
  if (sameType !== undefined) return sameType;
  if (!isStatus || !isPlanLevel) return current;
  return current.type === '' ? adopt(current, { name, type }) : openPlan(sorting, { name, type }, []);
}

function adopt(draft: PlanDraft, { name, type }: { name: string; type: string }): PlanDraft {
  if (name !== '') draft.name = name;
  if (type !== '' && draft.type === '') draft.type = type;
  return draft;
}

/** REF: a field of the plan where it has one that is empty, else a fact. */
function takeReference(plan: AnswerPlan, facts: AnswerFact[], reference: { qualifier: string; value: string; text: string }): void {
  const { qualifier, value, text } = reference;
  const field = { 18: 'number', '6P': 'groupNumber', '1L': 'groupNumber' }[qualifier] as 'number' | 'groupNumber' | undefined;
  if (field !== undefined && (plan[field] === null || plan[field] === value)) plan[field] = value === '' ? plan[field] : value;
  else addFact(facts, referenceLabel(qualifier), value);
  if (text === '') return;
  const nameField = { '6P': 'groupName', '1L': 'groupName', N6: 'networkName' }[qualifier] as 'groupName' | 'networkName' | undefined;
  if (nameField !== undefined && (plan[nameField] === null || plan[nameField] === text)) plan[nameField] = text;
  else addFact(facts, `${referenceLabel(qualifier)}: name`, text);
}

export const PLAN_REFERENCES = new Set(['18', '1L', '6P', 'N6']);

function finishPlan(draft: PlanDraft, index: number, references: PartyLoop['references']): { plan: AnswerPlan; lines: AnswerLine[] } {
  const plan = emptyPlan();
  plan.name = draft.name === '' ? null : draft.name;
  plan.insuranceType = coded(draft.type);
  // What a plan's own status says of its numbers comes first, then what was said of the person.
  for (const { kind, isPlanLevel, references: own, lines } of draft.benefits) {
    const facts = lines[0]?.facts ?? plan.facts;
    for (const reference of own) {
      if (isPlanLevel && isStatusKind(kind)) takeReference(plan, facts, reference);
      else {
        addFact(facts, referenceLabel(reference.qualifier), reference.value);
        addFact(facts, `${referenceLabel(reference.qualifier)}: name`, reference.text);
      }
    }
  }
  for (const reference of references) if (PLAN_REFERENCES.has(reference.qualifier)) takeReference(plan, plan.facts, reference);
  const lines = draft.benefits.flatMap((benefit) => benefit.lines);
  for (const line of lines) {
    line.plan = index;
    if (line.planName === plan.name) line.planName = null;
    if (line.insuranceType?.code === plan.insuranceType?.code) line.insuranceType = null;
  }
  return { plan, lines };
}

/** A date of the person counts for each plan whose own status does not say otherwise. */
function splitDates(dates: AnswerDate[], draft: PlanDraft): { own: AnswerDate[]; outdone: AnswerDate[] } {
  const statuses = draft.benefits.filter(({ kind, isPlanLevel }) => isPlanLevel && isStatusKind(kind));
  const said = new Set(statuses.flatMap(({ lines }) => (lines[0]?.dates ?? []).map((date) => date.qualifier)));
  return { own: dates.filter((date) => !said.has(date.qualifier)), outdone: dates.filter((date) => said.has(date.qualifier)) };
}

const dateWords = ({ from, to, text }: AnswerDate): string =>
  text ?? (from === to ? (from ?? '') : [from ?? '', to ?? ''].filter((day) => day !== '').join(' to '));

/** Plans and lines of one person, in the payer's order. `said` is what was said of the person and holds for each plan. */
export function plansOf(
  party: PartyLoop,
  said: Pick<PartyLoop, 'dates' | 'references' | 'notes' | 'entities'>,
): { plans: AnswerPlan[]; lines: AnswerLine[] } {
  const sorting: Sorting = { drafts: [], current: null };
  for (const benefit of party.benefits) {
    const place = placeOf(benefit, sorting);
    place.benefits.push(benefit);
    if (place.services.size === 0) sorting.current = place;
  }
  const finished = sorting.drafts.map((draft, index) => {
    const { plan, lines } = finishPlan(draft, index, said.references);
    const { own, outdone } = splitDates(said.dates, draft);
    plan.dates = own;
    for (const date of outdone) plan.facts.push({ label: `${date.label} of the person`, value: dateWords(date) });
    plan.notes = said.notes;
    plan.contacts = said.entities;
    return { plan, lines };
  });
  return { plans: finished.map(({ plan }) => plan), lines: finished.flatMap(({ lines }) => lines) };
}
