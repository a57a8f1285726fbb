/** What storing a remittance with an estimate would do, claim by claim. Stores nothing (product.md 20.10). */
import { createHash } from 'node:crypto';
import type { CareLevelKey } from '@coverlight/contract/cases/case.schema.ts';
import type { RemittanceReading, RemittedClaim } from '@coverlight/contract/cases/remittance.schema.ts';
import { facilityTotals } from '@coverlight/domain/estimates/estimate-totals.ts';
import { allowedShare, claimAmounts, statusWordsOf } from '@coverlight/domain/estimates/remitted-amounts.ts';
import { isOnDay, personMatcher, type KnownPatient, type PersonMatch } from '@coverlight/domain/estimates/remitted-person.ts';
import { paymentGap } from '@coverlight/domain/estimates/remitted-sums.ts';
import type { Remittance } from '@coverlight/x12/remittance.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { CaseBook } from '#features/cases/case-book.ts';
import type { ProviderRecord } from '#features/providers/providers.repository.ts';
import { invalid } from '#http/app-error.ts';
import type { EstimateRecord } from '../estimates.repository.ts';
import { deedsOf, identityOf, numbersOf, placeOf, type Candidate, type Deed } from './claim-deeds.ts';
import { findClaimsByIdentity, listEstimateClaims, type ClaimAmountsStored, type ClaimContent } from './estimate-claims.repository.ts';
import { readRemittance, type ReadClaim } from './read-remittance.ts';

export interface PlannedClaim {
  shown: RemittedClaim;
  /** What is stored of it; null where it is not. */
  stores: (Pick<ClaimContent, 'identity' | 'numbers' | 'share' | 'bill' | 'rank'> & { amounts: ClaimAmountsStored }) | null;
  /** The stored claim that goes. */
  removes: string | null;
  /** Of this very person, and nothing speaks against it. */
  mayBeChosen: boolean;
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

/** X12 gives a name 60 characters. */
const LONGEST_NAME = 60;

function keptOf({ claim, payment }: ReadClaim): Candidate['kept'] {
  const amounts = claimAmounts(claim);
  if (typeof amounts === 'string') return amounts;
  const { billed, allowed, isAllowedWorkedOut, paid, patient, lines, notes } = amounts;
  return {
    notes,
    amounts: {
      from: claim.from,
      to: claim.to,
      payer: payment.payer?.slice(0, LONGEST_NAME) ?? null,
      status: statusWordsOf(claim.status),
      billed,
      allowed,
      is_allowed_worked_out: isAllowedWorkedOut,
      paid,
      patient,
      lines,
    },
  };
}

function facilityOf({ claim, payment }: ReadClaim, facilities: readonly ProviderRecord[]): ProviderRecord | null {
  const told = [payment.payeeNpi, claim.renderingNpi].filter((npi) => npi !== null);
  return facilities.find(({ npi }) => told.includes(npi)) ?? null;
}

interface Own extends Candidate {
  person: Extract<PersonMatch, 'same' | 'likely'>;
}

interface Context {
  estimate: EstimateRecord;
  facilities: readonly ProviderRecord[];
}

function planned({ read, kept, person }: Own, deed: Deed, { estimate, facilities }: Context): PlannedClaim {
  const { claim, payment } = read;
  const { does, notes, removes } = deed;
  const facility = facilityOf(read, facilities);
  const amounts = typeof kept === 'string' ? null : kept.amounts;
  const isTaken = does === 'store' || does === 'replace';
  const share = amounts === null ? null : allowedShare(amounts.billed, amounts.allowed, claim.status);
  const npiNote =
    isTaken && facility === null && payment.payeeNpi !== null && /^\d{10}$/.test(payment.payeeNpi)
      ? [`It was paid to NPI ${payment.payeeNpi}, which is no facility of this estimate.`]
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
      is_on_day: isOnDay(claim, estimate.service_on),
      provider: facility === null ? null : { id: facility.id, name: facility.name },
      tells_range: isTaken && share !== null,
      is_chosen: false,
      amounts,
    },
    stores:
      isTaken && amounts !== null
        ? { amounts, identity: identityOf(read), numbers: numbersOf(read), share, ...placeOf(read, amounts.billed) }
        : null,
    removes,
    mayBeChosen: deed.isPlain && person === 'same',
  };
}

/** One claim of this very person on the day, or the only one where no day is known, is chosen; among several people choose. */
function chosenKey(claims: readonly PlannedClaim[]): string | null {
  const fit = claims.filter(({ mayBeChosen }) => mayBeChosen);
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

const MOST_OWN = 500;
const TOO_MANY = `It holds more than ${MOST_OWN} claims that may be of this patient. Please ask for a file of fewer payments.`;

/** Amounts of payments for other people alone are not told. */
function gapsOf(payments: readonly Remittance[], own: ReadonlySet<Remittance>): string[] {
  const gaps = payments.map((payment) => ({ isOwn: own.has(payment), gap: paymentGap(payment) })).filter(({ gap }) => gap !== null);
  const others = gaps.filter(({ isOwn }) => !isOwn).length;
  return [
    ...new Set(gaps.flatMap(({ isOwn, gap }) => (isOwn && gap !== null ? [gap] : []))),
    ...(others === 0
      ? []
      : [
          `${others === 1 ? 'A payment' : `${others} payments`} for other patients in this file ${others === 1 ? 'is' : 'are'} not what the claims come to.`,
        ]),
  ];
}

export async function planRemittance(
  tx: Tx,
  keys: OrganizationKeys,
  { bytes, estimate, book, facilities }: RemittanceInput,
): Promise<RemittancePlan> {
  const { claims: read, payments, notes } = readRemittance(bytes);
  const match = personMatcher(patientOf(book));
  const matched = read.map((each) => ({ each, person: match(each.claim) }));
  const own = matched.flatMap(({ each, person }) =>
    person === 'same' || person === 'likely' ? [{ read: each, kept: keptOf(each), person }] : [],
  );
  if (own.length > MOST_OWN) throw invalid({ file: [TOO_MANY] });
  const identities = own.map((each) => identityOf(each.read));
  const deeds = deedsOf(own, {
    estimateId: estimate.id,
    byIdentity: await findClaimsByIdentity(tx, keys, identities),
    ofEstimate: await listEstimateClaims(tx, keys, [estimate.id]),
  });
  const places = facilitiesOf(estimate, book, facilities);
  const claims = own.flatMap((each, at) => {
    const deed = deeds[at];
    return deed === undefined ? [] : [planned(each, deed, { estimate, facilities: places })];
  });
  const chosen = chosenKey(claims);
  return {
    claims,
    reading: {
      digest: createHash('sha256').update(bytes).digest('hex'),
      notes: [...notes, ...gapsOf(payments, new Set(own.map((each) => each.read.payment)))],
      claims: claims.map(({ shown }) => ({ ...shown, is_chosen: shown.key === chosen })),
      others: matched.length - own.length,
      namesakes: matched.filter(({ person }) => person === 'namesake').length,
      level: levelOfEstimate(estimate, book),
      providers: places.map(({ id, name }) => ({ id, name })),
    },
  };
}
