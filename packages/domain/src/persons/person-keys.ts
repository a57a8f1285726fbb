/**
 * By what two checks are of one person: keys that are compared for equality only, since of each a keyed digest is stored (product.md 18.2).
 * Some link by themselves, all others propose. Knows nothing of digests.
 */
import type { PersonKeyKind } from '@coverlight/contract/persons/persons.contract.ts';
import { externalKey, isNoMemberId, isNoName, isPlaceholderName, memberIdKey, nameKey, soundex } from './key-values.ts';

/** Whom a check is about, as typed or as the payer returned it; null, absent and '' mean "not said". Never an SSN. */
export interface Identity {
  externalId?: string | null | undefined;
  memberId?: string | null | undefined;
  /** YYYY-MM-DD. */
  birthDate?: string | null | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

export interface PersonKey {
  kind: PersonKeyKind;
  value: string;
}

/** The kinds that link by themselves, the strongest first. */
export const LINKING_KINDS = ['external', 'id_dob_first'] as const satisfies readonly PersonKeyKind[];
export const isLinkingKind = (kind: PersonKeyKind): boolean => (LINKING_KINDS as readonly PersonKeyKind[]).includes(kind);

export interface IdentityKeys {
  /** To store, each once. */
  stored: PersonKey[];
  /** To look for: the same, and names the other way round, where what is stored knows one way only. */
  sought: PersonKey[];
}

const PARTING = '|';
/** The same whichever name was typed as which. */
const eitherWay = (...names: [string, string]): string => names.toSorted().join(PARTING);

interface Values {
  member: string;
  born: string;
  /** '' where there is none to compare by. */
  first: string;
  last: string;
  canLinkByFirst: boolean;
  canLinkByBoth: boolean;
}

function valuesOf(identity: Identity): Values {
  const member = memberIdKey(identity.memberId);
  const { firstName, lastName } = identity;
  return {
    member: isNoMemberId(member) ? '' : member,
    born: identity.birthDate ?? '',
    first: isPlaceholderName(firstName) ? '' : nameKey(firstName),
    last: isPlaceholderName(lastName) ? '' : nameKey(lastName),
    canLinkByFirst: !isNoName(firstName),
    canLinkByBoth: !isNoName(firstName) && !isNoName(lastName),
  };
}

/** Two readings of swapped names: first with first, and both names the other way round. Half a swap would make twins one. */
function linking(identity: Identity, { member, born, first, last, canLinkByFirst, canLinkByBoth }: Values): PersonKey[] {
  const external = externalKey(identity.externalId);
  const isKnown = member !== '' && born !== '';
  return [
    ...(external === '' ? [] : [{ kind: 'external' as const, value: external }]),
    ...(isKnown && canLinkByFirst ? [{ kind: 'id_dob_first' as const, value: [member, born, first].join(PARTING) }] : []),
    ...(isKnown && canLinkByBoth ? [{ kind: 'id_dob_first' as const, value: [member, born, eitherWay(first, last)].join(PARTING) }] : []),
  ];
}

function proposing({ member, born, first, last }: Values): PersonKey[] {
  const sounds = [soundex(first), soundex(last)] as const;
  const parts: Record<Exclude<PersonKeyKind, (typeof LINKING_KINDS)[number]>, string[]> = {
    id_dob: [member, born],
    name_dob: first === '' || last === '' ? [''] : [eitherWay(first, last), born],
    initial_dob: [last, [...first][0] ?? '', born],
    sound_dob: sounds.includes('') ? [''] : [eitherWay(...sounds), born],
    id_name: first === '' || last === '' ? [''] : [member, eitherWay(first, last)],
    id_last: [member, last],
    id_first: [member, first],
  };
  return (Object.entries(parts) as [PersonKeyKind, string[]][]).flatMap(([kind, values]) =>
    values.includes('') ? [] : [{ kind, value: values.join(PARTING) }],
  );
}

const once = (keys: readonly PersonKey[]): PersonKey[] => [
  ...new Map(keys.map((key) => [`${key.kind}${PARTING}${key.value}`, key])).values(),
];

export function keysOf(identity: Identity): IdentityKeys {
  const values = valuesOf(identity);
  const stored = once([...linking(identity, values), ...proposing(values)]);
  const swapped = proposing({ ...values, first: values.last, last: values.first });
  return { stored, sought: once([...stored, ...swapped]) };
}

/**
 * Twins typed with their names the other way round have the family's name for a first name. `first` links nobody where `asLast` says that
 * somebody with this member id is called so by last name; null where it could not link anyway.
 */
export function swapDoubt(identity: Identity): { first: PersonKey; asLast: PersonKey } | null {
  const { member, born, first, canLinkByFirst } = valuesOf(identity);
  if (member === '' || born === '' || !canLinkByFirst) return null;
  return {
    first: { kind: 'id_dob_first', value: [member, born, first].join(PARTING) },
    asLast: { kind: 'id_last', value: [member, first].join(PARTING) },
  };
}

/** How much each kind says for it that two persons are one; together at most 100. */
export const KIND_SCORES: Readonly<Record<PersonKeyKind, number>> = {
  external: 60,
  id_dob_first: 60,
  id_dob: 45,
  name_dob: 35,
  id_name: 35,
  initial_dob: 20,
  sound_dob: 20,
  id_first: 15,
  id_last: 10,
};

/** The kinds by which two identities may be of one person, in the order of the contract's list; none: nothing says so. */
export function sharedKinds(one: Identity, other: Identity): PersonKeyKind[] {
  const stored = new Set(keysOf(other).stored.map(({ kind, value }) => `${kind}${PARTING}${value}`));
  const shared = keysOf(one).sought.filter(({ kind, value }) => stored.has(`${kind}${PARTING}${value}`));
  return [...new Set(shared.map(({ kind }) => kind))];
}

/** Whether they are linked without asking anybody. */
export const linksByItself = (one: Identity, other: Identity): boolean => sharedKinds(one, other).some(isLinkingKind);
