/** Reads a remittance. Segments that say nothing of what was paid are passed over: addresses, remarks, totals of a provider's claims. */
import { at, orNull } from './elements.ts';
import type { Transaction } from './envelopes.ts';
import type { Adjustment, Remittance, RemittanceClaim, RemittanceLine, RemittancePerson } from './remittance.ts';
import type { Segment } from './segments.ts';
import { dayOf } from './values.ts';

/** Up to six reasons with their amounts stand in one CAS, three elements each. */
const REASONS = [2, 5, 8, 11, 14, 17];

/** Up to six amounts stand in one PLB, each behind its reason. */
const KEPT_BACK = [4, 6, 8, 10, 12, 14];

function adjustmentsOf(segment: Segment): Adjustment[] {
  const group = at(segment, 1);
  return REASONS.flatMap((place) => {
    const [reason, amount] = [at(segment, place), at(segment, place + 1)];
    return reason === '' && amount === '' ? [] : [{ group, reason, amount }];
  });
}

/** NM108 of a social security number: it is read by nobody. */
const SOCIAL_SECURITY = '34';

const personOf = (segment: Segment): RemittancePerson => ({
  role: at(segment, 1),
  lastName: orNull(at(segment, 3)),
  firstName: orNull(at(segment, 4)),
  memberId: at(segment, 8) === SOCIAL_SECURITY ? null : orNull(at(segment, 9)),
});

function claimOf(segment: Segment): RemittanceClaim {
  return {
    controlNumber: orNull(at(segment, 1)),
    status: at(segment, 2),
    charged: at(segment, 3),
    paid: at(segment, 4),
    patientPart: orNull(at(segment, 5)),
    payerNumber: orNull(at(segment, 7)),
    allowed: null,
    people: [],
    birthDate: null,
    renderingNpi: null,
    adjustments: [],
    from: null,
    to: null,
    lines: [],
    position: segment.position,
  };
}

function lineOf(segment: Segment): RemittanceLine {
  const { component } = segment.delimiters;
  const [qualifier = '', code = ''] = component === '' ? [at(segment, 1)] : at(segment, 1).split(component);
  return {
    qualifier: orNull(qualifier),
    // Of a single value nobody says what it is.
    code: orNull(code),
    charged: at(segment, 2),
    paid: at(segment, 3),
    allowed: null,
    adjustments: [],
    from: null,
    to: null,
  };
}

interface Walk {
  remittance: Remittance;
  claim: RemittanceClaim | null;
  line: RemittanceLine | null;
}

const PATIENT_ROLES = new Set(['QC', 'IL', '74']);

function addName(claim: RemittanceClaim, segment: Segment): void {
  const role = at(segment, 1);
  if (PATIENT_ROLES.has(role)) claim.people.push(personOf(segment));
  else if (role === '82' && at(segment, 8) === 'XX') claim.renderingNpi = orNull(at(segment, 9));
}

function addDate({ remittance, claim, line }: Walk, segment: Segment): void {
  const [qualifier, day] = [at(segment, 1), dayOf(at(segment, 2))];
  if (day === null) return;
  if (claim === null) {
    if (qualifier === '405') remittance.madeOn = day;
    return;
  }
  const target = line ?? claim;
  if (qualifier === '472') {
    target.from = day;
    target.to = day;
  } else if (qualifier === '150' || qualifier === '232') target.from = day;
  else if (qualifier === '151' || qualifier === '233') target.to = day;
}

function addAmount({ claim, line }: Walk, segment: Segment): void {
  const [qualifier, amount] = [at(segment, 1), orNull(at(segment, 2))];
  if (line !== null && qualifier === 'B6') line.allowed = amount;
  if (line === null && claim !== null && qualifier === 'AU') claim.allowed = amount;
}

function addPayment({ remittance }: Walk, segment: Segment): void {
  remittance.total ??= orNull(at(segment, 2));
  remittance.payerId ??= orNull(at(segment, 10));
  remittance.madeOn ??= dayOf(at(segment, 16));
}

function addParty({ remittance }: Walk, segment: Segment): void {
  const name = orNull(at(segment, 2));
  if (at(segment, 1) === 'PR') {
    remittance.payer = name;
    remittance.payerId ??= orNull(at(segment, 4));
  }
  if (at(segment, 1) !== 'PE') return;
  remittance.payee = name;
  remittance.payeeNpi = at(segment, 3) === 'XX' ? orNull(at(segment, 4)) : null;
}

/** A further group of claims, or what is no claim's: nothing after it belongs to the claim before. */
function leaveClaim(walk: Walk): void {
  walk.claim = null;
  walk.line = null;
}

function add(walk: Walk, segment: Segment): void {
  const { remittance, claim, line } = walk;
  switch (segment.id) {
    case 'BPR':
      addPayment(walk, segment);
      return;
    case 'TRN':
      if (claim === null) remittance.payerId = orNull(at(segment, 3)) ?? remittance.payerId;
      return;
    case 'N1':
      if (claim === null) addParty(walk, segment);
      return;
    case 'CLP':
      walk.claim = claimOf(segment);
      walk.line = null;
      remittance.claims.push(walk.claim);
      return;
    case 'SVC':
      if (claim === null) return;
      walk.line = lineOf(segment);
      claim.lines.push(walk.line);
      return;
    case 'CAS':
      (line ?? claim)?.adjustments.push(...adjustmentsOf(segment));
      return;
    case 'NM1':
      if (claim !== null && line === null) addName(claim, segment);
      return;
    case 'DMG':
      if (claim !== null && line === null && at(segment, 1) === 'D8') claim.birthDate = dayOf(at(segment, 2));
      return;
    case 'DTM':
      addDate(walk, segment);
      return;
    case 'AMT':
      addAmount(walk, segment);
      return;
    case 'PLB':
      remittance.keptBack.push(...KEPT_BACK.map((place) => at(segment, place)).filter((amount) => amount !== ''));
      leaveClaim(walk);
      return;
    case 'LX':
    case 'SE':
      leaveClaim(walk);
  }
}

const sorted = (days: (string | null)[]) => days.filter((day) => day !== null).toSorted();

/** The claim's own days, else those of its lines; one day alone is both. */
function settleDays(claim: RemittanceClaim): void {
  const days = sorted(claim.lines.flatMap(({ from, to }) => [from, to]));
  claim.from ??= claim.to ?? days[0] ?? null;
  claim.to ??= days.at(-1) ?? claim.from;
  for (const line of claim.lines) {
    line.from ??= line.to;
    line.to ??= line.from;
  }
}

/** Never throws. Of another transaction than an 835 no claim is read. */
export function read835(transaction: Pick<Transaction, 'code' | 'segments'>): Remittance {
  const remittance: Remittance = {
    payer: null,
    payerId: null,
    total: null,
    keptBack: [],
    payee: null,
    payeeNpi: null,
    madeOn: null,
    claims: [],
  };
  if (transaction.code !== '835') return remittance;
  const walk: Walk = { remittance, claim: null, line: null };
  for (const segment of transaction.segments) add(walk, segment);
  remittance.claims.forEach(settleDays);
  return remittance;
}
