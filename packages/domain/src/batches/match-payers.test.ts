import { expect, test } from 'vitest';
import { listPayers } from '../../../../apps/sandbox/src/payers/payers.ts';
import { randomFor } from '../../../../apps/sandbox/src/seeded-random.ts';
import { slipsOf } from '../../test/payer-name-slips.ts';
import { BY_HAND, writingsOf } from '../../test/payer-name-writings.ts';
import { invented } from '../../test/invented-payers.ts';
import type { KnownPayer, PayerBook, SaidPayer } from './known-payers.ts';
import { decidedKey, isMedicareId, payerMatcher } from './match-payers.ts';
import { payerWords, wordsKey } from './payer-words.ts';

const payer = (id: string, names: string[], more: Partial<KnownPayer> = {}): KnownPayer => ({
  id,
  names,
  codes: [],
  isMedicare: false,
  ...more,
});
const bookOf = (payers: KnownPayer[], more: Partial<PayerBook> = {}): PayerBook => ({
  payers,
  prefixes: new Map(),
  decided: new Map(),
  ...more,
});
const said = (over: Partial<SaidPayer>): SaidPayer => ({ name: '', code: '', memberId: '', ...over });

const ALDERGATE = payer('A', ['Aldergate Health Plans', 'ALDERGATE HP OF OHIO'], { codes: ['ALDRG', '00701'] });
const NORTHWIND = payer('N', ['Northwind Mutual'], { codes: ['NWMUT', '00702'] });
const DENTAL = payer('D', ['Northwind Mutual Dental']);
const MEDICARE = payer('M', ['National Medicare Part A and B'], { codes: ['00817'], isMedicare: true });
const PPO = payer('P', ['Blue Cross Blue Shield of Meridian PPO'], { codes: ['BMER1'] });
const TIDEWATER = payer('T', ['Blue Cross of Tidewater'], { codes: ['BTID1'] });
const book = bookOf([ALDERGATE, NORTHWIND, DENTAL, MEDICARE, PPO, TIDEWATER], { prefixes: new Map([['MRP', 'P']]) });
const match = payerMatcher(book);

const cases: [string, Partial<SaidPayer>, ReturnType<typeof match>][] = [
  ['a code', { code: 'nwmut' }, { kind: 'certain', id: 'N' }],
  ['a code beside a name that nobody has', { code: '00701', name: 'ALD OHIO PPO' }, { kind: 'certain', id: 'A' }],
  ['a code beside another payer’s name', { code: '00701', name: 'Northwind Mutual' }, { kind: 'likely', ids: ['A', 'N', 'D'] }],
  ['its name', { name: 'NORTHWIND  Mutual.' }, { kind: 'certain', id: 'N' }],
  ['a name it is also known by', { name: 'Aldergate HP of Ohio' }, { kind: 'certain', id: 'A' }],
  ['its name but for legal forms and plurals', { name: 'Aldergate Health Plan, Inc.' }, { kind: 'certain', id: 'A' }],
  ['its name shortened', { name: 'BCBS of Meridian PPO' }, { kind: 'certain', id: 'P' }],
  ['a part of two names', { name: 'Northwind' }, { kind: 'likely', ids: ['N', 'D'] }],
  ['a slip', { name: 'Nortwind Mutual' }, { kind: 'likely', ids: ['N', 'D'] }],
  ['its code in the place of its name', { name: 'BTID1' }, { kind: 'likely', ids: ['T'] }],
  ['a code without its zeros', { code: '702' }, { kind: 'likely', ids: ['N'] }],
  ['a name of nobody', { name: 'Zzyzx' }, { kind: 'none' }],
  ['nothing', {}, { kind: 'none' }],
  ['Medicare and its id', { name: 'Medicare Part B', memberId: '1EG4-TE5-MK73' }, { kind: 'certain', id: 'M' }],
  ['Medicare and another id', { name: 'Medicare', memberId: 'XYZ12345' }, { kind: 'likely', ids: ['M'] }],
  ['an id of Medicare alone', { memberId: '1EG4TE5MK73' }, { kind: 'likely', ids: ['M'] }],
  ['another payer and an id of Medicare', { name: 'Northwind Mutual', memberId: '1EG4TE5MK73' }, { kind: 'certain', id: 'N' }],
  ['any Blue plan and the prefix of one', { name: 'BCBS', memberId: 'MRP123456' }, { kind: 'certain', id: 'P' }],
  ['one Blue plan and the prefix of another', { name: 'Blue Cross of Tidewater', memberId: 'MRP123456' }, { kind: 'certain', id: 'T' }],
  ['a prefix alone', { memberId: 'MRP123456' }, { kind: 'likely', ids: ['P'] }],
];

