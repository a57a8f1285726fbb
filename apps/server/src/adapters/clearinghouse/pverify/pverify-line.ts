/** pVerify's ServiceDetails, each row one benefit segment of the payer's answer, as neutral lines. */
import type {
  AnswerDate,
  AnswerDelivery,
  AnswerEntity,
  AnswerFact,
  AnswerLine,
  Coded,
} from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { answerDate } from '../answer-date.ts';
import { emptyEntity, emptyLine } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import { decimalText, percentText } from '../decimal-text.ts';
import { factOf } from '../fact-reader.ts';
import type { FactReader } from '../fact-reader.ts';
import {
  dateMeaning,
  entityRoleOf,
  insuranceTypeOf,
  kindOf,
  levelOf,
  networkOf,
  periodOf,
  placeOf,
  quantityQualifierOf,
} from './pverify-vocabulary.ts';
import { serviceCodeOf } from './service-names.ts';

export function serviceOf(name: string | null): Coded | null {
  return name === null ? null : { code: serviceCodeOf(name), text: name };
}

/** Every service and every row, in the order sent. A service without rows is still one line: it was named. */
export function readServiceDetails(reader: FactReader): AnswerLine[] {
  return reader.list('ServiceDetails').flatMap(({ reader: detail, index }) => {
    const path = `ServiceDetails.${index}`;
    const service = serviceOf(detail.text('ServiceName'));
    const rows = detail
      .list('EligibilityDetails')
      .map(({ reader: row, index: place }) => readRow(row, `${path}.EligibilityDetails.${place}`, service));
    const facts = detail.facts();
    return rows.length > 0 && facts.length === 0 ? rows : [...rows, { ...emptyLine(path, 0, ''), service, facts }];
  });
}

/** Medicare's preventive services: the same kind of rows, with other number formats. */
export function readPreventiveServices(reader: FactReader): AnswerLine[] {
  return reader.list('PreventiveServices').flatMap(({ reader: service, index }) => {
    const path = `PreventiveServices.${index}`;
    const code = service.text('ProcedureCode');
    const name = service.text('ProcedureName') ?? code;
    const rows = service
      .list('Benefits')
      .map(({ reader: row, index: place }) => readRow(row, `${path}.Benefits.${place}`, serviceOf(name)));
    const head = { ...emptyLine(path, 0, ''), service: serviceOf(name) };
    if (code !== null && code !== name) head.facts.push({ label: 'Procedure', value: code });
    head.dates = [
      dateFrom(service, 'TechnicalEligibleDate', 'Technical eligible'),
      dateFrom(service, 'ProfessionalEligibleDate', 'Professional eligible'),
    ].flat();
    head.facts.push(...service.facts());
    return [head, ...rows];
  });
}

function dateFrom(reader: FactReader, key: string, label: string): AnswerDate[] {
  const sent = reader.text(key);
  return sent === null ? [] : [answerDate(sent, { qualifier: null, label, shape: 'day' })];
}

function readRow(reader: FactReader, path: string, service: Coded | null): AnswerLine {
  const kind = kindOf(reader.text('EligibilityOrBenefit'));
  const line = emptyLine(path, 0, kind?.code ?? '');
  line.kindText = kind?.text ?? null;
  line.service = service;
  line.level = levelOf(reader.text('CoverageLevel'));
  line.insuranceType = insuranceTypeOf(reader.text('InsuranceType'));
  line.planName = reader.text('PlanCoverageDescription');
  line.period = periodOf(reader.text('TimePeriodQualifier'));
  const amount = reader.text('MonetaryAmount');
  line.amount = amount === null ? null : (decimalText(amount) ?? amount);
  const percent = reader.text('Percent');
  line.percent = percent === null ? null : (percentText(percent) ?? percent);
  line.placeOfService = placeOf(reader.text('PlaceOfService'));
  line.texts = reader.texts('Message');
  readQuantity(line, reader);
  readIndicators(line, reader);
  line.deliveries = reader.list('HealthCareServiceDeliveries').map(({ reader: delivery }) => readDelivery(delivery, line.facts));
  line.dates = [...readDates(reader), ...dateFrom(reader, 'UsedDate', 'Used')];
  line.entities = reader.list('BenefitEntities').map(({ reader: entity }) => readEntity(entity));
  line.facts.push(...giveMemberId(line.entities, readIdentifications(reader, 'Identifications')));
  const procedure = reader.text('Procedure');
  if (procedure !== null) line.facts.push({ label: 'Procedure', value: procedure });
  const [identificationType, identification] = [reader.text('IdentificationType'), reader.text('IdentificationCode')];
  if (identification !== null) line.facts.push({ label: identificationType ?? 'Identification', value: identification });
  else if (identificationType !== null) line.facts.push({ label: 'Identification type', value: identificationType });
  line.facts.push(...reader.facts());
  return line;
}

/** On a row that names another party, a member id is the patient's id there. */
function giveMemberId(entities: AnswerEntity[], ids: AnswerFact[]): AnswerFact[] {
  const [entity] = entities;
  const id = ids.find((fact) => /^member id/i.test(fact.label));
  if (entity === undefined || entities.length > 1 || entity.memberId !== null || id === undefined) return ids;
  entity.memberId = id.value;
  return ids.filter((fact) => fact !== id);
}

