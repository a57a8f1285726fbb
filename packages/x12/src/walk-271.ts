/** Goes through a 271 once and hands each segment to the loop it belongs to. Each segment is used exactly once, and where is noted. */
import { isKnownKind, readAdditional, readBenefit, readDelivery, readMessage, referenceLabel } from './benefit-271.ts';
import { addFact, addRaw, addRest, at, orNull } from './elements.ts';
import { readContact, readEntity, readSpecialty, withCity, withStreet } from './entity-271.ts';
import {
  impliedLevel,
  loopName,
  openLoop,
  readHierarchy,
  startWalk,
  type PartyLoop,
  type Place,
  type SegmentUse,
  type Walk,
} from './loop-271.ts';
import {
  readDemographics,
  readDiagnoses,
  readMilitary,
  readName,
  readProvider,
  readRejection,
  readRelationship,
  readTrace,
} from './party-271.ts';
import type { AnswerFact } from './payer-answer.ts';
import { problem } from './problems.ts';
import type { Segment } from './segments.ts';
import { maskedNumber, readDate } from './values.ts';

const OUTSIDE: Record<Place, SegmentUse> = {
  answer: { place: 'answer', loop: null, line: null },
  'also-said': { place: 'also-said', loop: null, line: null },
  problem: { place: 'problem', loop: null, line: null },
  structure: { place: 'structure', loop: null, line: null },
};

/** Facts of where we are: the entity, else the benefit, else the party, else the answer as a whole. */
function factsHere(walk: Walk): AnswerFact[] {
  return walk.entity?.facts ?? walk.benefit?.lines[0]?.facts ?? walk.loop?.facts ?? walk.facts;
}

function keepRaw(walk: Walk, segment: Segment): Place {
  addRaw(factsHere(walk), segment);
  return 'also-said';
}

function readUnknown(walk: Walk, segment: Segment): Place {
  walk.problems.push(problem('unknown-segment', 'This segment is none of a 271; it is kept as it was sent.', segment.position));
  return keepRaw(walk, segment);
}

/** A known segment where it has no meaning. */
function readMisplaced(walk: Walk, segment: Segment): Place {
  walk.problems.push(problem('loop', `${segment.id} has no meaning here; it is kept as it was sent.`, segment.position));
  return keepRaw(walk, segment);
}

function readHead(walk: Walk, segment: Segment): Place {
  addFact(walk.facts, 'Reference of the answer', at(segment, 3));
  addFact(walk.facts, 'Answered on', [at(segment, 4), at(segment, 5)].filter((part) => part !== '').join(' '));
  addRest(walk.facts, segment, 6);
  return 'answer';
}

function readParty(walk: Walk, segment: Segment): Place {
  const level = impliedLevel(walk, at(segment, 1));
  if (level !== null) {
    walk.problems.push(problem('hierarchy', 'A party begins without its hierarchy segment (HL).', segment.position));
    openLoop(walk, { level, number: '', parentNumber: '', segment });
  }
  const { loop } = walk;
  if (loop !== null && !loop.hasName && walk.benefit === null && !walk.isInEntities) {
    readName(loop, segment);
    return 'answer';
  }
  const entity = readEntity(segment);
  walk.entity = entity;
  if (walk.benefit !== null) walk.benefit.lines[0]?.entities.push(entity);
  else walk.loop?.entities.push(entity);
  return 'answer';
}

function readEligibility(walk: Walk, segment: Segment, number: number): Place {
  let { loop } = walk;
  if (loop === null || loop.level === 'source' || loop.level === 'receiver') {
    walk.problems.push(problem('loop', 'A benefit stands outside subscriber and dependent.', segment.position));
    loop = openLoop(walk, { level: 'subscriber', number: '', parentNumber: '', segment });
  }
  walk.entity = null;
  walk.isInEntities = false;
  walk.benefit = readBenefit(segment, { number, loop: loopName(walk, '2110'), problems: walk.problems });
  loop.benefits.push(walk.benefit);
  return isKnownKind(walk.benefit.kind) ? 'answer' : 'also-said';
}

