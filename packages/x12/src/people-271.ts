/** Persons, payer and provider of a 271, and the facts of each that have no field of their own. */
import { referenceLabel } from './benefit-271.ts';
import { addFact } from './elements.ts';
import { emptyEntity } from './entity-271.ts';
import type { PartyLoop, Walk } from './loop-271.ts';
import type { AnswerDate, AnswerFact, AnswerPerson, AnswerPlan } from './payer-answer.ts';
import { PLAN_REFERENCES } from './plans-271.ts';

export const nameOfParty = ({ firstName, middleName, lastName, suffix }: PartyLoop): string | null =>
  [firstName, middleName, lastName, suffix].filter((part) => part !== null).join(' ') || null;

const joined = (parts: (string | null)[], between = ' '): string => parts.filter((part) => part !== null && part !== '').join(between);

export const dateWords = ({ from, to, text }: AnswerDate): string => text ?? joined([...new Set([from, to])], ' to ');

export function contactFacts({ name, info }: PartyLoop['contacts'][number]): AnswerFact[] {
  return [...(name === null ? [] : [{ label: 'Contact', value: name }]), ...info];
}

export const prefixed = (prefix: string, facts: AnswerFact[]): AnswerFact[] =>
  facts.map(({ label, value }) => ({ label: `${prefix}: ${label}`, value }));

/** `hasPlans`: numbers of plan and group stand with the plans then. */
export function personOf(party: PartyLoop, hasPlans: boolean): AnswerPerson {
  const { firstName, middleName, lastName, suffix, birthDate, gender, address } = party;
  const facts = [...party.facts];
  let memberId = party.id;
  for (const { qualifier, value, text } of party.references) {
    if (hasPlans && PLAN_REFERENCES.has(qualifier)) continue;
    if (qualifier === '1W' && memberId === null) memberId = value;
    else addFact(facts, referenceLabel(qualifier), value);
    addFact(facts, `${referenceLabel(qualifier)}: name`, text);
  }
  for (const contact of party.contacts) facts.push(...contactFacts(contact));
  return { firstName, middleName, lastName, suffix, birthDate, gender, memberId, address, facts };
}

function entityFacts(party: PartyLoop): AnswerFact[] {
  return party.entities.flatMap((entity) => [
    { label: entity.role.text ?? 'Party', value: joined([entity.name, entity.memberId]) },
    ...entity.facts,
    ...entity.contacts.flatMap(contactFacts),
    ...(entity.address === null ? [] : [{ label: 'Address', value: joined(Object.values(entity.address), ', ') }]),
  ]);
}

/** Everything of a payer or provider beyond its name and id. */
export function partyFacts(party: PartyLoop): AnswerFact[] {
  const facts = [...party.facts];
  for (const { qualifier, value, text } of party.references) addFact(facts, referenceLabel(qualifier), joined([value, text]));
  if (party.address !== null) addFact(facts, 'Address', joined(Object.values(party.address), ', '));
  // The payer's contacts stand with the plans, where staff look for them.
  if (party.level !== 'source') for (const contact of party.contacts) facts.push(...contactFacts(contact));
  for (const date of party.dates) addFact(facts, date.label, dateWords(date));
  for (const note of party.notes) addFact(facts, 'Note', note);
  return [...facts, ...party.traces, ...entityFacts(party)];
}

/** What is said of the answer as a whole: its references, the payer beyond its name, the provider who asked. */
export function answerFacts(walk: Walk, source: PartyLoop | null, receiver: PartyLoop | null): AnswerFact[] {
  const facts = [...walk.facts];
  if (source !== null) facts.push(...prefixed('Payer', partyFacts(source)));
  if (receiver !== null) {
    addFact(facts, 'Requesting provider', nameOfParty(receiver) ?? '');
    facts.push(...prefixed('Requesting provider', partyFacts(receiver)));
  }
  for (const party of walk.others) {
    addFact(facts, 'Party', joined([nameOfParty(party), party.id]));
    facts.push(...prefixed('Party', [...partyFacts(party), ...party.benefits.flatMap(({ lines }) => lines[0]?.facts ?? [])]));
  }
  return facts;
}

/** Dates, notes and parties that would stand with the plans, had any been told. */
export function withoutPlans(parties: PartyLoop[], source: PartyLoop | null, serviceDate: string): AnswerFact[] {
  const facts = parties.flatMap((party) => [
    ...party.dates.filter((date) => date.qualifier !== serviceDate).map((date) => ({ label: date.label, value: dateWords(date) })),
    ...party.notes.map((value) => ({ label: 'Note', value })),
    ...entityFacts(party),
  ]);
  return [...facts, ...prefixed('Payer', (source?.contacts ?? []).flatMap(contactFacts))];
}

/** How to reach the payer; none where it says nothing. */
export function payerContact(source: PartyLoop | null): AnswerPlan['contacts'] {
  if (source === null || source.contacts.length === 0) return [];
  return [{ ...emptyEntity('PR'), name: nameOfParty(source), contacts: source.contacts }];
}
