/** Availity's coverage as the neutral answer of a payer. Pure; reads every field or keeps it as a fact. */
import type {
  AnswerDate,
  AnswerFact,
  AnswerLine,
  AnswerPerson,
  AnswerPlan,
  PayerAnswer,
} from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { dayOf } from '../answer-date.ts';
import { coded, emptyLine, emptyPlan } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import { factOf, readFacts } from '../fact-reader.ts';
import type { FactReader } from '../fact-reader.ts';
import { readDates } from './availity-dates.ts';
import { readAddress, readHealthCareContact, readNotes, readPayer } from './availity-entity.ts';
import { readKinds } from './availity-line.ts';

/** `coverage` is the body of GET /coverages/{id}. */
export function mapAvailityCoverage(coverage: unknown, askedServiceTypes: string[]): PayerAnswer {
  const reader = readFacts(coverage);
  // Ids and links of the clearinghouse's own record say nothing about the patient; the raw answer keeps them.
  reader.skip('id', 'links', 'customerId');
  const statusCode = reader.text('statusCode');
  const status = reader.text('status');
  const asOf = readAsOf(reader);
  const patient = readPatient(reader);
  const subscriber = reader.object('subscriber');
  const payer = readAnsweringPayer(reader);
  const plans = reader.list('plans').map(({ reader: plan, index }) => readPlan(plan, index));
  const deathDay = patient?.deathDay ?? null;
  const firstPlan = plans[0]?.plan;
  if (deathDay !== null && firstPlan) {
    firstPlan.dates.push({ qualifier: '442', label: 'Date of death', from: deathDay, to: deathDay, text: null });
  }
  return {
    payer: { name: payer.name, id: payer.id },
    patient: patient?.person ?? null,
    subscriber: subscriber === null ? null : readPerson(subscriber),
    plans: plans.map((item) => item.plan),
    lines: plans.flatMap((item) => item.lines),
    askedServiceTypes,
    notices: noticesOf(reader, statusCode, status),
    updateYourRecords: patient?.updateYourRecords ?? false,
    answeredFor: asOf.dates,
    facts: [...payer.facts, ...requestedServices(reader), ...recordDates(reader), ...asOf.facts, ...reader.facts()],
  };
}

function readAnsweringPayer(reader: FactReader): { name: string | null; id: string | null; facts: AnswerFact[] } {
  const payer = reader.object('payer');
  if (payer === null) return { name: null, id: null, facts: [] };
  // The name under which the payer answered is the one staff need; the one that was asked stays beside it.
  const name = payer.text('responseName', 'name');
  const id = payer.text('responsePayerId', 'payerId');
  return { name, id, facts: payer.facts('Payer') };
}

/** The day that was asked about, or the period from it, as the record has it. */
function readAsOf(reader: FactReader): { dates: AnswerDate[]; facts: AnswerFact[] } {
  const [from, to] = [reader.text('asOfDate'), reader.text('toDate')];
  const facts = [...(from === null ? [] : [factOf('As of date', from)]), ...(to === null ? [] : [factOf('To date', to)])];
  const day = from === null ? null : dayOf(from);
  if (day === null) return { dates: [], facts };
  return { dates: [{ qualifier: null, label: 'As of date', from: day, to: (to === null ? null : dayOf(to)) ?? day, text: null }], facts };
}

/** When the clearinghouse made its record and how long it keeps it: called so, since "Expiration" alone reads like the end of cover. */
function recordDates(reader: FactReader): AnswerFact[] {
  const dates: [key: string, label: string][] = [
    ['createdDate', 'Recorded at the clearinghouse'],
    ['updatedDate', 'Updated at the clearinghouse'],
    ['expirationDate', 'Kept at the clearinghouse until'],
  ];
  return dates.flatMap(([key, label]) => {
    const sent = reader.text(key);
    return sent === null ? [] : [factOf(label, sent)];
  });
}

function requestedServices(reader: FactReader): AnswerFact[] {
  return reader.list('requestedServiceType').flatMap(({ reader: service }) => {
    const words = [service.text('code'), service.text('value')].filter((part) => part !== null).join(' ');
    return [...(words === '' ? [] : [{ label: 'Requested service type', value: words }]), ...service.facts('Requested service type')];
  });
}

function noticesOf(reader: FactReader, statusCode: string | null, status: string | null): PayerAnswer['notices'] {
  const notices: PayerAnswer['notices'] = [];
  if (statusCode === '3') {
    notices.push({ kind: 'partly-invalid', text: status ?? 'Part of the payer’s answer was invalid and is missing here.' });
  } else if (status !== null && !(statusCode === '4' && /^completed?$/i.test(status))) notices.push({ kind: 'other', text: status });
  for (const { reader: message } of reader.list('validationMessages')) {
    const text = message.text('errorMessage');
    const rest = message.facts().map((fact) => `${fact.label}: ${fact.value}`);
    const words = [...(text === null ? [] : [text]), ...rest].join('; ');
    if (words !== '') notices.push({ kind: 'other', text: words });
  }
  return notices;
}