function readQuantity(line: AnswerLine, reader: FactReader): void {
  const value = reader.text('Quantity');
  const qualifier = quantityQualifierOf(reader.text('QuantityQualifier'));
  if (value !== null) line.quantity = { value, qualifier };
  else if (qualifier?.text) line.facts.push({ label: 'Quantity of', value: qualifier.text });
}

/** Yes, no, unknown or nothing; anything else is kept in its words. */
function readIndicators(line: AnswerLine, reader: FactReader): void {
  const network = reader.text('PlanNetworkIndicator');
  const known = network === null ? null : networkOf(network);
  if (known !== null) line.network = known;
  else if (network !== null) line.facts.push({ label: 'Plan network indicator', value: network });
  const authorization = reader.text('AuthorizationOrCertificationRequired');
  if (authorization === null) return;
  if (/^(yes|y)$/i.test(authorization)) line.authorization = 'yes';
  else if (/^(no|n)$/i.test(authorization)) line.authorization = 'no';
  else {
    // Words such as "Unknown" or "Could not be determined" say that the payer cannot tell.
    line.authorization = /^u$|unknown|cannot|not.*determin/i.test(authorization) ? 'unknown' : 'not-stated';
    line.facts.push({ label: 'Authorization or certification required', value: authorization });
  }
}

function readDelivery(reader: FactReader, facts: AnswerFact[]): AnswerDelivery {
  const delivery: AnswerDelivery = {
    quantity: reader.text('TotalQuantity'),
    quantityQualifier: quantityQualifierOf(reader.text('QuantityQualifier')),
    per: reader.text('MeasurementUnit'),
    periods: reader.text('TotalNumberOfPeriods'),
    period: periodOf(reader.text('TimePeriodQualifier')),
    pattern: reader.text('DeliveryFrequency'),
    time: reader.text('DeliveryPatternTime'),
  };
  facts.push(...reader.facts('Delivery'));
  return delivery;
}

/** `Date: [{Date, Type}]`; a list entry without a date is kept by its type. */
export function readDates(reader: FactReader): AnswerDate[] {
  return reader.list('Date').flatMap(({ reader: entry }) => {
    const sent = entry.text('Date');
    const type = entry.text('Type');
    const rest = entry.facts().map((fact) => ({ qualifier: null, label: fact.label, from: null, to: null, text: fact.value }));
    if (sent === null && type === null) return rest;
    if (sent === null) return [{ qualifier: null, label: type ?? '', from: null, to: null, text: null }, ...rest];
    return [answerDate(sent, dateMeaning(type ?? 'Date')), ...rest];
  });
}

/** `[{Code, Type, Name}]` as "Plan Number: H1234" and "Plan Number name: Gold". */
export function readIdentifications(reader: FactReader, key: string): AnswerFact[] {
  return reader.list(key).flatMap(({ reader: entry }) => {
    const label = entry.text('Type') ?? 'Identification';
    const [code, name] = [entry.text('Code'), entry.text('Name')];
    return [
      ...(code === null ? [] : [factOf(label, code)]),
      ...(name === null ? [] : [{ label: `${label} name`, value: name }]),
      ...entry.facts(label),
    ];
  });
}

/** `[{Number, Type}]` as "Telephone: 555-0100". */
export function readNumbers(reader: FactReader): AnswerFact[] {
  return reader.list('CommunicationNumber').flatMap(({ reader: entry }) => {
    const number = entry.text('Number');
    const label = entry.text('Type') ?? 'Phone';
    return number === null ? entry.facts(label) : [{ label, value: number }, ...entry.facts(label)];
  });
}

function readEntity(reader: FactReader): AnswerEntity {
  const type = reader.text('EntityType');
  const entity = emptyEntity(entityRoleOf(type) ?? { code: null, text: null });
  const name = ['Firstname', 'Middlename', 'Lastname_R', 'Suffix'].map((key) => reader.text(key)).filter((part) => part !== null);
  entity.name = name.length > 0 ? name.join(' ') : null;
  // The role itself says the order here.
  entity.primary = entity.role.code === 'PRP';
  entity.secondary = entity.role.code === 'SEP';
  entity.tertiary = entity.role.code === 'TTP';
  const [idType, id] = [reader.text('IdentificationType'), reader.text('IdentificationCode')];
  if (id !== null && /member/i.test(idType ?? '')) entity.memberId = id;
  else if (id !== null && /group number/i.test(idType ?? '')) entity.groupNumber = id;
  else if (id !== null) entity.facts.push({ label: idType ?? 'Identification', value: id });
  if (idType !== null && (id === null || entity.memberId === id || entity.groupNumber === id)) {
    entity.facts.push({ label: 'Identification type', value: idType });
  }
  const street = [reader.text('Address1'), reader.text('Address2')].filter((part) => part !== null).join(', ');
  const address = {
    street: street === '' ? null : street,
    city: reader.text('City'),
    state: reader.text('State'),
    zip: reader.text('Zip'),
  };
  entity.address = Object.values(address).some((part) => part !== null) ? address : null;
  const info = readNumbers(reader);
  if (info.length > 0) entity.contacts.push({ name: null, info });
  entity.facts.push(...reader.facts());
  return entity;
}