test.each(cases)('%s', (_name, over, result) => {
  expect(match(said(over))).toEqual(result);
});

test('several payers of one name are never certain, until a person has decided', () => {
  const twins = [payer('1', ['Kestrel Mutual']), payer('2', ['KESTREL MUTUAL'])];

  expect(payerMatcher(bookOf(twins))(said({ name: 'Kestrel mutual' }))).toEqual({ kind: 'likely', ids: ['1', '2'] });
  const decided = new Map([[decidedKey('Kestrel Mutual!'), '2']]);
  expect(payerMatcher(bookOf(twins, { decided }))(said({ name: 'Kestrel mutual' }))).toEqual({ kind: 'certain', id: '2' });
});

test('a decision for a payer that is gone decides nothing', () => {
  const decided = new Map([[decidedKey('Kestrel'), 'gone']]);

  expect(payerMatcher(bookOf([payer('1', ['Kestrel Mutual'])], { decided }))(said({ name: 'Kestrel' }))).toEqual({
    kind: 'likely',
    ids: ['1'],
  });
});

test.each([
  ['1EG4-TE5-MK73', true],
  ['1eg4te5mk72', true],
  ['0EG4TE5MK73', false],
  ['1SG4TE5MK73', false],
  ['1EG4TE5MK7', false],
  ['123456789A', false],
])('%s is an id of Medicare: %s', (id, isOne) => {
  expect(isMedicareId(id)).toBe(isOne);
});

test('a state is the same as name and as code, and a code that is a word is a state behind "of" only', () => {
  expect(payerWords('Blue Cross of North Carolina')).toEqual(payerWords('BLUE CROSS NC'));
  expect(payerWords('BCBS of IN')).toEqual(payerWords('Blue Cross Blue Shield of Indiana'));
  expect(payerWords('Medicaid of W. Virginia')).toEqual(payerWords('Medicaid WV'));
  expect(payerWords('Medicaid of W. Virginia')).not.toEqual(payerWords('Medicaid of Virginia'));
  expect(payerWords('BCBS Fla.')).toEqual(payerWords('BCBS FL'));
  expect(payerWords('BCBSTX')).toEqual(payerWords('Blue Cross Blue Shield Texas'));
  expect(payerWords('Northwind Insurance Co')).not.toContain('@co');
});

test('a slip in the name of a state leads to that state, and never for certain', () => {
  const names = [
    'Ohio Medicaid',
    'Florida Medicaid',
    'North Carolina Medicaid',
    'West Virginia Medicaid',
    'Virginia Medicaid',
    'Main Street Health',
  ];
  const find = payerMatcher(bookOf(names.map((name) => payer(name, [name]))));
  const firstOf = (name: string) => {
    const found = find(said({ name }));
    return found.kind === 'likely' ? found.ids[0] : found;
  };

  expect(firstOf('Floirda Medicaid')).toBe('Florida Medicaid');
  expect(firstOf('MEDICAID FL0RIDA')).toBe('Florida Medicaid');
  expect(firstOf('North Caroilna Medicaid')).toBe('North Carolina Medicaid');
  expect(firstOf('West Virignia Medicaid')).toBe('West Virginia Medicaid');
  expect(firstOf('Main Streat Health')).toBe('Main Street Health');
});

