import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCents } from './cents.ts';
import { areEnough, backTestOwn, ownAt, type OwnClaim } from './own-claims.ts';
import {
  allowedShare,
  claimAmounts,
  refusalOf,
  statusWordsOf,
  type RemittedAdjustment,
  type RemittedClaim,
  type RemittedLine,
} from './remitted-amounts.ts';
import { billOf, paymentGap, rankOf, sumOfClaims } from './remitted-sums.ts';
import { isOnDay, personMatcher, type KnownPatient, type RemittedPeople } from './remitted-person.ts';

const cas = (group: string, reason: string, amount: string): RemittedAdjustment => ({ group, reason, amount });
const aLine = (over: Partial<RemittedLine> = {}): RemittedLine => ({
  code: '90837',
  charged: '300',
  paid: '100',
  allowed: '180',
  adjustments: [cas('CO', '45', '120'), cas('PR', '1', '50'), cas('PR', '2', '30')],
  from: '2026-03-03',
  ...over,
});
const aClaim = (over: Partial<RemittedClaim> = {}): RemittedClaim => ({
  status: '1',
  charged: '300',
  paid: '100',
  patientPart: '80',
  allowed: null,
  adjustments: [],
  lines: [aLine()],
  ...over,
});

test('a claim that adds up tells what was billed, allowed, paid and is the patient’s, line by line', () => {
  expect(claimAmounts(aClaim())).toEqual({
    billed: '300.00',
    allowed: '180.00',
    isAllowedWorkedOut: false,
    paid: '100.00',
    patient: '80.00',
    lines: [
      { code: '90837', on: '2026-03-03', billed: '300.00', allowed: '180.00', paid: '100.00', patient: '80.00', contractual: '120.00' },
    ],
    notes: [],
  });
});

test('charged less adjustments is what was paid, for the claim and for each line; else nothing is taken', () => {
  expect(claimAmounts(aClaim({ paid: '101' }))).toBe(
    'Its amounts do not add up: $300.00 charged less $200.00 of adjustments is not the $101.00 paid.',
  );
  const shifted = [aLine({ paid: '90' }), aLine({ charged: '0', paid: '10', adjustments: [] })];
  expect(claimAmounts(aClaim({ lines: shifted }))).toMatch(/in one of its lines, \$300\.00 charged/);
  expect(claimAmounts(aClaim({ charged: 'three hundred' }))).toBe('One of its amounts cannot be read.');
  expect(claimAmounts(aClaim({ charged: '300.001' }))).toBe('One of its amounts cannot be read.');
});

test('whatever the parts, a claim made to add up is taken and one cent more or less is refused', () => {
  const cents = fc.integer({ min: 0, max: 500_000 });
  const text = (value: number) => (value / 100).toFixed(2);
  fc.assert(
    fc.property(cents, cents, cents, fc.constantFrom(-1, 1), (paid, patient, contractual, slip) => {
      const sent = {
        charged: text(paid + patient + contractual),
        adjustments: [cas('CO', '45', text(contractual)), cas('PR', '2', text(patient))],
      };
      const whole = claimAmounts(aClaim({ ...sent, paid: text(paid), patientPart: null, lines: [] }));
      expect(whole).toMatchObject({ paid: text(paid), patient: text(patient), allowed: text(paid + patient) });
      expect(claimAmounts(aClaim({ ...sent, paid: text(paid + slip), patientPart: null, lines: [] }))).toBeTypeOf('string');
    }),
  );
});

test('the allowed amount is the lines’ own, else the claim’s, else what was paid and the patient’s share of it', () => {
  const noneTold = aLine({ allowed: null });
  expect(claimAmounts(aClaim({ lines: [noneTold] }))).toMatchObject({ allowed: '180.00', isAllowedWorkedOut: true });
  expect(claimAmounts(aClaim({ lines: [noneTold], allowed: '175' }))).toMatchObject({ allowed: '175.00', isAllowedWorkedOut: false });
  const denied = aLine({ charged: '50', paid: '0', allowed: null, adjustments: [cas('CO', '96', '50')] });
  expect(claimAmounts(aClaim({ charged: '350', lines: [aLine(), denied] }))).toMatchObject({ allowed: '180.00', isAllowedWorkedOut: true });
});

test('what a practice may bill above the allowed amount is the patient’s, and was not allowed', () => {
  const adjustments = [cas('PR', '45', '120'), cas('PR', '2', '80')];
  expect(claimAmounts(aClaim({ patientPart: '200', lines: [aLine({ allowed: null, adjustments })] }))).toMatchObject({
    allowed: '180.00',
    patient: '200.00',
  });
});

test('of a second payer no allowed amount is worked out', () => {
  expect(claimAmounts(aClaim({ status: '2', lines: [aLine({ allowed: null })] }))).toMatchObject({ allowed: null });
});

