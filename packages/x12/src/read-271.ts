/**
 * A 271 as the neutral answer of a payer, one for each patient in it. The patient is the dependent where the subscriber has one below, else
 * the subscriber. What is said of the subscriber stays apart from what is said of the dependent, and says whom it is about.
 */
import { isStatusKind } from './benefit-271.ts';
import { foldInsured } from './entity-271.ts';
import type { Transaction } from './envelopes.ts';
import type { PartyLoop, Rejection, SegmentUse, Walk } from './loop-271.ts';
import { rejectionText } from './party-271.ts';
import type { AnswerFact, AnswerLine, AnswerPerson, AnswerPlan, PayerAnswer } from './payer-answer.ts';
import { answerFacts, nameOfParty, payerContact, personOf, withoutPlans } from './people-271.ts';
import { plansOf } from './plans-271.ts';
import { problem, type Problem } from './problems.ts';
import { walk271 } from './walk-271.ts';

export type { Rejection, SegmentUse };

export interface Reading271 {
  /** One for each patient; one without a patient where the payer named none. */
  answers: PayerAnswer[];
  /** Every AAA of the transaction, in its order. */
  rejections: Rejection[];
  problems: Problem[];
  /** For each segment of the transaction where it ended; the counts below are of these. */
  uses: SegmentUse[];
  counts: { segments: number; answer: number; alsoSaid: number; problem: number; structure: number };
}

const SERVICE_DATE = '472';
const SELF = '18';
/** How much of payer, provider and subscriber is repeated for each of their patients, in all; a file of this world needs far less. */
const MAX_REPEATED = 1_000_000;

interface Build {
  walk: Walk;
  answers: PayerAnswer[];
  rejections: Set<Rejection>;
  /** What may still be repeated. */
  left: number;
}

export function read271(transaction: Transaction): PayerAnswer[] {
  return explain271(transaction).answers;
}

/** What `read271` reads, with what became of each segment. Never throws. */
export function explain271(transaction: Transaction): Reading271 {
  const walk = walk271(transaction.segments);
  if (transaction.code !== '271') {
    const text = 'This transaction is no 271; it was read as if it were.';
    walk.problems.push(problem('wrong-transaction', text, transaction.segments[0]?.position ?? null));
  }
  const build: Build = { walk, answers: [], rejections: new Set(), left: MAX_REPEATED };
  for (const subscriber of walk.subscribers) {
    const patients = subscriber.dependents.length > 0 ? subscriber.dependents : [subscriber];
    for (const party of [subscriber, ...subscriber.dependents]) foldOtherPayers(party);
    for (const patient of patients) addAnswer(build, patient);
  }
  if (build.answers.length === 0) addAnswerWithoutPatient(build);
  if (build.left < 0) walk.problems.push(problem('too-many-values', 'What concerns all patients is not repeated for every one of them.'));
  const rejections = [...build.rejections].toSorted((a, b) => a.segment.position - b.segment.position);
  return { answers: build.answers, rejections, problems: walk.problems, uses: walk.uses, counts: countUses(walk.uses) };
}

function countUses(uses: SegmentUse[]): Reading271['counts'] {
  const counts = { segments: uses.length, answer: 0, alsoSaid: 0, problem: 0, structure: 0 };
  for (const { place } of uses) counts[place === 'also-said' ? 'alsoSaid' : place] += 1;
  return counts;
}

/** On a line about another payer, that payer and the person insured there are one entry. */
function foldOtherPayers(party: PartyLoop): void {
  for (const { kind, lines } of party.benefits) {
    if (kind !== 'R') continue;
    const folded = foldInsured(lines[0]?.entities ?? []);
    for (const line of lines) line.entities = folded;
  }
}

interface Branch {
  source: PartyLoop | null;
  receiver: PartyLoop | null;
  /** Above a dependent; null where the patient is the subscriber. */
  subscriber: PartyLoop | null;
}

function branchOf(walk: Walk, patient: PartyLoop): Branch {
  const subscriber = patient.level === 'dependent' ? patient.parent : null;
  const receiver = (subscriber ?? patient).parent ?? walk.receivers[0] ?? null;
  return { source: receiver?.parent ?? walk.sources[0] ?? null, receiver, subscriber };
}

const sizeOf = (party: PartyLoop | null): number =>
  party === null
    ? 0
    : party.facts.length +
      party.references.length +
      party.dates.length +
      party.contacts.length +
      party.entities.length +
      party.notes.length +
      party.rejections.length +
      party.benefits.reduce((sum, { lines }) => sum + lines.length, 0);

/** Whether what concerns other patients as well can be repeated for this one. */
function mayRepeat(build: Build, { source, receiver, subscriber }: Branch): boolean {
  const { walk } = build;
  const shared = walk.facts.length + walk.others.reduce((sum, party) => sum + sizeOf(party), 0);
  build.left -= shared + sizeOf(source) + sizeOf(receiver) + sizeOf(subscriber);
  return build.left >= 0 || build.answers.length === 0;
}

const ABOUT_SUBSCRIBER: AnswerFact = { label: 'About', value: 'the subscriber, not the patient' };

const isStatus = (line: AnswerLine) => isStatusKind(line.kind.trim());

const STATUS_WORDS: Record<string, string> = {
  1: 'active',
  2: 'active, full risk capitation',
  3: 'active, services capitated',
  4: 'active, services capitated to primary care physician',
  5: 'active, pending investigation',
  6: 'inactive',
  7: 'inactive, pending eligibility update',
  8: 'inactive, pending investigation',
};

