/**
 * Turns a payer's answer into the coverage staff read (product.md 10). Knows benefits and plans; not vendors, HTTP or SQL.
 * Every line of the answer ends in exactly one place, found by its id; no number appears that the payer did not send, except
 * met where product.md 10.3 allows it; the order of lines does not matter.
 */
import type { BenefitGroup, Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { collectLines, toBenefitGroups } from './benefit-groups.ts';
import { compareText } from './benefit-order.ts';
import { toDateFact } from './contacts.ts';
import { cleanAnswer } from './clean-answer.ts';
import { emptyPlan } from './empty-answer.ts';
import { toAlsoSaid } from './also-said.ts';
import { readKind } from './line-kind.ts';
import { leadingPlan } from './medical-plan.ts';
import type { AnswerLine, AnswerPlan, PayerAnswer } from './payer-answer.ts';
import { toPatient, toSubscriber } from './people.ts';
import { toPlanHead } from './plan-facts.ts';
import { isPlanLevel, PLAN_SERVICE_TYPE } from './plan-level.ts';
import { codeOfServiceName } from './service-types.ts';
import { areOpposite } from './status-codes.ts';
import { leadingStatus } from './statuses.ts';
import { wordsOf } from './x12-codes.ts';

/** DTP01 */
const SERVICE_DATE = '472';

/** Some senders state a plan's status in words alone. Words that nobody defined have no code and are shown as sent. */
function codeOfStatusWords(words: string | null): string | null {
  const kind = words === null ? null : readKind({ kind: '', kindText: words, entities: [] });
  return kind?.place === 'status' ? kind.code : null;
}

type StatusOfPlan = Pick<Plan, 'status' | 'status_code' | 'stated_status'>;

/**
 * Lines of service type 30 are the plan's status; a service's status is not (product.md 10.1). What the head of the plan states besides
 * is kept where it says the opposite.
 */
function planStatus(plan: AnswerPlan, groups: BenefitGroup[]): StatusOfPlan {
  const stated = plan.status && {
    status: wordsOf(plan.status),
    status_code: plan.status.code ?? codeOfStatusWords(plan.status.text),
  };
  const details = groups.filter((group) => isPlanLevel(group.code, group.name)).flatMap((group) => group.status_details);
  if (stated === null) return leadingStatus(details) ?? { status: null, status_code: null };
  // A line about one network alone says nothing of the plan.
  const said = leadingStatus(details.filter((detail) => detail.network_code !== 'outOfNetwork'));
  if (said === null) return stated;
  if (areOpposite(said, stated)) return { ...said, stated_status: stated };
  const saysMore = said.status_code !== stated.status_code && said.status_code !== '1' && said.status_code !== null;
  return saysMore ? said : stated;
}

/** Some payers name the primary care provider on a line instead of the plan; the line stays where it is. */
function namedPrimaryCare(groups: BenefitGroup[]): Plan['primary_care_provider'] {
  const lines = groups.flatMap((group) => group.auxilary.contact ?? []);
  return lines.find((line) => line.type_code === 'L' && line.contacts.length > 0)?.contacts[0] ?? null;
}

function toPlan(plan: AnswerPlan, lines: AnswerLine[]): { plan: Plan; unknown: AnswerLine[] } {
  const { services, unknown } = collectLines(lines);
  const groups = toBenefitGroups(services);
  const planLines = services.filter((service) => service.code === '30' || (service.code === null && service.names.size === 0));
  const statusDates = planLines.flatMap((service) => service.statuses.flatMap(({ line }) => line.dates));
  const head = toPlanHead(plan, statusDates);
  const primaryCareProvider = head.primary_care_provider ?? namedPrimaryCare(groups);
  return { plan: { ...planStatus(plan, groups), ...head, primary_care_provider: primaryCareProvider, benefit_groups: groups }, unknown };
}

/** Lines that point at no plan belong to the first; an answer of lines alone has one plan without a name. */
function linesByPlan(answer: PayerAnswer): { plan: AnswerPlan; lines: AnswerLine[] }[] {
  const plans = answer.plans.length === 0 && answer.lines.length > 0 ? [emptyPlan()] : answer.plans;
  const byPlan = plans.map((plan) => ({ plan, lines: [] as AnswerLine[] }));
  for (const line of answer.lines) (byPlan[line.plan] ?? byPlan[0])?.lines.push(line);
  return byPlan;
}

function readServiceTypes(answer: PayerAnswer, plans: Plan[]): Coverage['service_types'] {
  const asked = [...new Set(answer.askedServiceTypes)].toSorted(compareText);
  const said = plans.flatMap((plan) => plan.benefit_groups.flatMap((group) => (group.code === null ? [] : [group.code])));
  // A plan's own status answers the question about the plan, with or without lines for it.
  const ofPlan = plans.some((plan) => plan.status !== null || plan.status_code !== null) ? [PLAN_SERVICE_TYPE] : [];
  const answered = [...new Set([...said, ...ofPlan])].toSorted(compareText);
  const silent = asked.filter((code) => !answered.includes(code) && !answered.includes(codeOfServiceName(code) ?? code));
  return { asked, answered, silent };
}

function toNotices(answer: PayerAnswer): Coverage['notices'] {
  const sent = answer.notices.map(({ kind, text, serviceTypes }) => ({ kind, text, ...(serviceTypes && { service_types: serviceTypes }) }));
  const text = 'The payer says that its record of this patient differs from yours.';
  return answer.updateYourRecords ? [...sent, { kind: 'update-your-records', text }] : sent;
}

/** A line's own service date tells when that benefit was used, and says nothing about the answer. */
function datesAnswered(answer: PayerAnswer): Coverage['answered_for'] {
  const ofPlans = answer.plans.flatMap((plan) => plan.dates.filter((date) => date.qualifier === SERVICE_DATE));
  return [...answer.answeredFor, ...ofPlans].map(toDateFact);
}

/** `asked` is the day asked for, which decides which of several plans leads; null: their dates do not. */
export function normalizeCoverage(sent: PayerAnswer, asked: string | null = null): Coverage {
  const answer = cleanAnswer(sent);
  const read = linesByPlan(answer).map(({ plan, lines }) => toPlan(plan, lines));
  const plans = read.map(({ plan }) => plan);
  return {
    payer_name: answer.payer.name,
    payer_id: answer.payer.id,
    patient: toPatient(answer.patient),
    subscriber: toSubscriber(answer.subscriber),
    plan: leadingPlan(plans, asked),
    plans,
    service_types: readServiceTypes(answer, plans),
    notices: toNotices(answer),
    answered_for: datesAnswered(answer),
    facts: answer.facts,
    also_said: toAlsoSaid(read.flatMap(({ unknown }) => unknown)),
  };
}