test('amounts below zero are a take-back’s alone, and a code is kept where it can be one', () => {
  const back = {
    charged: '-300',
    paid: '-100',
    patientPart: '-80',
    lines: [],
    adjustments: [cas('CO', '45', '-120'), cas('PR', '2', '-80')],
  };
  expect(claimAmounts(aClaim({ ...back, status: '22' }))).toMatchObject({ billed: '-300.00', paid: '-100.00' });
  expect(claimAmounts(aClaim(back))).toBe('Its amounts are below zero.');
  expect(claimAmounts(aClaim({ lines: [aLine({ allowed: '-180' })] }))).toBe('Its amounts are below zero.');
  expect(claimAmounts(aClaim({ lines: [aLine({ code: 'STRANGEWAYS' })] }))).toMatchObject({ lines: [{ code: null }] });
  const nothing = { charged: '0', paid: '0', adjustments: [] };
  const lines = Array.from({ length: 1000 }, () => aLine(nothing));
  expect(claimAmounts(aClaim({ ...nothing, patientPart: null, lines }))).toBe('It has more than 999 lines.');
});

test('a patient’s part that differs from the reasons given is said', () => {
  expect(claimAmounts(aClaim({ patientPart: '75' }))).toMatchObject({ patient: '75.00', notes: [expect.stringContaining('$80.00')] });
});

test('only what a first payer allowed of a claim tells of the next one', () => {
  expect([
    allowedShare('300.00', '187.50'),
    allowedShare('300.00', '100.00', '19'),
    allowedShare('300.00', '400.00'),
    allowedShare('300.00', '0.00'),
    allowedShare('300.00', null),
    allowedShare('300.00', '187.50', '2'),
    allowedShare('300.00', '187.50', '4'),
    allowedShare('0.00', '10.00'),
  ]).toEqual(['62.50', '33.33', '100.00', null, null, null, null, null]);
});

test('claims that tell of no payment are refused with the reason, and every status has words', () => {
  expect(['1', '2', '3', '4', '19', '20', '21', '22'].map((status) => refusalOf({ status }))).toEqual(Array(8).fill(null));
  expect(['23', '25', 'ZZ', ''].map((status) => refusalOf({ status }) === null)).toEqual([false, false, false, false]);
  expect([statusWordsOf('4'), statusWordsOf('99'), statusWordsOf('a name')]).toEqual(['Denied', 'Status 99', 'Status not known']);
});

const BILL = billOf({ controlNumber: 'PCN-7001', from: '2026-03-03', billed: '300.00' });
const summed = { billed: '300.00', allowed: '180.00', paid: '100.00', patient: '80.00', bill: BILL, rank: 1 };

test('claims of one facility are summed, and what one of them does not tell is not known of all', () => {
  const other = { ...summed, bill: null };
  const twice = { billed: '600.00', allowed: '360.00', paid: '200.00', patient: '160.00' };
  expect([sumOfClaims([summed, other]), sumOfClaims([other, other])]).toEqual([twice, twice]);
  expect(sumOfClaims([summed, { ...other, allowed: null }]).allowed).toBeNull();
});

test('one bill that goes from payer to payer is billed once, and the last payer says what is left to the patient', () => {
  const second = { ...summed, allowed: null, paid: '60.00', patient: '20.00', rank: 2 };
  const came = { billed: '300.00', allowed: '180.00', paid: '160.00', patient: '20.00' };
  expect([sumOfClaims([summed, second]), sumOfClaims([second, summed])]).toEqual([came, came]);
  expect(sumOfClaims([second])).toMatchObject({ billed: '300.00', allowed: null });
  const denied = { ...summed, allowed: null, paid: '0.00', patient: '300.00', rank: 0 };
  expect(sumOfClaims([denied, summed])).toEqual({ billed: '300.00', allowed: '180.00', paid: '100.00', patient: '80.00' });
  expect(sumOfClaims([summed, summed])).toMatchObject({ billed: '600.00' });
});

test('whose word on a bill a claim is, its status tells; without number or day it is a bill of its own', () => {
  expect(['4', '1', '19', '2', '20', '3', '21', '22', ''].map(rankOf)).toEqual([0, 1, 1, 2, 2, 3, 3, null, null]);
  expect(billOf({ controlNumber: null, from: '2026-03-03', billed: '1.00' })).toBeNull();
  expect(billOf({ controlNumber: 'PCN', from: null, billed: '1.00' })).toBeNull();
});