function readPatient(
  reader: FactReader,
): { person: NonNullable<PayerAnswer['patient']>; updateYourRecords: boolean; deathDay: string | null } | null {
  const patient = reader.object('patient');
  if (patient === null) return null;
  const updateYourRecords = patient.flag('updateYourRecords') ?? false;
  const relationship = coded(patient.text('subscriberRelationshipCode'), patient.text('subscriberRelationship'));
  const death = patient.text('deathDate');
  const person = { ...readPerson(patient), relationship };
  if (death !== null) person.facts.push(factOf('Date of death', death));
  return { person, updateYourRecords, deathDay: death === null ? null : dayOf(death) };
}

function readPerson(reader: FactReader): AnswerPerson {
  const facts: AnswerFact[] = [];
  const born = reader.text('birthDate');
  const birthDate = born === null ? null : dayOf(born);
  if (born !== null && birthDate === null) facts.push({ label: 'Birth date', value: born });
  const gender = reader.text('gender');
  const genderCode = reader.text('genderCode');
  if (gender !== null && genderCode !== null && !gender.toUpperCase().startsWith(genderCode.toUpperCase()))
    facts.push({ label: 'Gender code', value: genderCode });
  const person: AnswerPerson = {
    firstName: reader.text('firstName'),
    middleName: reader.text('middleName'),
    lastName: reader.text('lastName'),
    suffix: reader.text('suffix'),
    birthDate,
    gender: gender ?? genderCode,
    memberId: reader.text('memberId'),
    address: readAddress(reader.object('address'), facts),
    facts,
  };
  facts.push(...reader.facts());
  return person;
}

function readPlan(reader: FactReader, index: number): { plan: AnswerPlan; lines: AnswerLine[] } {
  const path = `plans.${index}`;
  const plan = emptyPlan();
  plan.status = coded(reader.text('statusCode'), reader.text('status'));
  plan.insuranceType = coded(reader.text('insuranceTypeCode'), reader.text('insuranceType'));
  plan.name = reader.text('planName', 'description');
  plan.number = reader.text('planNumber');
  plan.networkName = reader.text('planNetworkName');
  plan.groupName = reader.text('groupName');
  plan.groupNumber = reader.text('groupNumber');
  plan.contacts = reader.list('contacts').map(({ reader: contact }) => readHealthCareContact(contact));
  const provider = reader.object('primaryCareProvider');
  plan.primaryCareProvider = provider === null ? null : readHealthCareContact(provider);
  plan.additionalPayers = [...reader.list('additionalPayers'), ...reader.list('coverageSummaryAdditionalPayers')].map(({ reader: payer }) =>
    readPayer(payer, 'Additional payer'),
  );
  plan.notes = readNotes(reader);
  const benefits = reader
    .list('benefits')
    .flatMap(({ reader: benefit, index: place }) => readBenefit(benefit, index, `${path}.benefits.${place}`));
  const lines = [...readKinds(reader, path, { plan: index, service: null, status: plan.status }), ...benefits];
  plan.dates = readDates(reader);
  plan.facts = reader.facts();
  return { plan, lines };
}

/** A benefit's own status is a line, the rows under it are lines, and so is each other payer it names. */
function readBenefit(reader: FactReader, plan: number, path: string): AnswerLine[] {
  const status = coded(reader.text('statusCode'), reader.text('status'));
  const service = coded(reader.text('type'), reader.text('name'));
  const context = { plan, service, status };
  const rows = readKinds(reader, path, context);
  const amounts = reader.object('amounts');
  if (amounts !== null) rows.push(...readKinds(amounts, `${path}.amounts`, context));
  const otherPayers = reader.list('additionalPayers').map(({ reader: payer, index }): AnswerLine => {
    return { ...emptyLine(`${path}.additionalPayers.${index}`, plan, 'R'), service, entities: [readPayer(payer, 'Additional payer')] };
  });
  const head: AnswerLine = { ...emptyLine(path, plan, status?.code ?? ''), kindText: status?.text ?? null, service };
  head.texts = readNotes(reader);
  head.entities = reader.list('contacts').map(({ reader: contact }) => readHealthCareContact(contact));
  head.dates = readDates(reader);
  head.facts = [...(amounts?.facts('Amounts') ?? []), ...reader.facts()];
  const saysNothing = status === null && head.texts.length + head.entities.length + head.dates.length + head.facts.length === 0;
  const others = [...rows, ...otherPayers];
  return saysNothing && others.length > 0 ? others : [head, ...others];
}