/** The sandbox's payers and invented ones, each with what the names of real ones have: states, families, look-alikes. */
function everybody(sandbox: number): KnownPayer[] {
  const ofSandbox = listPayers(sandbox).map((one, at) =>
    payer(`s${at}`, [...new Set([one.availityName, one.pverifyName])], {
      codes: [one.availityId, one.pverifyCode].filter((code) => code !== null),
    }),
  );
  return [...ofSandbox, ...invented().map((names, at) => payer(`i${at}`, names))];
}

test.each([
  [80, 0.9],
  [600, 0.9],
])('of names as people write them, among %d payers of the sandbox, none is certainly another', (sandbox, share) => {
  const payers = everybody(sandbox);
  const find = payerMatcher(bookOf(payers));
  const owners = new Map<string, Set<string>>();
  for (const { id, names } of payers)
    for (const name of names) owners.set(wordsKey(name), (owners.get(wordsKey(name)) ?? new Set()).add(id));
  const counts = { all: 0, first: 0, wrong: [] as string[] };
  const missed: string[] = [];
  for (const { id, names } of payers.slice(-130)) {
    for (const typed of names.flatMap((name) => slipsOf(name, randomFor(`slips of ${name}`)))) {
      // What is another's name by now says that other.
      if ([...(owners.get(wordsKey(typed)) ?? [])].some((owner) => owner !== id)) continue;
      const found = find(said({ name: typed }));
      counts.all += 1;
      if (found.kind === 'certain' && found.id !== id) counts.wrong.push(typed);
      const isRight = found.kind === 'certain' ? found.id === id : found.kind === 'likely' && found.ids[0] === id;
      if (isRight) counts.first += 1;
      else missed.push(typed);
    }
  }

  expect(counts.wrong).toEqual([]);
  expect(counts.all).toBeGreaterThan(1000);
  expect(counts.first / counts.all, missed.join('\n')).toBeGreaterThan(share);
});

test.each([80, 600])(
  'nor is one of names as nobody thought of them when the rules were made, among %d payers of the sandbox',
  (sandbox) => {
    const payers = everybody(sandbox);
    const find = payerMatcher(bookOf(payers));
    const owners = new Map<string, Set<string>>();
    for (const { id, names } of payers)
      for (const name of names) owners.set(wordsKey(name), (owners.get(wordsKey(name)) ?? new Set()).add(id));
    const byForm = new Map<string, { all: number; right: number }>();
    const wrong: string[] = [];
    const missed: string[] = [];
    const look = (form: string, typed: string, id: string) => {
      const found = find(said({ name: typed }));
      const isRight = found.kind === 'certain' ? found.id === id : found.kind === 'likely' && found.ids[0] === id;
      const { all, right } = byForm.get(form) ?? { all: 0, right: 0 };
      byForm.set(form, { all: all + 1, right: right + (isRight ? 1 : 0) });
      if (found.kind === 'certain' && !isRight) wrong.push(typed);
      if (!isRight) missed.push(`${form}: ${typed} -> ${JSON.stringify(found)}`);
    };
    for (const { id, names } of payers) {
      for (const name of names) {
        for (const [form, typed] of Object.entries(writingsOf(name, randomFor(`writings of ${name}`)))) {
          if ([...(owners.get(wordsKey(typed)) ?? [])].some((owner) => owner !== id)) continue;
          look(form, typed, id);
        }
      }
    }
    const named = new Map(payers.flatMap(({ id, names }) => names.map((name) => [name, id] as const)));
    for (const [typed, meant] of BY_HAND) look('by hand', typed, named.get(meant) ?? '');

    const counts = [...byForm.values()];
    const share = counts.reduce((sum, { right }) => sum + right, 0) / counts.reduce((sum, { all }) => sum + all, 0);
    expect(wrong).toEqual([]);
    expect(share, missed.slice(0, 200).join('\n')).toBeGreaterThan(0.9);
    const hand = byForm.get('by hand') ?? { all: 1, right: 0 };
    expect(hand.right / hand.all, missed.filter((line) => line.startsWith('by hand')).join('\n')).toBeGreaterThan(0.9);
  },
);
