/** Whom keys may never make one: made families, and records with missing values, slips and names the other way round (product.md 18.2). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keysOf, linksByItself, sharedKinds, type Identity } from './person-keys.ts';

const FIRST = [
  'Ada',
  'Amy',
  'Ann',
  'Abe',
  'Jon',
  'Jan',
  'Jude',
  'June',
  'Mia',
  'Max',
  'Maya',
  'Milo',
  'Noah',
  'Nora',
  'Ruth',
  'Rory',
  'Zoe',
  'Zane',
];
const LAST = ['Quillfeather', 'Ashby', 'Harbor', 'O’Neil', 'Smith', 'Núñez', 'Lindqvist', 'Tanner', 'Ward', 'Okafor'];
const NEWBORN = ['', 'BABY', 'BABY BOY', 'Baby Girl', 'BOY A', 'GIRL B', 'INFANT', 'NEWBORN', 'UNKNOWN', 'TEST', 'J', 'Twin A'];

/** The same numbers each time. */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T };
}

interface Checked extends Identity {
  /** Who it really is. */
  person: string;
}

/** Twins with one member id, father and son of one name, a stranger of the same name and birth date, a newborn without a first name and its twin. */
function family(nth: number): Checked[] {
  const { next, pick } = randomFrom(nth + 1);
  const day = () =>
    `${1950 + Math.floor(next() * 70)}-${String(1 + Math.floor(next() * 12)).padStart(2, '0')}-${String(1 + Math.floor(next() * 28)).padStart(2, '0')}`;
  const [lastName, memberId, born] = [pick(LAST), `FAM${1_000_000 + nth}`, day()];
  const twin = pick(FIRST);
  const other = pick(FIRST.filter((name) => name !== twin && name.charAt(0) === twin.charAt(0)));
  const father = pick(FIRST);
  const one = (person: string, identity: Identity): Checked => ({ person: `${nth} ${person}`, lastName, memberId, ...identity });
  const both = (checked: Checked): Checked[] => [checked, { ...checked, firstName: checked.lastName, lastName: checked.firstName }];
  return [
    ...both(one('twin', { firstName: twin, birthDate: born })),
    one('twin', { firstName: twin, birthDate: born, lastName: pick(LAST) }),
    one('other twin', { firstName: other, birthDate: born }),
    one('father', { firstName: `${father} Sr.`, birthDate: '1955-05-05' }),
    one('son', { firstName: father, lastName: `${lastName} Jr`, birthDate: '1985-05-05' }),
    one('stranger', { firstName: twin, birthDate: born, memberId: `OTHER${nth}` }),
    one('newborn', { firstName: pick(NEWBORN), birthDate: '2026-01-02' }),
    one('newborn twin', { firstName: pick(NEWBORN), birthDate: '2026-01-02' }),
  ];
}

test('of 1,000 families nobody is linked to another one by itself', () => {
  const all = Array.from({ length: 1000 }, (_, nth) => family(nth)).flat();
  const holders = new Map<string, Set<string>>();
  for (const checked of all) {
    for (const { kind, value } of keysOf(checked).stored) {
      if (kind !== 'external' && kind !== 'id_dob_first') continue;
      const key = `${kind}|${value}`;
      holders.set(key, (holders.get(key) ?? new Set()).add(checked.person));
    }
  }
  const wrong = [...holders].filter(([, people]) => people.size > 1);
  expect(wrong).toEqual([]);
  // Not because nothing is linked: each twin was checked again, once with the names the other way round.
  const again = Array.from({ length: 1000 }, (_, nth) => family(nth)).filter(
    ([first, swapped, married]) =>
      first !== undefined &&
      swapped !== undefined &&
      married !== undefined &&
      linksByItself(first, swapped) &&
      linksByItself(first, married),
  );
  expect(again.length).toBe(1000);
});

test('twins, and newborns of one member id, are proposed', () => {
  for (let nth = 0; nth < 100; nth += 1) {
    const people = family(nth);
    const of = (who: string) => people.find(({ person }) => person.endsWith(who)) ?? {};
    expect(sharedKinds(of('other twin'), people[0] ?? {})).toContain('id_dob');
    expect(sharedKinds(of('newborn'), of('newborn twin'))).toContain('id_dob');
    expect(sharedKinds(of('stranger'), people[0] ?? {})).toContain('name_dob');
  }
});

const text = fc.option(fc.oneof(fc.constantFrom(...FIRST, ...LAST, ...NEWBORN), fc.string({ maxLength: 12 })), { nil: null });
const identity: fc.Arbitrary<Identity> = fc.record({
  externalId: fc.option(fc.constantFrom('1', 'A-2', ''), { nil: null }),
  memberId: text,
  birthDate: fc.option(fc.constantFrom('1984-04-07', '2026-01-02', ''), { nil: null }),
  firstName: text,
  lastName: text,
});

test('whether two are linked or proposed does not depend on which was there first', () => {
  fc.assert(
    fc.property(identity, identity, (one, other) => {
      expect(sharedKinds(one, other).length > 0).toBe(sharedKinds(other, one).length > 0);
      expect(linksByItself(one, other)).toBe(linksByItself(other, one));
    }),
  );
});

test('whoever is linked by member id has the same member id and birth date, and a first name', () => {
  fc.assert(
    fc.property(identity, identity, (one, other) => {
      if (!sharedKinds(one, other).includes('id_dob_first')) return;
      expect(sharedKinds(one, other)).toContain('id_dob');
      expect(one.birthDate).toBe(other.birthDate);
    }),
  );
});

test('every stored key is sought, and none is made twice', () => {
  fc.assert(
    fc.property(identity, (one) => {
      const { stored, sought } = keysOf(one);
      const names = (keys: typeof stored) => keys.map(({ kind, value }) => `${kind}|${value}`);
      expect(names(sought)).toEqual(expect.arrayContaining(names(stored)));
      expect(new Set(names(sought)).size).toBe(sought.length);
    }),
  );
});
