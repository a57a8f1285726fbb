/** EB and the segments that detail it (loop 2110). */
import { addFact, addRest, at, coded, orNull } from './elements.ts';
import { PATTERN_NAMES, PLACE_NAMES, PROCEDURE_NAMES, QUANTITY_NAMES, REFERENCE_NAMES, TIME_NAMES, UNIT_NAMES } from './code-names.ts';
import type { BenefitLoop } from './loop-271.ts';
import type { AnswerAuthorization, AnswerFact, AnswerLine, AnswerNetwork, Coded } from './payer-answer.ts';
import { problem, type Problem } from './problems.ts';
import type { Segment } from './segments.ts';
import { percentOf } from './values.ts';

const NETWORKS: ReadonlyMap<string, AnswerNetwork> = new Map([
  ['Y', 'in'],
  ['N', 'out'],
  ['W', 'both'],
  ['U', 'unknown'],
]);
const AUTHORIZATIONS: ReadonlyMap<string, AnswerAuthorization> = new Map([
  ['Y', 'yes'],
  ['N', 'no'],
  ['U', 'unknown'],
]);
/** EB01 that readers of the answer know; '0' is no code of X12, yet sent. Lines of other codes are kept as "also said". */
const KINDS = new Set('0 1 2 3 4 5 6 7 8 A B C CB D E F G H I J K L M MC N O P Q R S T U V W X Y'.split(' '));
const PLAN = '30';
/** More than there are service types. */
const MAX_SERVICES = 300;

/** EB03 repeats by whatever separator the sender took; the codes have none of these characters. */
function serviceCodes(sent: string): string[] {
  if (sent === '' || /^[A-Za-z0-9]+$/.test(sent)) return [sent];
  return [...new Set(sent.split(/[^A-Za-z0-9 ]+/).map((code) => code.trim()))].filter((code) => code !== '');
}

/** EB13: "HCPCS 90837 (modifiers 95)". */
function procedureOf(segment: Segment, facts: AnswerFact[]): string | null {
  const sent = at(segment, 13);
  if (sent === '') return null;
  const { component } = segment.delimiters;
  const [qualifier = '', code = '', ...others] = component === '' ? ['', sent] : sent.split(component);
  const modifiers = others.slice(0, 4).filter((part) => part !== '');
  const words = [PROCEDURE_NAMES.get(qualifier) ?? qualifier, code].filter((part) => part !== '').join(' ');
  for (const part of others.slice(4)) addFact(facts, 'Procedure', part);
  return modifiers.length === 0 ? words : `${words} (modifiers ${modifiers.join(', ')})`;
}

