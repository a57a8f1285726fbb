/** Dates of a plan that have no field of their own, wherever the payer put them: beside the plan, or on a line about it. */
import type { BenefitGroup, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { isPlanLevel } from '../inquiries/coverage/plan-level.ts';

type DateFact = Plan['dates'][number];
type StatusDetail = BenefitGroup['status_details'][number];

export const planStatuses = (plan: Plan): StatusDetail[] =>
  plan.benefit_groups.filter((group) => isPlanLevel(group.code, group.name)).flatMap((group) => group.status_details);

/** A line about one network alone says nothing of the plan. */
export const ofWholePlan = (details: readonly StatusDetail[]): StatusDetail[] =>
  details.filter((detail) => detail.network_code !== 'outOfNetwork');

export const planDates = (plan: Plan): DateFact[] => [...plan.dates, ...planStatuses(plan).flatMap(({ dates }) => dates)];

const COBRA_END = /^cobra end/i;
/** Days on which COBRA ends, wherever they stand. */
export const cobraEnds = (plan: Plan): string[] =>
  planDates(plan)
    .filter(({ label }) => COBRA_END.test(label))
    .flatMap(({ from, to }) => to ?? from ?? []);

const TOLD = /^added\b|^cobra end/i;
/** Of these the plan's own fields tell, or they change with every answer. */
const FIELDS =
  /^(?:plan|eligibility|coverage)(?: dates?| begin.*| start.*| end.*| effective.*| expir.*| term.*)?$|^(?:effective|expiry)$|^premium paid\b|\blast update\b/i;

/** Death is told by a code of its own, wherever it stands. */
export const isOfDeath = (label: string): boolean => /\b(?:death|deceased)\b/i.test(label);

/** Dates of which no change but a change of words tells. */
export const otherDates = (dates: readonly DateFact[]): DateFact[] =>
  dates.filter(({ label }) => !isOfDeath(label) && !TOLD.test(label) && !FIELDS.test(label));