test('a payment is its claims less what was kept back, to the cent, or the difference is said', () => {
  const cents = fc.integer({ min: -500_000, max: 500_000 });
  const text = (value: number) => (value / 100).toFixed(2);
  fc.assert(
    fc.property(fc.array(cents), fc.array(cents), fc.constantFrom(-1, 0, 1), (paid, kept, slip) => {
      const sum = (all: number[]) => all.reduce((a, b) => a + b, 0);
      const payment = { madeOn: null, keptBack: kept.map(text), claims: paid.map((each) => ({ paid: text(each) })) };
      expect(paymentGap({ ...payment, total: text(sum(paid) - sum(kept) + slip) }) === null).toBe(slip === 0);
    }),
  );
  const one = { madeOn: '2026-03-15', keptBack: ['-5'], claims: [{ paid: '10' }] };
  expect(paymentGap({ ...one, total: '10' })).toBe(
    'The payment of 03/15/2026 is $10.00, and its claims come to $15.00 after $5.00 added for other reasons: some of them may be missing. Compare it with the payer’s paper.',
  );
  expect(paymentGap({ ...one, total: null })).toMatch(/cannot be read/);
});

const KNOWN: KnownPatient = {
  memberIds: ['XQZ-100200300', null],
  names: [{ first: 'Ottoline', last: "Quacken'bush" }],
  birthDates: ['1984-07-19'],
};
const person = (lastName: string | null, firstName: string | null, memberId: string | null, role = 'QC') => ({
  role,
  lastName,
  firstName,
  memberId,
});
const match = (people: RemittedPeople['people'], birthDate: string | null = null) => personMatcher(KNOWN)({ people, birthDate });

test('the same number and name are the same person, however payers write them', () => {
  expect(match([person('QUACKENBUSH', 'OTTOLINE', 'xqz100200300')])).toBe('same');
  expect(match([person('QUACKENBUSH', 'OTTO', 'XQZ10020030001')])).toBe('same');
  expect(match([person('QUACKENBUSH JR', 'OTTOLINE', '100200300')])).toBe('same');
  expect(match([person('QUAKENBUSH', 'OTTOLINE', 'XQZ100200300'), person('QUACKENBUSH', null, null, '74')])).toBe('same');
  expect(match([person('QUACKENBUSH', 'OTTOLINE', null)], '1984-07-19')).toBe('same');
});

test('the family’s number alone, or the name alone, is somebody to ask about', () => {
  expect(match([person('QUACKENBUSH', 'OTTOLINE', null)])).toBe('likely');
  expect(match([person(null, null, 'XQZ100200300')])).toBe('likely');
  // Sisters and brothers have the number and often the initial.
  expect(match([person('QUACKENBUSH', 'O', 'XQZ100200300')])).toBe('likely');
  expect(match([person('QUACKENBUSH', 'O', 'XQZ100200300')], '1984-07-19')).toBe('same');
});

test('another first name, another number or another birth date is somebody else', () => {
  expect(match([person('QUACKENBUSH', 'BARNABY', 'XQZ100200300')])).toBe('other');
  expect(match([person('QUACKENBUSH', 'OTTOLINE', 'ABC777888999')])).toBe('namesake');
  expect(match([person('QUACKENBUSH', 'OTTOLINE', 'XQZ100200300')], '1984-07-20')).toBe('other');
  expect(match([person('QUACKENBUSH', 'OTTOLINE', 'XQZ100200399')])).toBe('namesake');
  expect(match([person(null, null, null)])).toBe('other');
});

test('the day of the estimate lies in the claim’s days, or not, or nobody knows', () => {
  const claim = { from: '2026-03-01', to: '2026-03-05' };
  expect([
    isOnDay(claim, '2026-03-05'),
    isOnDay(claim, '2026-03-06'),
    isOnDay(claim, null),
    isOnDay({ from: null, to: null }, '2026-03-06'),
  ]).toEqual([true, false, null, null]);
});

const own = (share: string, keys: Partial<OwnClaim['keys']> = {}): OwnClaim => ({
  share,
  addedAt: new Date('2026-03-20T00:00:00Z'),
  keys: { employer: 'acme', group: '77', prefix: 'XQZ', ...keys },
});

test('own claims match as uploaded ones do, and nothing matches what is not known', () => {
  const claims = [own('50.00'), own('60.00', { group: '78' }), own('70.00', { employer: null, group: null })];
  const at = (level: 1 | 2 | 3, over: Partial<OwnClaim['keys']> = {}) =>
    ownAt(claims, { ...own('0').keys, ...over }, level).map(({ share }) => share);
  expect([at(3), at(2), at(1), at(2, { employer: null }), at(1, { prefix: null })]).toEqual([
    ['50.00'],
    ['50.00', '60.00'],
    ['50.00', '60.00', '70.00'],
    [],
    [],
  ]);
});

test('twenty own claims stand alone, and are tested against each other', () => {
  const claims = Array.from({ length: 20 }, (_, index) => own(`${40 + index}.00`));
  expect([areEnough(claims), areEnough(claims.slice(1))]).toEqual([true, false]);
  expect(backTestOwn(claims)).toMatchObject({ tested: 20 });
  expect(toCents(own('62.50').share)).toBe(6250n);
});
