/** Availity's payers, providers and contacts as the neutral entities of an answer. */
import type { AnswerAddress, AnswerDelivery, AnswerEntity, AnswerFact } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { coded, emptyEntity } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import { flatten, isJsonObject, readFacts } from '../fact-reader.ts';
import type { FactReader } from '../fact-reader.ts';
import { readDates } from './availity-dates.ts';

const CONTACT_LABELS: [key: string, label: string][] = [
  ['phone', 'Phone'],
  ['workPhone', 'Work phone'],
  ['fax', 'Fax'],
  ['emailAddress', 'Email'],
  ['url', 'Website'],
  ['ediAccessNumber', 'EDI access number'],
];

/** What an address has no field for ends up in `facts`. */
export function readAddress(reader: FactReader | null, facts: AnswerFact[], prefix = 'Address'): AnswerAddress | null {
  if (reader === null) return null;
  const lines = [reader.text('line1'), reader.text('line2')].filter((line) => line !== null);
  const stateCode = reader.text('stateCode');
  const state = reader.text('state');
  const address = {
    street: lines.length > 0 ? lines.join(', ') : null,
    city: reader.text('city'),
    state: stateCode ?? state,
    zip: reader.text('zipCode'),
  };
  if (state !== null && stateCode !== null && state !== stateCode) facts.push({ label: `${prefix}: State`, value: state });
  facts.push(...reader.facts(prefix));
  return Object.values(address).every((part) => part === null) ? null : address;
}

export function readContacts(reader: FactReader, key: string): AnswerEntity['contacts'] {
  return reader.list(key).map(({ reader: contact }) => {
    const name = contact.text('name');
    const info = CONTACT_LABELS.flatMap(([field, label]) => {
      const value = contact.text(field);
      return value === null ? [] : [{ label, value }];
    });
    return { name, info: [...info, ...contact.facts()] };
  });
}

/** A payer named beside the one that answers. */
export function readPayer(reader: FactReader, defaultRole: string): AnswerEntity {
  const typeCode = reader.text('typeCode');
  const type = reader.text('type');
  const entity = emptyEntity({ code: typeCode, text: type ?? (typeCode === null ? defaultRole : null) });
  entity.name = reader.text('name', 'responseName');
  entity.memberId = reader.text('insuredMemberId', 'memberIdentificationNumber');
  entity.groupNumber = reader.text('groupNumber');
  entity.primary = reader.flag('primary') ?? false;
  entity.secondary = reader.flag('secondary') ?? false;
  entity.tertiary = reader.flag('tertiary') ?? false;
  entity.thirdPartyAdministrator = reader.text('thirdPartyAdministrator');
  entity.address = readAddress(reader.object('address'), entity.facts);
  entity.contacts = readContacts(reader, 'contactInformation');
  entity.dates = readDates(reader);
  entity.texts = readNotes(reader);
  const insuredContacts = readContacts(reader, 'insuredContactInformation');
  entity.contacts.push(...insuredContacts.map((contact) => ({ ...contact, name: contact.name ?? 'Insured' })));
  entity.facts.push(...reader.facts());
  return entity;
}

/** A provider of care, administrator or other contact. */
export function readHealthCareContact(reader: FactReader): AnswerEntity {
  const category = coded(reader.text('categoryCode'), reader.text('category'));
  const role = coded(reader.text('roleCode'), reader.text('role'));
  const entity = emptyEntity(category ?? role ?? { code: null, text: 'Contact' });
  const person = [reader.text('firstName'), reader.text('middleName'), reader.text('lastName')].filter((part) => part !== null).join(' ');
  entity.name = reader.text('name') ?? (person === '' ? null : person);
  if (person !== '' && entity.name !== person) entity.facts.push({ label: 'Person', value: person });
  if (category !== null && role !== null) {
    for (const value of [role.text, role.code]) if (value !== null) entity.facts.push({ label: 'Role', value });
  }
  entity.memberId = reader.text('memberId');
  entity.groupNumber = reader.text('groupNumber');
  entity.address = readAddress(reader.object('address'), entity.facts);
  entity.contacts = readContacts(reader, 'contactInformation');
  entity.dates = readDates(reader);
  entity.texts = readNotes(reader);
  const authorization = readAuthorization(reader);
  if (authorization !== 'not-stated')
    entity.facts.push({ label: 'Authorization required', value: authorization === 'unknown' ? 'Unknown' : yesNo(authorization) });
  entity.facts.push(...reader.facts());
  return entity;
}

function yesNo(value: 'yes' | 'no'): string {
  return value === 'yes' ? 'Yes' : 'No';
}

/** Three-valued: a payer may say that it cannot tell. Silence is neither yes nor no. */
export function readAuthorization(reader: FactReader): 'yes' | 'no' | 'unknown' | 'not-stated' {
  const isUnknown = reader.flag('authorizationRequiredUnknown');
  const isRequired = reader.flag('authorizationRequired');
  if (isRequired === true) return 'yes';
  if (isUnknown === true) return 'unknown';
  return isRequired === false ? 'no' : 'not-stated';
}

/** Notes come as plain texts on some objects and as `{message, type}` on others. */
export function readNotes(reader: FactReader): string[] {
  return reader
    .items('payerNotes')
    .map((item) =>
      isJsonObject(item)
        ? noteOf(readFacts(item))
        : flatten(item, '')
            .map((fact) => fact.value)
            .join('; '),
    )
    .filter((note) => note !== '');
}

function noteOf(note: FactReader): string {
  const message = note.text('message');
  const type = note.text('type');
  // The code says the same as the words beside it.
  if (type !== null) note.skip('typeCode');
  const head = type === null || message === null ? (message ?? type) : `${type}: ${message}`;
  const rest = note.facts().map((fact) => `${fact.label}: ${fact.value}`);
  return [...(head === null ? [] : [head]), ...rest].join('; ');
}

/** Deliveries; codes that have words beside them are kept in `facts`. */
export function readDeliveries(reader: FactReader, facts: AnswerFact[]): AnswerDelivery[] {
  return reader.list('deliveryInformation').map(({ reader: delivery, index }) => {
    const prefix = `Delivery ${index + 1}`;
    const words = (key: string): string | null => {
      const text = delivery.text(key);
      const code = delivery.text(`${key}Code`);
      if (text !== null && code !== null && code !== text) facts.push({ label: `${prefix}: ${key} code`, value: code });
      return text ?? code;
    };
    const read: AnswerDelivery = {
      quantity: delivery.text('quantity'),
      quantityQualifier: coded(delivery.text('quantityQualifierCode'), delivery.text('quantityQualifier')),
      per: words('per'),
      periods: delivery.text('timePeriods'),
      period: coded(delivery.text('timePeriodCode'), delivery.text('timePeriod')),
      pattern: words('pattern'),
      time: words('time'),
    };
    facts.push(...delivery.facts(prefix));
    return read;
  });
}
