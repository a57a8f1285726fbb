/** What storing one claim of a remittance would do beside what is stored: known by its number, taken back, or in another's place (product.md 20.10). */
import type { RemittedClaim } from '@coverlight/contract/cases/remittance.schema.ts';
import { fromCents, readCents } from '@coverlight/domain/estimates/cents.ts';
import { isTakenBack, refusalOf } from '@coverlight/domain/estimates/remitted-amounts.ts';
import { billOf, rankOf } from '@coverlight/domain/estimates/remitted-sums.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { moneyText } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import { comparable } from '@coverlight/domain/reimbursements/match-reimbursements.ts';
import { isNoMemberId, memberIdKey } from '@coverlight/domain/persons/key-values.ts';
import type { ClaimAmountsStored, ClaimContent, EstimateClaimRecord } from './estimate-claims.repository.ts';
import type { ReadClaim } from './read-remittance.ts';

/** Shorter ones, or such as may be no number at all, tell no claim from another. */
const NUMBER = /^[\x21-\x7E][\x20-\x7E]{1,48}[\x21-\x7E]$/;
/** Zeros and "NONE" stand where no number is known. */
const isNumber = (number: string | null): number is string => number !== null && NUMBER.test(number) && !isNoMemberId(memberIdKey(number));

export const numbersOf = ({ claim: { controlNumber, payerNumber } }: ReadClaim): string[] => [controlNumber, payerNumber].filter(isNumber);

/** Two payers may give the same number, so whose it is belongs to it. Of a take-back it is that of the claim that goes. */
export function identityOf({ claim, payment }: ReadClaim): string {
  const { payerNumber, controlNumber, from, charged } = claim;
  const payer = comparable(payment.payerId ?? payment.payer) ?? '';
  if (isNumber(payerNumber)) return `payer|${payer}|${payerNumber}`;
  const cents = readCents(charged);
  const billed = cents === null ? charged : fromCents(cents < 0n ? -cents : cents);
  return `practice|${payer}|${controlNumber ?? ''}|${from ?? ''}|${billed}`;
}

/** Which bill it is about, and whose word on it. */
export function placeOf({ claim }: ReadClaim, billed: string): Pick<ClaimContent, 'bill' | 'rank'> {
  const controlNumber = isNumber(claim.controlNumber) ? claim.controlNumber : null;
  return { bill: billOf({ controlNumber, from: claim.from, billed }), rank: rankOf(claim.status) };
}

const isSame = (one: ClaimAmountsStored, other: ClaimAmountsStored): boolean =>
  (['from', 'to', 'status', 'billed', 'allowed', 'paid', 'patient'] as const).every((field) => one[field] === other[field]);

/** What is stored: by identity in the whole practice, and all of this estimate. */
export interface Stored {
  estimateId: string;
  byIdentity: ReadonlyMap<string, EstimateClaimRecord>;
  ofEstimate: readonly EstimateClaimRecord[];
}

export interface Deed {
  does: RemittedClaim['does'];
  notes: string[];
  /** The stored claim that goes. */
  removes: string | null;
  /** Whether it may be chosen for somebody. */
  isPlain: boolean;
}

const refused = (...notes: string[]): Deed => ({ does: 'refused', notes, removes: null, isPlain: false });

const paidWords = ({ content: { paid }, added_at: at }: EstimateClaimRecord) =>
  `${paid === null ? 'an amount' : moneyText(paid)} paid, stored on ${usDate(at.toISOString().slice(0, 10))}`;
const NOT_OURS = 'It is stored with another estimate.';

function takingBack(known: EstimateClaimRecord | undefined, isInFile: boolean, { estimateId }: Stored): Deed {
  if (known === undefined)
    return refused(
      isInFile
        ? 'It takes back a claim that stands before it in this file.'
        : 'It takes back an earlier payment, which is not stored here.',
    );
  if (known.estimate_id !== estimateId) return refused(`It takes back an earlier payment. ${NOT_OURS}`);
  return { does: 'take-back', notes: [`It takes back what is stored here: ${paidWords(known)}.`], removes: known.id, isPlain: false };
}

/** Another claim of this estimate about the same bill. */
function besideOf(read: ReadClaim, amounts: ClaimAmountsStored, { ofEstimate }: Stored): { note: string; isNext: boolean } | null {
  const { bill, rank } = placeOf(read, amounts.billed);
  const others = bill === null ? [] : ofEstimate.filter(({ content }) => content.bill === bill);
  const again = others.find(({ content }) => content.rank === rank);
  if (again !== undefined)
    return {
      note: `A claim of this bill is stored here under another number of the payer: ${paidWords(again)}. If this one takes its place, remove that one first.`,
      isNext: false,
    };
  const [other] = others;
  return other === undefined
    ? null
    : { note: `It is about the same bill as what is stored here: ${paidWords(other)}. What was billed counts once.`, isNext: true };
}

export interface Candidate {
  read: ReadClaim;
  /** As it would be stored, or why it cannot be. */
  kept: { amounts: ClaimAmountsStored; notes: string[] } | string;
}

/** The deeds of the claims of one file, in its order. */
export function deedsOf(candidates: readonly Candidate[], stored: Stored): Deed[] {
  const identities = candidates.map(({ read }) => identityOf(read));
  const lastBack = new Map(candidates.flatMap(({ read }, at) => (isTakenBack(read.claim) ? [[identities[at] ?? '', at] as const] : [])));
  const seen = new Set<string>();
  return candidates.map((candidate, at) => {
    const identity = identities[at] ?? '';
    const known = stored.byIdentity.get(identity);
    if (isTakenBack(candidate.read.claim)) return takingBack(known, identities.indexOf(identity) < at, stored);
    if ((lastBack.get(identity) ?? -1) > at) return refused('It is taken back further on in this file.');
    const deed = storing(candidate, known, stored);
    if (deed.does === 'refused') return deed;
    if (seen.has(identity)) return refused('A claim of the same number stands before it in this file.');
    seen.add(identity);
    return deed;
  });
}

function storing({ read, kept }: Candidate, known: EstimateClaimRecord | undefined, stored: Stored): Deed {
  const why = refusalOf(read.claim);
  if (why !== null) return refused(why);
  if (typeof kept === 'string') return refused(kept);
  if (known === undefined) {
    const beside = besideOf(read, kept.amounts, stored);
    const notes = beside === null ? kept.notes : [beside.note, ...kept.notes];
    return { does: 'store', notes, removes: null, isPlain: beside === null || beside.isNext };
  }
  if (known.estimate_id !== stored.estimateId) return refused(NOT_OURS);
  if (isSame(known.content, kept.amounts)) return { does: 'known', notes: ['It is stored here already.'], removes: null, isPlain: false };
  const note = `It takes the place of what is stored here: ${paidWords(known)}.`;
  return { does: 'replace', notes: [note, ...kept.notes], removes: known.id, isPlain: false };
}