function subscriberNotice(line: AnswerLine, plans: AnswerPlan[]): PayerAnswer['notices'][number] {
  const service = line.service === null ? null : `service type ${line.service.code ?? line.service.text}`;
  const plan = line.planName ?? plans[line.plan]?.name ?? null;
  const words = [STATUS_WORDS[line.kind.trim()] ?? line.kind, service, plan, ...line.texts].filter((part) => part !== null);
  return { kind: 'other', text: `Said of the subscriber, not of the patient: ${words.join(', ')}.` };
}

type Told = Pick<PayerAnswer, 'plans' | 'lines' | 'notices'>;

/** The subscriber's lines in a dependent's answer: marked, and in plans apart from the dependent's own. */
function subscribersLines(subscriber: PartyLoop, patient: PartyLoop, own: Omit<Told, 'notices'>): Told {
  const said = plansOf(subscriber, subscriber);
  // The subscriber's status is the patient's only where the payer says nothing of the patient.
  const speaksOfPatient = own.lines.some(isStatus) || patient.rejections.length > 0;
  const plans = said.plans.map((plan) => ({ ...plan, facts: [...plan.facts, ABOUT_SUBSCRIBER] }));
  const kept = speaksOfPatient ? said.lines.filter((line) => !isStatus(line)) : said.lines;
  const lines = kept.map((line) => ({ ...line, plan: line.plan + own.plans.length, facts: [...line.facts, ABOUT_SUBSCRIBER] }));
  const statuses = speaksOfPatient ? said.lines.filter(isStatus) : [];
  return {
    plans: [...own.plans, ...plans],
    lines: [...own.lines, ...lines],
    notices: statuses.map((line) => subscriberNotice(line, said.plans)),
  };
}

function toldOf(patient: PartyLoop, subscriber: PartyLoop | null): Told {
  const dates = patient.dates.filter((date) => date.qualifier !== SERVICE_DATE);
  if (subscriber === null) return { ...plansOf(patient, { ...patient, dates }), notices: [] };
  if (subscriber.benefits.length > 0) return subscribersLines(subscriber, patient, plansOf(patient, { ...patient, dates }));
  // Without lines of its own the subscriber is who holds the plan that the dependent is in.
  const known = new Set(dates.map((date) => date.qualifier));
  const held = subscriber.dates.filter((date) => date.qualifier !== SERVICE_DATE && !known.has(date.qualifier));
  const said = {
    dates: [...dates, ...held],
    references: [...patient.references, ...subscriber.references],
    notes: [...patient.notes, ...subscriber.notes],
    entities: [...patient.entities, ...subscriber.entities],
  };
  return { ...plansOf(patient, said), notices: [] };
}

function addAnswer(build: Build, patient: PartyLoop): void {
  const { walk, answers } = build;
  const branch = branchOf(walk, patient);
  const isWhole = mayRepeat(build, branch);
  const { source, receiver, subscriber } = isWhole ? branch : { source: null, receiver: null, subscriber: null };
  const parties = [...(subscriber === null ? [] : [subscriber]), patient];
  const told = toldOf(patient, subscriber);
  const hasPlans = told.plans.length > 0;
  const contacts = payerContact(source);
  const rejections = [source, receiver, ...parties, ...(isWhole ? walk.others : [])].flatMap((party) => party?.rejections ?? []);
  for (const rejection of rejections) {
    rejection.answers.push(answers.length);
    build.rejections.add(rejection);
  }
  answers.push({
    payer: { name: branch.source && nameOfParty(branch.source), id: branch.source?.id ?? null },
    patient: { ...personOf(patient, hasPlans), relationship: patient.relationship },
    subscriber:
      subscriber === null ? (branch.subscriber === null ? personOf(patient, hasPlans) : null) : subscriberOf(subscriber, hasPlans),
    plans: told.plans.map((plan) => ({ ...plan, contacts: [...contacts, ...plan.contacts] })),
    lines: told.lines,
    askedServiceTypes: walk.askedServiceTypes,
    notices: [...rejections.map(rejectedNotice), ...told.notices],
    updateYourRecords: parties.some((party) => party.updateYourRecords),
    answeredFor: parties.flatMap((party) => party.dates.filter((date) => date.qualifier === SERVICE_DATE)),
    facts: [
      ...(isWhole ? answerFacts(walk, source, receiver) : []),
      ...parties.flatMap((party) => party.traces),
      ...(hasPlans ? [] : withoutPlans(parties, source, SERVICE_DATE)),
    ],
  });
}

function subscriberOf(party: PartyLoop, hasPlans: boolean): AnswerPerson {
  const person = personOf(party, hasPlans);
  const { relationship } = party;
  if (relationship !== null && relationship.code !== SELF)
    person.facts.push({ label: 'Relationship', value: relationship.text ?? relationship.code ?? '' });
  return person;
}

const rejectedNotice = (rejection: Rejection) => ({ kind: 'rejected', text: rejectionText(rejection) });

/** The payer refused before it named a patient, or named nobody. */
function addAnswerWithoutPatient({ walk, answers, rejections: all }: Build): void {
  const [source = null] = walk.sources;
  const [receiver = null] = walk.receivers;
  const rejections = [...walk.sources, ...walk.receivers, ...walk.others].flatMap((party) => party.rejections);
  for (const rejection of rejections) {
    rejection.answers.push(0);
    all.add(rejection);
  }
  answers.push({
    payer: { name: source && nameOfParty(source), id: source?.id ?? null },
    patient: null,
    subscriber: null,
    plans: [],
    lines: [],
    askedServiceTypes: walk.askedServiceTypes,
    notices: rejections.map(rejectedNotice),
    updateYourRecords: false,
    answeredFor: [],
    facts: [...answerFacts(walk, source, receiver), ...withoutPlans([], source, SERVICE_DATE)],
  });
}