function readReference(walk: Walk, segment: Segment): Place {
  const [qualifier, sent, text] = [at(segment, 1), at(segment, 2), at(segment, 3)];
  const value = qualifier === 'SY' ? maskedNumber(sent) : sent;
  if (walk.isInEntities && walk.entity !== null) {
    const { entity } = walk;
    if (qualifier === '1W' && entity.memberId === null) entity.memberId = value;
    else if (['6P', '1L'].includes(qualifier) && entity.groupNumber === null) entity.groupNumber = value;
    else addFact(entity.facts, referenceLabel(qualifier), value);
    addFact(entity.facts, referenceLabel(qualifier), text);
  } else if (walk.benefit !== null) walk.benefit.references.push({ qualifier, value, text });
  else if (walk.loop !== null) walk.loop.references.push({ qualifier, value, text });
  else addFact(walk.facts, referenceLabel(qualifier), [value, text].filter((part) => part !== '').join(' '));
  addRest(factsHere(walk), segment, 4);
  return 'answer';
}

function readDates(walk: Walk, segment: Segment): Place {
  const date = readDate(at(segment, 1), at(segment, 2), at(segment, 3));
  if (date.text !== null && date.text !== '')
    walk.problems.push(problem('unreadable-value', 'This date cannot be read; it is shown as sent.', segment.position));
  const inEntity = walk.isInEntities && walk.entity !== null;
  const dates = inEntity ? walk.entity?.dates : (walk.benefit?.lines[0]?.dates ?? walk.loop?.dates);
  if (dates === undefined) return readMisplaced(walk, segment);
  dates.push(date);
  addRest(factsHere(walk), segment, 4);
  return 'answer';
}

function readAddress(walk: Walk, segment: Segment): Place {
  const owner = walk.entity ?? (walk.benefit === null ? walk.loop : null);
  if (owner === null) return readMisplaced(walk, segment);
  const read = segment.id === 'N3' ? withStreet : withCity;
  owner.address = read(owner.address, segment, owner.facts);
  return 'answer';
}

function readCommunication(walk: Walk, segment: Segment): Place {
  const owner = walk.entity ?? (walk.benefit === null ? walk.loop : null);
  if (owner === null) {
    const [line] = walk.benefit?.lines ?? [];
    const contact = readContact(segment);
    addFact(line?.facts ?? walk.facts, 'Contact', contact.name ?? '');
    (line?.facts ?? walk.facts).push(...contact.info);
    return 'answer';
  }
  owner.contacts.push(readContact(segment));
  return 'answer';
}

function readMessages(walk: Walk, segment: Segment): Place {
  const inEntity = walk.isInEntities && walk.entity !== null;
  const texts = inEntity ? walk.entity?.texts : (walk.benefit?.lines[0]?.texts ?? walk.loop?.notes);
  if (texts === undefined) return readMisplaced(walk, segment);
  readMessage(texts, factsHere(walk), segment);
  return 'answer';
}

/** Segments about a person; below a benefit they still speak of the person whose loop it is. */
function readPersonal(walk: Walk, segment: Segment): Place {
  const { loop } = walk;
  if (segment.id === 'PRV' && walk.entity !== null) readSpecialty(segment, walk.entity.facts);
  else if (segment.id === 'PRV' && walk.benefit !== null) readSpecialty(segment, factsHere(walk));
  else if (segment.id === 'TRN') {
    if (loop !== null) loop.trace ??= orNull(at(segment, 2));
    readTrace(loop?.traces ?? walk.facts, segment);
  } else if (loop === null) return readMisplaced(walk, segment);
  else if (segment.id === 'DMG') readDemographics(loop, segment);
  else if (segment.id === 'INS') readRelationship(loop, segment);
  else if (segment.id === 'HI') readDiagnoses(loop.facts, segment);
  else if (segment.id === 'MPI') readMilitary(loop.facts, segment);
  else readProvider(loop, segment);
  return 'answer';
}

