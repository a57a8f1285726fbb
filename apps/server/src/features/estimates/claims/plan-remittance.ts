/** What storing a remittance with an estimate would do, claim by claim. Stores nothing (product.md 20.10). */
import { createHash } from 'node:crypto';
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { RemittanceReading, RemittedClaim } from '@coverlight/contract/cases/remittance.schema.ts';
import { facilityTotals } from '@coverlight/domain/estimates/estimate-totals.ts';
import {
  allowedShare,
  claimAmounts,
  isTakenBack,
  refusalOf,
  statusWordsOf,
  type ClaimAmounts,
} from '@coverlight/domain/estimates/remitted-amounts.ts';
import { isOnDay, matchPerson, type KnownPatient, type PersonMatch } from '@coverlight/domain/estimates/remitted-person.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { moneyText } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { CaseBook } from '#features/cases/case-book.ts';
import type { ProviderRecord } from '#features/providers/providers.repository.ts';
import type { EstimateRecord } from '../estimates.repository.ts';
import { findClaimsByIdentity, type ClaimAmountsStored, type EstimateClaimRecord } from './estimate-claims.repository.ts';
import { readRemittance, type ReadClaim } from './read-remittance.ts';

export interface PlannedClaim {
  shown: RemittedClaim;
  /** What is stored of it; null where it is not. */
  stores: { identity: string; numbers: string[]; amounts: ClaimAmountsStored; share: string | null } | null;
  /** The stored claim that goes. */
  removes: string | null;
}

export interface RemittancePlan {
  reading: RemittanceReading;
  claims: PlannedClaim[];
}

export interface RemittanceInput {
  bytes: Uint8Array;
  estimate: EstimateRecord;
  book: CaseBook;
  /** Of the organization. */
  facilities: readonly ProviderRecord[];
}

/** A payer's number of one sign or nought is none. */
const SHORTEST_NUMBER = 3;

function identityOf({ payerNumber, controlNumber, from, charged }: ReadClaim['claim']): string {
  if (payerNumber !== null && payerNumber.length >= SHORTEST_NUMBER) return `payer|${payerNumber}`;
  return `practice|${controlNumber ?? ''}|${from ?? ''}|${charged}`;
}

/** As typed and as each payer returned it, in every check of the case that is about its patient. */
function patientOf({ inquiries }: CaseBook): KnownPatient {
  const people = inquiries.flatMap(({ inquiry: { submission, coverage, may_be_somebody_else: isDoubtful } }) => [
    {
      memberId: submission.memberId,
      first: submission.patientFirstName,
      last: submission.patientLastName,
      birthDate: submission.patientBirthDate,
    },
    ...(coverage === null || isDoubtful ? [] : [coverage.patient, coverage.subscriber]).flatMap((person, index) =>
      person === null
        ? []
        : [
            {
              memberId: person.member_id,
              // The subscriber may be a parent: the number is the family's, the name is not the patient's.
              first: index === 0 ? person.first_name : null,
              last: index === 0 ? person.last_name : null,
              birthDate: index === 0 ? person.dob : null,
            },
          ],
    ),
  ]);
  return {
    memberIds: people.map(({ memberId }) => memberId),
    names: people.map(({ first, last }) => ({ first, last })),
    birthDates: people.map(({ birthDate }) => birthDate),
  };
}

function storedAmounts({ claim, payer }: ReadClaim, amounts: ClaimAmounts): ClaimAmountsStored {
  return {
    from: claim.from,
    to: claim.to,
    payer,
    status: statusWordsOf(claim.status),
    billed: amounts.billed,
    allowed: amounts.allowed,
    is_allowed_worked_out: amounts.isAllowedWorkedOut,
    paid: amounts.paid,
    patient: amounts.patient,
    lines: amounts.lines,
  };
}

const isSame = (one: ClaimAmountsStored, other: ClaimAmountsStored): boolean =>
  (['from', 'to', 'status', 'billed', 'allowed', 'paid', 'patient'] as const).every((field) => one[field] === other[field]);

interface Context {
  estimate: EstimateRecord;
  facilities: readonly ProviderRecord[];
  stored: ReadonlyMap<string, EstimateClaimRecord>;
  /** Numbers that stand in the file before. */
  seen: Set<string>;
}

interface Deed {
  does: RemittedClaim['does'];
  notes: string[];
  removes: string | null;
}

const refused = (...notes: string[]): Deed => ({ does: 'refused', notes, removes: null });

const paidWords = ({ content: { paid }, added_at: at }: EstimateClaimRecord) =>
  `${paid === null ? 'an amount' : moneyText(paid)} paid, stored on ${usDate(at.toISOString().slice(0, 10))}`;
const NOT_OURS = 'It is stored with another estimate.';

function takingBack(known: EstimateClaimRecord | undefined, estimate: EstimateRecord): Deed {
  if (known === undefined) return refused('It takes back an earlier payment, which is not stored here.');
  if (known.estimate_id !== estimate.id) return refused(`It takes back an earlier payment. ${NOT_OURS}`);
  return { does: 'take-back', notes: [`It takes back what is stored here: ${paidWords(known)}.`], removes: known.id };
}

