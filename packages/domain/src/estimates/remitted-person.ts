/** Whether a claim of a remittance is about the patient of a case, by number, names and birth date (product.md 20.10). */
import { isNoMemberId, memberIdKey, nameKey } from '../persons/key-values.ts';

export interface KnownPatient {
  /** As typed and as payers returned them, in the checks of the case. */
  memberIds: readonly (string | null | undefined)[];
  names: readonly { first: string | null | undefined; last: string | null | undefined }[];
  /** YYYY-MM-DD. */
  birthDates: readonly (string | null | undefined)[];
}

export interface RemittedPeople {
  people: readonly { role: string; lastName: string | null; firstName: string | null; memberId: string | null }[];
  birthDate: string | null;
}

/** `likely`: nothing stands against it, and too little for it; `namesake`: the same name, another number. */
export type PersonMatch = 'same' | 'likely' | 'namesake' | 'other';

/** Payers add up to three signs to a number for a person of the family, and drop the three letters before it. */
const EXTRA = 3;
const SHORTEST = 6;

function isSameId(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].toSorted((a, b) => a.length - b.length);
  if (short === long) return true;
  if (short.length < SHORTEST || long.length - short.length > EXTRA) return false;
  return long.startsWith(short) ? /^\d+$/.test(long.slice(short.length)) : long.endsWith(short) && /^[A-Z]+/.test(long);
}

/** Payers cut long first names. */
const isSameFirst = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);
/** An initial is a sister's or a brother's, too. */
const isWhole = (first: string) => [...first].length > 1;

interface Name {
  first: string;
  last: string;
}

/** The patient as sent and as corrected; a correction names only what it changes. */
function namesOf({ people }: RemittedPeople): Name[] {
  const sent = people.find(({ role }) => role === 'QC');
  const corrected = people.find(({ role }) => role === '74');
  return [sent, corrected]
    .flatMap((each) =>
      each === undefined ? [] : [{ first: nameKey(each.firstName ?? sent?.firstName), last: nameKey(each.lastName ?? sent?.lastName) }],
    )
    .filter(({ first, last }) => first !== '' && last !== '');
}

const keysOf = (ids: readonly (string | null | undefined)[]) => ids.map(memberIdKey).filter((key) => !isNoMemberId(key));

/** A file has thousands of claims, so what is known is made comparable once. */
export function personMatcher(known: KnownPatient): (claim: RemittedPeople) => PersonMatch {
  const own: Own = {
    births: new Set(known.birthDates.filter((day) => day != null && day !== '')),
    names: known.names.map(({ first, last }) => ({ first: nameKey(first), last: nameKey(last) })).filter(({ first }) => first !== ''),
    ids: keysOf(known.memberIds),
  };
  return (claim) => matchPerson(claim, own);
}

interface Own {
  births: ReadonlySet<string | null | undefined>;
  names: readonly Name[];
  ids: readonly string[];
}

function matchPerson(claim: RemittedPeople, own: Own): PersonMatch {
  const isBirthKnown = claim.birthDate !== null && own.births.size > 0;
  const isBirth = isBirthKnown && own.births.has(claim.birthDate);
  if (isBirthKnown && !isBirth) return 'other';
  const names = namesOf(claim);
  const alike = names.flatMap(({ first, last }) =>
    own.names.filter((each) => each.last === last && isSameFirst(each.first, first)).map((each) => [first, each.first]),
  );
  const isNamed = alike.length > 0;
  const isWholeName = alike.some((both) => both.every(isWhole));
  const ids = keysOf(claim.people.map(({ memberId }) => memberId));
  const isIdKnown = ids.length > 0 && own.ids.length > 0;
  const isId = ids.some((sent) => own.ids.some((each) => isSameId(sent, each)));
  if (isNamed && isId && (isWholeName || isBirth)) return 'same';
  if (isNamed && isBirth && !isIdKnown) return 'same';
  if (isNamed && isIdKnown && !isId && !isBirth) return 'namesake';
  if (isNamed) return 'likely';
  // A family shares a number: without a name it says little, and another name is somebody else.
  return names.length === 0 && isId ? 'likely' : 'other';
}

/** Whether the claim's days hold the day of the estimate; null: one of both is not known. */
export function isOnDay(claim: { from: string | null; to: string | null }, serviceOn: string | null): boolean | null {
  if (claim.from === null || claim.to === null || serviceOn === null) return null;
  return claim.from <= serviceOn && serviceOn <= claim.to;
}