/** `number` is the segment's place in its transaction, ST being 1. */
export function readBenefit(segment: Segment, at271: { number: number; loop: string | null; problems: Problem[] }): BenefitLoop {
  const facts: AnswerFact[] = [];
  const kind = at(segment, 1);
  let codes = serviceCodes(at(segment, 3));
  if (codes.length > MAX_SERVICES) {
    at271.problems.push(
      problem('too-many-values', `Only the first ${MAX_SERVICES} service types of this line are read.`, segment.position),
    );
    codes = codes.slice(0, MAX_SERVICES);
  }
  const procedure = procedureOf(segment, facts);
  const isUnnamed = codes.length === 1 && codes[0] === '';
  // A line about a procedure alone is no line about the plan.
  const services: (Coded | null)[] = isUnnamed
    ? [procedure === null ? null : { code: null, text: procedure }]
    : codes.map((code) => coded(code));
  if (!isUnnamed && procedure !== null) facts.push({ label: 'Procedure', value: procedure });
  const [quantityOf, quantity] = [at(segment, 9), at(segment, 10)];
  if (quantity === '') addFact(facts, 'Quantity of', quantityOf);
  const authorization = AUTHORIZATIONS.get(at(segment, 11));
  if (authorization === undefined) addFact(facts, 'Authorization code', at(segment, 11));
  const network = NETWORKS.get(at(segment, 12));
  if (network === undefined) addFact(facts, 'Network code', at(segment, 12));
  addFact(facts, 'Diagnosis pointers', at(segment, 14));
  addRest(facts, segment, 15);
  const id = `EB@${at271.number}`;
  const first: AnswerLine = {
    id,
    plan: 0,
    kind,
    kindText: null,
    service: services[0] ?? null,
    network: network ?? 'not-stated',
    level: coded(at(segment, 2)),
    insuranceType: coded(at(segment, 4)),
    planName: orNull(at(segment, 5)),
    amount: orNull(at(segment, 7)),
    percent: at(segment, 8) === '' ? null : percentOf(at(segment, 8)),
    period: coded(at(segment, 6)),
    total: null,
    totalPeriod: null,
    remaining: null,
    remainingPeriod: null,
    quantity: quantity === '' ? null : { value: quantity, qualifier: coded(quantityOf, QUANTITY_NAMES) },
    authorization: authorization ?? 'not-stated',
    placeOfService: null,
    deliveries: [],
    dates: [],
    texts: [],
    entities: [],
    facts,
  };
  const lines = services.length === 1 ? [first] : services.map((service, index) => ({ ...first, id: `${id}.${index + 1}`, service }));
  return {
    lines,
    kind: kind.trim().toUpperCase(),
    planName: at(segment, 5),
    insuranceType: at(segment, 4),
    isPlanLevel: (isUnnamed && procedure === null) || codes.includes(PLAN),
    references: [],
    uses: {},
    loop: at271.loop,
  };
}

export const isKnownKind = (kind: string) => KINDS.has(kind);
export const isStatusKind = (kind: string) => /^[1-8]$/.test(kind);

/** HSD: how often, how much. */
export function readDelivery({ lines: [line] }: BenefitLoop, segment: Segment): void {
  if (line === undefined) return;
  const unit = at(segment, 3);
  const every = at(segment, 4);
  const unitWords = UNIT_NAMES.get(unit) ?? unit;
  line.deliveries.push({
    quantity: orNull(at(segment, 2)),
    quantityQualifier: coded(at(segment, 1), QUANTITY_NAMES),
    per: orNull([every, unitWords].filter((part) => part !== '').join(' ')),
    periods: orNull(at(segment, 6)),
    period: coded(at(segment, 5)),
    pattern: orNull(PATTERN_NAMES.get(at(segment, 7)) ?? at(segment, 7)),
    time: orNull(TIME_NAMES.get(at(segment, 8)) ?? at(segment, 8)),
  });
  addRest(line.facts, segment, 9);
}

/** III: place of service, or the nature of an injury. */
export function readAdditional(benefit: BenefitLoop, segment: Segment): void {
  const [line] = benefit.lines;
  if (line === undefined) return;
  const [list, code] = [at(segment, 1), at(segment, 2)];
  const place = list === 'ZZ' && code !== '' ? { code, text: PLACE_NAMES.get(code) ?? null } : null;
  if (place !== null && line.placeOfService === null) for (const each of benefit.lines) each.placeOfService = place;
  else if (place !== null) line.facts.push({ label: 'Place of service', value: place.text ?? code });
  else addFact(line.facts, list === 'GR' || list === 'NI' ? 'Nature of injury' : `Code list ${list}`.trim(), code);
  addFact(line.facts, 'Category', at(segment, 3));
  if (at(segment, 4) !== '') line.texts.push(at(segment, 4));
  addRest(line.facts, segment, 5);
}

export function readMessage(texts: string[], facts: AnswerFact[], segment: Segment): void {
  if (at(segment, 1) !== '') texts.push(at(segment, 1));
  addRest(facts, segment, 2);
}

export function referenceLabel(qualifier: string): string {
  return REFERENCE_NAMES.get(qualifier) ?? (qualifier === '' ? 'Reference' : `Reference ${qualifier}`);
}
