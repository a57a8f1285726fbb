/** The loops of a 271 while they are being read: a party of the hierarchy with what is said of it, and the benefit lines under it. */
import type { AnswerAddress, AnswerDate, AnswerEntity, AnswerFact, AnswerLine, Coded } from './payer-answer.ts';
import { problem, type Problem } from './problems.ts';
import type { Segment } from './segments.ts';

export type Level = 'source' | 'receiver' | 'subscriber' | 'dependent' | 'other';

/** A refusal (AAA): whose it is stands in the loop. */
export interface Rejection {
  /** '2000A', '2100A' ... '2110D'; the loop that the segment stands in. '' outside any. */
  loop: string;
  /** Whose it is. */
  level: Level;
  /** AAA03 as sent; '' where the payer gave none. */
  code: string;
  /** AAA04 as sent. */
  followUp: string | null;
  /** AAA01: the request was valid and is rejected all the same. Null where not stated. */
  wasValid: boolean | null;
  /** Which answers of the transaction it concerns; all where it is the payer's or the provider's. */
  answers: number[];
  segment: Segment;
}

/** Where a segment ended: 'structure' holds no facts of its own (ST, SE, HL, LS, LE). */
export type Place = 'answer' | 'also-said' | 'problem' | 'structure';

export interface SegmentUse {
  place: Place;
  /** '2110C'; null outside any loop. */
  loop: string | null;
  /** The line it belongs to, without the number of the service type: `EB@17`. */
  line: string | null;
}

/** One EB with all that hangs on it. It has a line for each service type; they share their lists. */
export interface BenefitLoop {
  lines: AnswerLine[];
  kind: string;
  planName: string;
  insuranceType: string;
  /** Of the plan as a whole: service type 30, or neither service nor procedure named. */
  isPlanLevel: boolean;
  references: { qualifier: string; value: string; text: string }[];
  /** Shared by its segments. */
  uses: Partial<Record<Place, SegmentUse>>;
  loop: string | null;
}

export interface PartyLoop {
  level: Level;
  number: string;
  parent: PartyLoop | null;
  hasName: boolean;
  /** Set once a level's own name segment was read; later names are those of other parties. */
  lastName: string | null;
  firstName: string | null;
  middleName: string | null;
  suffix: string | null;
  isOrganization: boolean;
  id: string | null;
  birthDate: string | null;
  gender: string | null;
  address: AnswerAddress | null;
  relationship: Coded | null;
  updateYourRecords: boolean;
  contacts: AnswerEntity['contacts'];
  dates: AnswerDate[];
  references: { qualifier: string; value: string; text: string }[];
  notes: string[];
  facts: AnswerFact[];
  traces: AnswerFact[];
  /** TRN02 of the first trace. */
  trace: string | null;
  entities: AnswerEntity[];
  benefits: BenefitLoop[];
  rejections: Rejection[];
  /** What was asked for the party: in a 270, and where a payer repeats it. */
  asked: { serviceTypes: string[]; procedures: string[] };
  dependents: PartyLoop[];
}

export interface Walk {
  sources: PartyLoop[];
  receivers: PartyLoop[];
  subscribers: PartyLoop[];
  others: PartyLoop[];
  loops: Map<string, PartyLoop>;
  loop: PartyLoop | null;
  benefit: BenefitLoop | null;
  entity: AnswerEntity | null;
  /** Between LS and LE. */
  isInEntities: boolean;
  hasHierarchy: boolean;
  facts: AnswerFact[];
  askedServiceTypes: string[];
  uses: SegmentUse[];
  problems: Problem[];
}

export function startWalk(): Walk {
  return {
    sources: [],
    receivers: [],
    subscribers: [],
    others: [],
    loops: new Map(),
    loop: null,
    benefit: null,
    entity: null,
    isInEntities: false,
    hasHierarchy: false,
    facts: [],
    askedServiceTypes: [],
    uses: [],
    problems: [],
  };
}

const LEVELS: ReadonlyMap<string, Level> = new Map([
  ['20', 'source'],
  ['21', 'receiver'],
  ['22', 'subscriber'],
  ['23', 'dependent'],
]);
const PARENTS: Record<Level, Level | null> = {
  source: null,
  receiver: 'source',
  subscriber: 'receiver',
  dependent: 'subscriber',
  other: null,
};
const LETTERS: Record<Level, string> = { source: 'A', receiver: 'B', subscriber: 'C', dependent: 'D', other: '' };

