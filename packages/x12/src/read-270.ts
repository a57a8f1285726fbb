/** A 270 as questions, one for each patient in it. */
import type { EligibilityQuestion, QuestionPerson } from './eligibility-question.ts';
import type { Transaction } from './envelopes.ts';
import type { PartyLoop } from './loop-271.ts';
import type { AnswerFact } from './payer-answer.ts';
import { answerFacts, dateWords, nameOfParty, personOf } from './people-271.ts';
import { problem, type Problem } from './problems.ts';
import { walk271 } from './walk-271.ts';

export interface Reading270 {
  questions: (EligibilityQuestion & {
    /** EQ02 as sent. */
    procedures: string[];
    /** What was sent and has no field of its own. */
    facts: AnswerFact[];
  })[];
  problems: Problem[];
}

const GROUP = new Set(['6P', '1L']);

function questionPerson(party: PartyLoop): QuestionPerson {
  const reference = (is: (qualifier: string) => boolean) =>
    party.references.find(({ qualifier, value }) => is(qualifier) && value !== '')?.value ?? null;
  return {
    lastName: party.lastName,
    firstName: party.firstName,
    middleName: party.middleName,
    suffix: party.suffix,
    birthDate: party.birthDate,
    gender: party.gender,
    memberId: party.id ?? reference((qualifier) => qualifier === '1W'),
    groupNumber: reference((qualifier) => GROUP.has(qualifier)),
    // Only the last digits are handed on, as everywhere.
    socialSecurityNumber: reference((qualifier) => qualifier === 'SY'),
  };
}

const ASKED_DATES = new Set(['291', '472', '307', '435']);

function askedDate(party: PartyLoop): EligibilityQuestion['date'] {
  const date = party.dates.find(({ qualifier, from }) => ASKED_DATES.has(qualifier ?? '') && from !== null);
  return date?.from == null ? null : { from: date.from, to: date.to ?? date.from };
}

/** What a person's segments say beside the fields of the question. */
function furtherFacts(party: PartyLoop): AnswerFact[] {
  const { address, facts } = personOf(party, true);
  const asked = askedDate(party);
  const dates = party.dates.filter(({ from, to }) => asked === null || from !== asked.from || (to ?? from) !== asked.to);
  return [
    ...facts,
    ...(address === null ? [] : [{ label: 'Address', value: Object.values(address).filter(Boolean).join(', ') }]),
    ...dates.map((date) => ({ label: date.label, value: dateWords(date) })),
    ...party.traces.slice(1),
  ];
}

/** Never throws. The social security number is masked. */
export function read270(transaction: Transaction): Reading270 {
  const walk = walk271(transaction.segments);
  if (transaction.code !== '270') {
    const text = 'This transaction is no 270; it was read as if it were.';
    walk.problems.push(problem('wrong-transaction', text, transaction.segments[0]?.position ?? null));
  }
  const questions = walk.subscribers.flatMap((subscriber) => {
    const receiver = subscriber.parent ?? walk.receivers[0] ?? null;
    const source = receiver?.parent ?? walk.sources[0] ?? null;
    const shared = answerFacts(walk, source, receiver);
    const patients = subscriber.dependents.length > 0 ? subscriber.dependents : [subscriber];
    const holder = questionPerson(subscriber);
    return patients.map((patient) => ({
      payer: { name: source && nameOfParty(source), id: source?.id ?? null },
      provider: {
        name: receiver && nameOfParty(receiver),
        npi: receiver?.facts.find(({ label }) => label === 'NPI')?.value ?? null,
        taxId: receiver?.references.find(({ qualifier }) => qualifier === 'TJ' || qualifier === 'EI')?.value ?? null,
      },
      subscriber: holder,
      dependent: patient === subscriber ? null : { ...questionPerson(patient), relationship: patient.relationship?.code ?? null },
      serviceTypes: patient.asked.serviceTypes,
      procedures: patient.asked.procedures,
      date: askedDate(patient) ?? askedDate(subscriber),
      trace: patient.trace ?? subscriber.trace,
      facts: [...shared, ...(patient === subscriber ? [] : furtherFacts(subscriber)), ...furtherFacts(patient)],
    }));
  });
  return { questions, problems: walk.problems };
}