function readDetail(walk: Walk, segment: Segment): Place {
  const { benefit } = walk;
  if (benefit === null && ofQuestion(walk)) return readAside(walk, segment);
  if (benefit === null) return readMisplaced(walk, segment);
  if (segment.id === 'HSD') readDelivery(benefit, segment);
  else readAdditional(benefit, segment);
  return 'answer';
}

/** III and AMT of a question. */
function readAside(walk: Walk, segment: Segment): Place {
  addRest(factsHere(walk), segment, 1);
  return 'answer';
}

function readRefusal(walk: Walk, segment: Segment): Place {
  const loop: PartyLoop = walk.loop ?? openLoop(walk, { level: 'other', number: '', parentNumber: '', segment });
  readRejection(walk, loop, segment);
  return 'answer';
}

/** LS and LE. */
function readBounds(walk: Walk, segment: Segment): Place {
  walk.isInEntities = segment.id === 'LS';
  walk.entity = null;
  return 'structure';
}

/** EQ: the question itself; some payers repeat it. */
function readAsked(walk: Walk, segment: Segment): Place {
  const codes = at(segment, 1)
    .split(/[^A-Za-z0-9]+/)
    .filter((code) => code !== '');
  const asked = walk.loop?.asked;
  for (const list of [walk.askedServiceTypes, asked?.serviceTypes]) list?.push(...codes.filter((code) => !list.includes(code)));
  if (at(segment, 2) === '') addRest(factsHere(walk), segment, 3);
  else {
    asked?.procedures.push(at(segment, 2));
    addRest(factsHere(walk), segment, asked === undefined ? 2 : 3);
  }
  return 'answer';
}

/** Details of a question that stand below its EQ. */
const ofQuestion = (walk: Walk) => walk.benefit === null && (walk.loop?.asked.serviceTypes.length ?? 0) > 0;

function readSegment(walk: Walk, segment: Segment, number: number): Place {
  switch (segment.id) {
    case 'EB':
      return readEligibility(walk, segment, number);
    case 'DTP':
      return readDates(walk, segment);
    case 'MSG':
      return readMessages(walk, segment);
    case 'REF':
      return readReference(walk, segment);
    case 'HSD':
    case 'III':
      return readDetail(walk, segment);
    case 'NM1':
      return readParty(walk, segment);
    case 'N3':
    case 'N4':
      return readAddress(walk, segment);
    case 'PER':
      return readCommunication(walk, segment);
    case 'AAA':
      return readRefusal(walk, segment);
    case 'LS':
    case 'LE':
      return readBounds(walk, segment);
    case 'HL':
      readHierarchy(walk, segment);
      return 'structure';
    case 'TRN':
    case 'PRV':
    case 'DMG':
    case 'INS':
    case 'HI':
    case 'MPI':
      return readPersonal(walk, segment);
    case 'EQ':
      return readAsked(walk, segment);
    case 'AMT':
      return ofQuestion(walk) ? readAside(walk, segment) : readUnknown(walk, segment);
    case 'BHT':
      return readHead(walk, segment);
    case 'ST':
    case 'SE':
      return 'structure';
    default:
      return readUnknown(walk, segment);
  }
}

function useOf(walk: Walk, place: Place): SegmentUse {
  if (walk.benefit !== null) {
    const { uses, kind, lines, loop } = walk.benefit;
    const own = place === 'answer' && !isKnownKind(kind) ? 'also-said' : place;
    return (uses[own] ??= { place: own, loop, line: lines[0]?.id.replace(/\.1$/, '') ?? null });
  }
  const loop = loopName(walk, walk.loop?.hasName === true ? '2100' : '2000');
  return loop === null ? OUTSIDE[place] : { place, loop, line: null };
}

export function walk271(segments: readonly Segment[]): Walk {
  const walk = startWalk();
  let number = 0;
  for (const segment of segments) {
    number += 1;
    const place = readSegment(walk, segment, number);
    walk.uses.push(segment.id === 'SE' ? OUTSIDE.structure : useOf(walk, place));
  }
  return walk;
}