/** '2100C' of a party, '2110C' of its benefits. Null where no loop has begun. */
export function loopName(walk: Walk, part: '2000' | '2100' | '2110'): string | null {
  if (walk.loop === null) return null;
  const letter = LETTERS[walk.loop.level];
  return letter === '' ? null : `${part}${letter}`;
}

function lastOf(walk: Walk, level: Level): PartyLoop | null {
  if (level === 'source') return walk.sources.at(-1) ?? null;
  if (level === 'receiver') return walk.receivers.at(-1) ?? null;
  return walk.subscribers.at(-1) ?? null;
}

function parentOf(walk: Walk, level: Level, parentNumber: string, segment: Segment): PartyLoop | null {
  const expected = PARENTS[level];
  if (expected === null) return null;
  const named = walk.loops.get(parentNumber);
  if (named?.level === expected) return named;
  const nearest = lastOf(walk, expected);
  if (walk.hasHierarchy && (nearest !== null || level === 'dependent')) {
    const text = `The hierarchy names no ${expected} as the parent of this ${level}; the one before it is taken.`;
    walk.problems.push(problem('hierarchy', text, segment.position));
  }
  return nearest;
}

export function openLoop(walk: Walk, at: { level: Level; number: string; parentNumber: string; segment: Segment }): PartyLoop {
  const { level, number, parentNumber, segment } = at;
  const parent = parentOf(walk, level, parentNumber, segment);
  const loop: PartyLoop = {
    level,
    number,
    parent,
    hasName: false,
    lastName: null,
    firstName: null,
    middleName: null,
    suffix: null,
    isOrganization: false,
    id: null,
    birthDate: null,
    gender: null,
    address: null,
    relationship: null,
    updateYourRecords: false,
    contacts: [],
    dates: [],
    references: [],
    notes: [],
    facts: [],
    traces: [],
    trace: null,
    entities: [],
    benefits: [],
    rejections: [],
    asked: { serviceTypes: [], procedures: [] },
    dependents: [],
  };
  if (number !== '') {
    if (walk.loops.has(number)) walk.problems.push(problem('hierarchy', 'A number of the hierarchy is used twice.', segment.position));
    walk.loops.set(number, loop);
  }
  if (level === 'source') walk.sources.push(loop);
  if (level === 'receiver') walk.receivers.push(loop);
  if (level === 'subscriber') walk.subscribers.push(loop);
  if (level === 'other') walk.others.push(loop);
  if (level === 'dependent') {
    // A dependent without a subscriber above it has one of whom nothing is said.
    loop.parent ??= openLoop(walk, { level: 'subscriber', number: '', parentNumber: '', segment });
    loop.parent.dependents.push(loop);
  }
  walk.loop = loop;
  walk.benefit = null;
  walk.entity = null;
  walk.isInEntities = false;
  return loop;
}

export function readHierarchy(walk: Walk, segment: Segment): void {
  const [, number = '', parentNumber = '', sent = ''] = segment.elements.map((element) => element.trim());
  walk.hasHierarchy = true;
  const level = LEVELS.get(sent.padStart(2, '0')) ?? 'other';
  if (level === 'other') walk.problems.push(problem('hierarchy', 'The level of this hierarchy is none of 20 to 23.', segment.position));
  openLoop(walk, { level, number, parentNumber, segment });
}

const LEVEL_OF_ENTITY: ReadonlyMap<string, Level> = new Map([
  ['PR', 'source'],
  ['2B', 'source'],
  ['36', 'source'],
  ['GP', 'source'],
  ['P5', 'source'],
  ['1P', 'receiver'],
  ['FA', 'receiver'],
  ['80', 'receiver'],
  ['IL', 'subscriber'],
  ['03', 'dependent'],
]);

/** The loop that a name opens where its HL is missing; null where the name belongs to a loop that is open. */
export function impliedLevel(walk: Walk, entityCode: string): Level | null {
  const level = LEVEL_OF_ENTITY.get(entityCode) ?? null;
  const { loop } = walk;
  if (loop === null) return level ?? 'other';
  if (level === null || walk.isInEntities) return null;
  const isOwn = !loop.hasName || loop.level === level;
  if (isOwn) return !walk.hasHierarchy && loop.hasName && loop.level === 'dependent' && level === 'dependent' ? level : null;
  // Below a benefit line a payer or insured is another one, unless there is no hierarchy that could say so.
  if (walk.benefit !== null && walk.hasHierarchy) return null;
  const order: Level[] = ['source', 'receiver', 'subscriber', 'dependent'];
  return order.indexOf(level) > order.indexOf(loop.level) ? level : null;
}
