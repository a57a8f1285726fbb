/** Segments about a party of the hierarchy: payer, provider, subscriber, dependent (loops 2000 and 2100). */
import { addFact, addRest, at, coded, orNull } from './elements.ts';
import { ENTITY_NAMES, ID_NAMES, RELATIONSHIP_NAMES } from './code-names.ts';
import { isSocialSecurity, readSpecialty } from './entity-271.ts';
import { loopName, type PartyLoop, type Rejection, type Walk } from './loop-271.ts';
import type { AnswerFact } from './payer-answer.ts';
import { FOLLOW_UP_NAMES, REJECT_NAMES } from './reject-names.ts';
import type { Segment } from './segments.ts';
import { dayOf, maskedNumber } from './values.ts';

const isPerson = (loop: PartyLoop) => loop.level === 'subscriber' || loop.level === 'dependent';

/** The loop's own NM1. */
export function readName(loop: PartyLoop, segment: Segment): void {
  loop.hasName = true;
  loop.isOrganization = at(segment, 2) === '2';
  loop.lastName = orNull(at(segment, 3));
  loop.firstName = orNull(at(segment, 4));
  loop.middleName = orNull(at(segment, 5));
  loop.suffix = orNull(at(segment, 7));
  addFact(loop.facts, 'Prefix', at(segment, 6));
  const [qualifier, id] = [at(segment, 8), at(segment, 9)];
  const role = at(segment, 1);
  if (!isPerson(loop) && !['PR', '1P'].includes(role)) addFact(loop.facts, 'Role', ENTITY_NAMES.get(role) ?? role);
  if (isPerson(loop) && (isSocialSecurity(qualifier) || !['', 'MI', 'II', 'ZZ'].includes(qualifier)))
    addFact(loop.facts, ID_NAMES.get(qualifier) ?? `Id ${qualifier}`, isSocialSecurity(qualifier) ? maskedNumber(id) : id);
  else if (loop.level === 'receiver')
    addFact(loop.facts, ID_NAMES.get(qualifier) ?? `Id ${qualifier}`.trim(), isSocialSecurity(qualifier) ? maskedNumber(id) : id);
  else {
    loop.id = orNull(id);
    if (!ID_NAMES.has(qualifier)) addFact(loop.facts, 'Kind of id', qualifier);
  }
  addRest(loop.facts, segment, 10);
}

export function readDemographics(loop: PartyLoop, segment: Segment): void {
  const sent = at(segment, 2);
  const day = dayOf(sent);
  if (day === null) addFact(loop.facts, 'Birth date', sent);
  else if (loop.birthDate === null) loop.birthDate = day;
  else addFact(loop.facts, 'Another birth date', day);
  loop.gender ??= orNull(at(segment, 3));
  addRest(loop.facts, segment, 4);
}

/** INS: relationship, and whether the payer's record differs from what was asked. */
export function readRelationship(loop: PartyLoop, segment: Segment): void {
  loop.relationship = coded(at(segment, 2).padStart(at(segment, 2) === '1' ? 2 : 0, '0'), RELATIONSHIP_NAMES);
  // 001 with 25: the payer changed identifying data of the question.
  const isChanged = at(segment, 3) === '001' && at(segment, 4) === '25';
  if (isChanged) loop.updateYourRecords = true;
  else for (const place of [3, 4]) addFact(loop.facts, `INS0${place}`, at(segment, place));
  addRest(loop.facts, segment, 5);
}

export function readDiagnoses(facts: AnswerFact[], segment: Segment): void {
  for (const sent of segment.elements.slice(1)) {
    const value = sent.trimEnd();
    if (value === '') continue;
    const [qualifier = '', code = ''] = value.split(segment.delimiters.component);
    facts.push({ label: 'Diagnosis', value: code === '' ? value : `${code} (${qualifier})` });
  }
}

const TRACES: ReadonlyMap<string, string> = new Map([
  ['1', "Payer's trace number"],
  ['2', 'Trace number of the question'],
]);

export function readTrace(facts: AnswerFact[], segment: Segment): void {
  const value = [at(segment, 2), at(segment, 3)].filter((part) => part !== '').join(', from ');
  addFact(facts, TRACES.get(at(segment, 1)) ?? `Trace number ${at(segment, 1)}`.trim(), value);
  addRest(facts, segment, 4);
}

export function readMilitary(facts: AnswerFact[], segment: Segment): void {
  const values = segment.elements.slice(1).map((element) => element.trimEnd());
  addFact(facts, 'Military service', values.filter((part) => part !== '').join(' '));
}

export function readProvider(loop: PartyLoop, segment: Segment): void {
  readSpecialty(segment, loop.facts);
}

const WHOSE: Record<PartyLoop['level'], string> = {
  source: 'Payer',
  receiver: 'Provider',
  subscriber: 'Subscriber',
  dependent: 'Dependent',
  other: 'Answer',
};

/** "Subscriber: Invalid/Missing Subscriber/Insured ID (AAA 72). Please Correct and Resubmit." */
export function rejectionText({ code, followUp, wasValid, loop, level }: Rejection): string {
  const words = REJECT_NAMES.get(code.toUpperCase());
  const reason = words === undefined ? (code === '' ? 'Rejected without a reason' : `Rejected (AAA ${code})`) : `${words} (AAA ${code})`;
  const action = followUp === null ? '' : ` ${FOLLOW_UP_NAMES.get(followUp.toUpperCase()) ?? `Follow-up ${followUp}`}.`;
  const service = loop.startsWith('2110') ? ', for this benefit' : '';
  return `${WHOSE[level]}${service}: ${reason}.${action}${wasValid === true ? ' The request itself was valid.' : ''}`;
}

/** AAA. Below a benefit it concerns that benefit alone. */
export function readRejection(walk: Walk, loop: PartyLoop, segment: Segment): Rejection {
  const part = walk.benefit !== null ? '2110' : loop.hasName ? '2100' : '2000';
  const valid = at(segment, 1);
  const rejection: Rejection = {
    loop: loopName(walk, part) ?? '',
    level: loop.level,
    code: at(segment, 3),
    followUp: orNull(at(segment, 4)),
    wasValid: valid === 'Y' ? true : valid === 'N' ? false : null,
    answers: [],
    segment,
  };
  loop.rejections.push(rejection);
  const facts = walk.benefit?.lines[0]?.facts ?? loop.facts;
  addFact(facts, 'AAA02', at(segment, 2));
  addRest(facts, segment, 5);
  if (walk.benefit !== null) facts.push({ label: 'Rejected', value: rejectionText(rejection) });
  return rejection;
}