function deedOf(read: ReadClaim, amounts: ClaimAmounts | string, { estimate, stored, seen }: Context): Deed {
  const identity = identityOf(read.claim);
  const known = stored.get(identity);
  if (isTakenBack(read.claim)) return takingBack(known, estimate);
  const why = refusalOf(read.claim);
  if (why !== null) return refused(why);
  if (typeof amounts === 'string') return refused(amounts);
  if (amounts.billed.startsWith('-') || amounts.patient.startsWith('-')) return refused('Its amounts are below zero.');
  if (seen.has(identity)) return refused('A claim of the same number stands before it in this file.');
  seen.add(identity);
  if (known === undefined) return { does: 'store', notes: amounts.notes, removes: null };
  if (known.estimate_id !== estimate.id) return refused(NOT_OURS);
  if (isSame(known.content, storedAmounts(read, amounts))) return { does: 'known', notes: ['It is stored here already.'], removes: null };
  return {
    does: 'replace',
    notes: [`It takes the place of what is stored here: ${paidWords(known)}.`, ...amounts.notes],
    removes: known.id,
  };
}

function facilityOf({ claim, payeeNpi }: ReadClaim, { facilities }: Context): ProviderRecord | null {
  const told = [payeeNpi, claim.renderingNpi].filter((npi) => npi !== null);
  return facilities.find(({ npi }) => told.includes(npi)) ?? null;
}

function planned(read: ReadClaim, person: Extract<PersonMatch, 'same' | 'likely'>, context: Context): PlannedClaim {
  const { claim } = read;
  const amounts = claimAmounts(claim);
  const { does, notes, removes } = deedOf(read, amounts, context);
  const facility = facilityOf(read, context);
  const isTaken = (does === 'store' || does === 'replace') && typeof amounts !== 'string';
  const kept = typeof amounts === 'string' ? null : storedAmounts(read, amounts);
  const share = kept === null ? null : allowedShare(kept.billed, kept.allowed, claim.status);
  const npiNote =
    isTaken && facility === null && read.payeeNpi !== null && /^\d{10}$/.test(read.payeeNpi)
      ? [`It was paid to NPI ${read.payeeNpi}, which is no facility of this estimate.`]
      : [];
  return {
    shown: {
      key: read.key,
      from: claim.from,
      to: claim.to,
      does,
      notes: [
        ...(person === 'likely' ? ['The file says too little of the person: make sure that it is this patient.'] : []),
        ...notes,
        ...npiNote,
      ],
      person,
      is_on_day: isOnDay(claim, context.estimate.service_on),
      provider: facility === null ? null : { id: facility.id, name: facility.name },
      tells_range: isTaken && share !== null,
      is_chosen: false,
      amounts: kept,
    },
    stores: isTaken && kept !== null ? { identity: identityOf(claim), numbers: numbersOf(claim), amounts: kept, share } : null,
    removes,
  };
}

const numbersOf = ({ controlNumber, payerNumber }: ReadClaim['claim']): string[] =>
  [controlNumber, payerNumber].flatMap((number) => (number !== null && number.length >= SHORTEST_NUMBER ? [number] : []));

/** One claim of this very person on the day, or the only one where no day is known, is chosen; among several people choose. */
function chosenKey(claims: readonly PlannedClaim[]): string | null {
  const fit = claims.filter(({ shown }) => shown.does === 'store' && shown.person === 'same');
  const onDay = fit.filter(({ shown }) => shown.is_on_day === true);
  const [only, ...more] = onDay.length > 0 ? onDay : fit.filter(({ shown }) => shown.is_on_day === null);
  return only === undefined || more.length > 0 ? null : only.shown.key;
}

/** Facilities of the estimate; that of the case where it has no lines. */
function facilitiesOf({ content }: EstimateRecord, book: CaseBook, all: readonly ProviderRecord[]): ProviderRecord[] {
  const ids = new Set(facilityTotals(content.lines, book.case.provider_id).map(({ providerId }) => providerId));
  if (ids.size === 0) ids.add(book.case.provider_id);
  return all.filter(({ id }) => ids.has(id));
}

/** That of its arithmetic, else the only one that is sought; null: left open. */
export function levelOfEstimate({ content }: EstimateRecord, book: CaseBook): CareLevelKey | null {
  const [level = null, ...others] = book.case.levels;
  return content.basis?.level ?? (others.length === 0 ? level : null);
}

export async function planRemittance(
  tx: Tx,
  keys: OrganizationKeys,
  { bytes, estimate, book, facilities }: RemittanceInput,
): Promise<RemittancePlan> {
  const read = readRemittance(bytes);
  const patient = patientOf(book);
  const matched = read.map((each) => ({ each, person: matchPerson(each.claim, patient) }));
  const own = matched.flatMap(({ each, person }) => (person === 'same' || person === 'likely' ? [{ each, person }] : []));
  const stored = await findClaimsByIdentity(
    tx,
    keys,
    own.map(({ each }) => identityOf(each.claim)),
  );
  const places = facilitiesOf(estimate, book, facilities);
  const context: Context = { estimate, facilities: places, stored, seen: new Set() };
  const claims = own.map(({ each, person }) => planned(each, person, context));
  const chosen = chosenKey(claims);
  return {
    claims,
    reading: {
      digest: createHash('sha256').update(bytes).digest('hex'),
      claims: claims.map(({ shown }) => ({ ...shown, is_chosen: shown.key === chosen })),
      others: matched.length - own.length,
      namesakes: matched.filter(({ person }) => person === 'namesake').length,
      level: levelOfEstimate(estimate, book),
      providers: places.map(({ id, name }) => ({ id, name })),
    },
  };
}
