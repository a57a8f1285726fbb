/** pVerify's DemographicInfo as the answer's persons, with the plan facts that stand among them. */
import { dateWords } from '@coverlight/domain/inquiries/coverage/date-words.ts';
import type { AnswerDate, AnswerFact, AnswerPerson, Coded } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { dayOf } from '../answer-date.ts';
import type { FactReader } from '../fact-reader.ts';
import { readDates, readIdentifications, readNumbers } from './pverify-line.ts';
import { relationshipOf } from './pverify-vocabulary.ts';

export interface Demographics {
  patient: (AnswerPerson & { relationship: Coded | null }) | null;
  subscriber: AnswerPerson | null;
  /** Periods, begins and ends of the plan that were sent with the person. */
  planDates: AnswerDate[];
  /** Single days of service sent with the person: which day the payer answers for. */
  serviceDates: AnswerDate[];
  groupNumber: string | null;
  groupName: string | null;
  planNumber: string | null;
  facts: AnswerFact[];
}

interface ReadPerson {
  person: AnswerPerson;
  planDates: AnswerDate[];
  serviceDates: AnswerDate[];
  plan: Record<'Group Number' | 'Group Name' | 'Plan Number', string | null>;
}

/** The patient is the dependent where one came back, else the subscriber. `relationship` is what the plan summary said of it. */
export function readDemographics(reader: FactReader | null, relationship: string | null): Demographics {
  const subscriberReader = reader?.object('Subscriber') ?? null;
  const dependentReader = reader?.object('Dependent') ?? null;
  const subscriber = subscriberReader === null ? null : readPerson(subscriberReader);
  const dependentInfo = dependentReader?.object('DependentInfo') ?? null;
  const dependent = dependentInfo === null ? null : readPerson(dependentInfo);
  const ofDependent = dependentReader?.text('Relationship') ?? null;
  const patient = isSomebody(dependent) ? dependent : subscriber;
  const relation = relationshipOf(ofDependent ?? relationship);
  const facts = [...(dependentReader?.facts('Dependent') ?? []), ...(reader?.facts() ?? [])];
  if (ofDependent !== null && relationship !== null && ofDependent !== relationship) {
    facts.push({ label: 'Subscriber relationship', value: relationship });
  }
  const plan = patient?.plan;
  return {
    patient: patient === null ? null : { ...patient.person, relationship: relation },
    subscriber: subscriber?.person ?? null,
    planDates: [...(subscriber?.planDates ?? []), ...(dependent?.planDates ?? [])],
    serviceDates: patient?.serviceDates ?? [],
    groupNumber: plan?.['Group Number'] ?? subscriber?.plan['Group Number'] ?? null,
    groupName: plan?.['Group Name'] ?? subscriber?.plan['Group Name'] ?? null,
    planNumber: plan?.['Plan Number'] ?? subscriber?.plan['Plan Number'] ?? null,
    facts,
  };
}

/** A single "Eligibility" or "Service" day repeats the day asked for: read as a period it would begin or end the plan on that day. */
function isPlanDate(date: AnswerDate): boolean {
  return (date.from !== null && date.to !== null && date.from !== date.to) || /begin|start|end|expir|effective/i.test(date.label);
}

function isSomebody(read: ReadPerson | null): read is ReadPerson {
  return (
    read !== null &&
    [read.person.firstName, read.person.lastName, read.person.memberId, read.person.birthDate].some((part) => part !== null)
  );
}

function readPerson(reader: FactReader): ReadPerson {
  const facts: AnswerFact[] = [];
  const born = reader.text('DOB_R', 'DOB');
  const birthDate = born === null ? null : dayOf(born);
  if (born !== null && birthDate === null) facts.push({ label: 'Birth date', value: born });
  const ids = readIdentifications(reader, 'Identification');
  const idOf = (label: string): string | null => ids.find((fact) => fact.label.toLowerCase() === label.toLowerCase())?.value ?? null;
  const street = [reader.text('Address1'), reader.text('Address2')].filter((part) => part !== null).join(', ');
  const address = {
    street: street === '' ? null : street,
    city: reader.text('City'),
    state: reader.text('State'),
    zip: reader.text('Zip'),
  };
  const person: AnswerPerson = {
    firstName: reader.text('Firstname'),
    middleName: reader.text('Middlename'),
    lastName: reader.text('Lastname_R', 'Lastname'),
    suffix: reader.text('Suffix'),
    birthDate,
    gender: reader.text('Gender_R', 'Gender'),
    memberId: idOf('Member ID'),
    address: Object.values(address).some((part) => part !== null) ? address : null,
    facts,
  };
  // The parts of the name come again in one piece and as identifications.
  const fullName = reader.text('FullName');
  const nameParts = [person.firstName, person.middleName, person.lastName, person.suffix].filter((part) => part !== null);
  if (fullName !== null && !nameParts.every((part) => fullName.includes(part))) facts.push({ label: 'Full name', value: fullName });
  const repeated = new Set<string | null>([person.firstName, person.lastName, person.memberId]);
  facts.push(...ids.filter((fact) => !repeated.has(fact.value)), ...readNumbers(reader));
  const dates = readDates(reader);
  for (const date of dates) {
    if (!isPlanDate(date)) facts.push({ label: `${date.label} date`, value: dateWords({ ...date, to: date.to ?? date.from }) });
  }
  facts.push(...reader.facts());
  return {
    person,
    planDates: dates.filter(isPlanDate),
    serviceDates: dates.filter((date) => date.qualifier === '472' && !isPlanDate(date)),
    plan: {
      'Group Number': idOf('Group Number'),
      'Group Name': idOf('Group Name') ?? idOf('Group Number name'),
      'Plan Number': idOf('Plan Number'),
    },
  };
}
