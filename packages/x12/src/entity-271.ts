/** Parties named below a benefit or beside a person: payers, administrators, providers of care (loop 2120). */
import { addFact, addRest, at, orNull } from './elements.ts';
import { COMMUNICATION_NAMES, ENTITY_NAMES, ID_NAMES } from './code-names.ts';
import { maskedNumber } from './values.ts';
import type { AnswerAddress, AnswerEntity, AnswerFact } from './payer-answer.ts';
import type { Segment } from './segments.ts';

export function emptyEntity(code: string): AnswerEntity {
  return {
    role: { code: orNull(code), text: ENTITY_NAMES.get(code) ?? (code === '' ? 'Party' : null) },
    name: null,
    memberId: null,
    groupNumber: null,
    primary: code === 'PRP',
    secondary: code === 'SEP',
    tertiary: code === 'TTP',
    thirdPartyAdministrator: null,
    address: null,
    contacts: [],
    dates: [],
    texts: [],
    facts: [],
  };
}

/** "First Middle Last Suffix" of a person, the name of an organization; null where none was sent. */
export function nameOf(segment: Segment): string | null {
  const parts = at(segment, 2) === '2' ? [at(segment, 3)] : [at(segment, 4), at(segment, 5), at(segment, 3), at(segment, 7)];
  return orNull(parts.filter((part) => part !== '').join(' '));
}

const MEMBER_IDS = new Set(['MI', 'II', 'ZZ']);

export const isSocialSecurity = (qualifier: string) => qualifier === '34' || qualifier === 'SY';

export function readEntity(segment: Segment): AnswerEntity {
  const entity = emptyEntity(at(segment, 1));
  entity.name = nameOf(segment);
  const [qualifier, id] = [at(segment, 8), at(segment, 9)];
  if (id !== '' && MEMBER_IDS.has(qualifier)) entity.memberId = id;
  else addFact(entity.facts, ID_NAMES.get(qualifier) ?? (qualifier === '' ? 'Id' : `Id ${qualifier}`), readId(qualifier, id));
  // An organization has no first name; where one was sent it is no part of the name.
  if (at(segment, 2) === '2')
    for (const place of [4, 5, 7]) addFact(entity.facts, `NM1${String(place).padStart(2, '0')}`, at(segment, place));
  addFact(entity.facts, 'Prefix', at(segment, 6));
  addRest(entity.facts, segment, 10);
  return entity;
}

const readId = (qualifier: string, id: string) => (isSocialSecurity(qualifier) ? maskedNumber(id) : id);

export function readContact(segment: Segment): AnswerEntity['contacts'][number] {
  const info: AnswerFact[] = [];
  for (const place of [3, 5, 7]) {
    const code = at(segment, place);
    const value = at(segment, place + 1);
    const label = COMMUNICATION_NAMES.get(code) ?? (code === '' ? 'Contact number' : `Contact ${code}`);
    if (value !== '') info.push({ label, value });
  }
  addRest(info, segment, 9);
  const role = at(segment, 1);
  if (role !== '' && role !== 'IC') info.push({ label: 'Contact function', value: role });
  return { name: orNull(at(segment, 2)), info };
}

const NO_ADDRESS: AnswerAddress = { street: null, city: null, state: null, zip: null };

export function withStreet(address: AnswerAddress | null, segment: Segment, facts: AnswerFact[]): AnswerAddress {
  const street = orNull([at(segment, 1), at(segment, 2)].filter((part) => part !== '').join(', '));
  addRest(facts, segment, 3);
  return { ...(address ?? NO_ADDRESS), street: address?.street ? [address.street, street].filter(Boolean).join(', ') : street };
}

export function withCity(address: AnswerAddress | null, segment: Segment, facts: AnswerFact[]): AnswerAddress {
  const place = { city: orNull(at(segment, 1)), state: orNull(at(segment, 2)), zip: orNull(at(segment, 3)) };
  addFact(facts, 'Country', at(segment, 4));
  addRest(facts, segment, 5);
  return { ...(address ?? NO_ADDRESS), ...place };
}

export function readSpecialty(segment: Segment, facts: AnswerFact[]): void {
  addFact(facts, 'Provider role', at(segment, 1));
  addFact(facts, at(segment, 2) === 'PXC' || at(segment, 2) === 'ZZ' ? 'Taxonomy' : 'Provider id', at(segment, 3));
  addRest(facts, segment, 4);
}

/** Another payer and the person insured there are one entry: the person is no payer. */
export function foldInsured(entities: AnswerEntity[]): AnswerEntity[] {
  const isInsured = (entity: AnswerEntity) => ['IL', '03', 'QC'].includes(entity.role.code ?? '');
  const insured = entities.filter(isInsured);
  if (insured.length === 0) return entities;
  const payers = entities.filter((entity) => !isInsured(entity));
  const [first = emptyEntity(''), ...others] = payers;
  for (const person of insured) {
    const name: AnswerFact[] = person.name === null ? [] : [{ label: 'Insured', value: person.name }];
    if (person.memberId !== null && first.memberId !== null) name.push({ label: 'Insured: Member id', value: person.memberId });
    first.memberId ??= person.memberId;
    const address = person.address === null ? [] : [Object.values(person.address).filter(Boolean).join(', ')];
    first.facts.push(...name, ...address.map((value) => ({ label: 'Insured: Address', value })), ...person.facts);
    first.contacts.push(...person.contacts.map((contact) => ({ ...contact, name: contact.name ?? 'Insured' })));
    first.dates.push(...person.dates);
    first.texts.push(...person.texts);
  }
  return [first, ...others];
}
