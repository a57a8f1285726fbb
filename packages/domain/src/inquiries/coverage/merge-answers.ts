/**
 * Several answers to one question, asked once per service type, become one (product.md 11.3). Lines are all kept; telling
 * twice is settled by normalization, which shows a benefit once.
 */
import type { AnswerFact, AnswerPlan, Coded, PayerAnswer } from './payer-answer.ts';

const plain = (text: string | null | undefined) => (text ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function agrees(a: string | null | undefined, b: string | null | undefined): boolean {
  return plain(a) === '' || plain(b) === '' || plain(a) === plain(b);
}

const codedText = (coded: Coded | null) => coded?.code ?? coded?.text ?? null;

/** Two answers speak of one plan when nothing that both state differs. */
function isSamePlan(a: AnswerPlan, b: AnswerPlan): boolean {
  return (
    agrees(a.name, b.name) &&
    agrees(a.number, b.number) &&
    agrees(a.groupNumber, b.groupNumber) &&
    agrees(codedText(a.insuranceType), codedText(b.insuranceType))
  );
}

function union<T>(a: T[], b: T[]): T[] {
  const seen = new Set(a.map((item) => JSON.stringify(item)));
  return [...a, ...b.filter((item) => !seen.has(JSON.stringify(item)))];
}

function differing(label: string, kept: string | null, other: string | null): AnswerFact[] {
  return kept === null || other === null || kept === other ? [] : [{ label, value: other }];
}

/** The first answer's words stay in the fields; what a later one says otherwise is kept as a fact. */
function mergePlans(a: AnswerPlan, b: AnswerPlan): AnswerPlan {
  return {
    status: a.status ?? b.status,
    insuranceType: a.insuranceType ?? b.insuranceType,
    name: a.name ?? b.name,
    number: a.number ?? b.number,
    networkName: a.networkName ?? b.networkName,
    groupName: a.groupName ?? b.groupName,
    groupNumber: a.groupNumber ?? b.groupNumber,
    dates: union(a.dates, b.dates),
    contacts: union(a.contacts, b.contacts),
    primaryCareProvider: a.primaryCareProvider ?? b.primaryCareProvider,
    additionalPayers: union(a.additionalPayers, b.additionalPayers),
    notes: union(a.notes, b.notes),
    facts: union(a.facts, [
      ...b.facts,
      ...differing('Status in another answer', codedText(a.status), codedText(b.status)),
      ...differing('Plan name in another answer', a.name, b.name),
      ...differing('Network in another answer', a.networkName, b.networkName),
      ...differing('Group name in another answer', a.groupName, b.groupName),
      ...differing('Primary care provider in another answer', a.primaryCareProvider?.name ?? null, b.primaryCareProvider?.name ?? null),
    ]),
  };
}

/** Adds one answer's plans; tells where each of them went. */
function addPlans(plans: AnswerPlan[], added: AnswerPlan[]): number[] {
  const taken = new Set<number>();
  return added.map((plan) => {
    const at = plans.findIndex((known, index) => !taken.has(index) && isSamePlan(known, plan));
    const place = at < 0 ? plans.length : at;
    const known = plans[place];
    plans[place] = known ? mergePlans(known, plan) : plan;
    taken.add(place);
    return place;
  });
}

/**
 * `answers` in the order asked; throws where there is none. `unanswered` are the service types that got no answer: they are named in a
 * notice and stay among the asked ones, so they read as silent.
 */
export function mergeAnswers(answers: readonly PayerAnswer[], unanswered: readonly string[] = []): PayerAnswer {
  const [first] = answers;
  if (!first) throw new Error('there is no answer to merge');
  const plans: AnswerPlan[] = [];
  const lines = answers.flatMap((answer, index) => {
    const places = addPlans(plans, answer.plans);
    return answer.lines.map((line) => ({ ...line, id: `${index}:${line.id}`, plan: places[line.plan] ?? 0 }));
  });
  const all = <T>(of: (answer: PayerAnswer) => T[]) => answers.map(of).reduce<T[]>(union, []);
  const silent = { kind: 'service-type-silent', text: 'Some service types have not been answered yet.', serviceTypes: [...unanswered] };
  return {
    payer: answers.find((answer) => answer.payer.name !== null)?.payer ?? first.payer,
    patient: answers.find((answer) => answer.patient !== null)?.patient ?? null,
    subscriber: answers.find((answer) => answer.subscriber !== null)?.subscriber ?? null,
    plans,
    lines,
    askedServiceTypes: union(
      all((answer) => answer.askedServiceTypes),
      [...unanswered],
    ),
    notices: [...all((answer) => answer.notices), ...(unanswered.length === 0 ? [] : [silent])],
    updateYourRecords: answers.some((answer) => answer.updateYourRecords),
    answeredFor: all((answer) => answer.answeredFor),
    facts: all((answer) => answer.facts),
  };
}
