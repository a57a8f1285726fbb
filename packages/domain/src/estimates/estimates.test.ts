import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addBusinessDays, businessDayBefore, businessDayFrom, isBusinessDay } from './business-days.ts';
import { calculate, type CalculationInput } from './calculate.ts';
import { fromCents, percentOf, restOfHundred, toCents } from './cents.ts';
import { estimateDue } from './due-day.ts';
import { billedAbove, facilityTotals, mayMoveEstimate } from './estimate-totals.ts';
import { backTest, heldShare, spanFor, type PastClaim } from './range.ts';

/** Federal holidays as they are observed, as a list by hand: the independent calendar of these tests. */
const OBSERVED = new Set(
  `2025-01-01 2025-01-20 2025-02-17 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-10-13 2025-11-11 2025-11-27 2025-12-25
   2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25
   2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-24 2027-12-31
   2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-10 2028-11-23 2028-12-25`.split(/\s+/),
);

const DAY_MS = 86_400_000;
const start = Date.UTC(2025, 0, 1);
const dayAt = (index: number) => new Date(start + index * DAY_MS).toISOString().slice(0, 10);
const isOpen = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !OBSERVED.has(day);
/** All days of four years, one after the other. */
const DAYS = Array.from({ length: 1460 }, (_, index) => dayAt(index));

test('a business day is one by the calendar of each of four years', () => {
  expect(DAYS.filter((day) => isBusinessDay(day) !== isOpen(day))).toEqual([]);
});

/** By walking through the list of days, counting. */
function bruteDue(scheduled: number, service: number): string | null {
  let ahead = 0;
  let end = service;
  while (!isOpen(dayAt(end))) end += 1;
  for (let at = scheduled + 1; at <= end; at += 1) if (isOpen(dayAt(at))) ahead += 1;
  if (ahead < 3) return null;
  let left = ahead >= 10 ? 3 : 1;
  let at = scheduled;
  while (left > 0) {
    at += 1;
    if (isOpen(dayAt(at))) left -= 1;
  }
  return dayAt(at);
}

test('due days hold against a walk through the calendar for 500 pairs of days', () => {
  const pairs = Array.from({ length: 500 }, (_, index) => [index * 2 + 3, index * 2 + 3 + ((index * 7) % 29)] as const);
  for (const [scheduled, service] of pairs) {
    const due = estimateDue({ scheduledOn: dayAt(scheduled), serviceOn: dayAt(service), requestedOn: null, isReplacement: false });
    expect([dayAt(scheduled), dayAt(service), due?.day ?? null]).toEqual([dayAt(scheduled), dayAt(service), bruteDue(scheduled, service)]);
  }
});

test('neither the day of scheduling counts, nor a weekend as the day of service', () => {
  const due = (scheduledOn: string, serviceOn: string) =>
    estimateDue({ scheduledOn, serviceOn, requestedOn: null, isReplacement: false })?.day ?? null;

  expect(due('2026-03-02', '2026-03-05')).toBe('2026-03-03');
  expect(due('2026-03-02', '2026-03-04')).toBeNull();
  expect(due('2026-03-05', '2026-03-08')).toBeNull();
  expect(due('2026-03-04', '2026-03-07')).toBe('2026-03-05');
  expect(due('2026-11-24', '2026-12-15')).toBe('2026-11-30');
});

test('asked for it is due in 3 business days, changed 1 before the service, and the earliest of several counts', () => {
  const none = { scheduledOn: null, serviceOn: null, requestedOn: null, isReplacement: false };
  expect(estimateDue({ ...none, requestedOn: '2026-07-01' })?.day).toBe('2026-07-07');
  expect(estimateDue({ ...none, serviceOn: '2026-07-06', isReplacement: true })?.day).toBe('2026-07-02');
  expect(estimateDue({ ...none, scheduledOn: '2026-03-02', serviceOn: '2026-03-31', requestedOn: '2026-02-27' })?.day).toBe('2026-03-04');
  expect(estimateDue(none)).toBeNull();
  expect([businessDayFrom('2026-07-03'), businessDayBefore('2026-07-06'), addBusinessDays('2026-07-02', 1)]).toEqual([
    '2026-07-06',
    '2026-07-02',
    '2026-07-06',
  ]);
});

/** In hundredths of a cent with plain integers, session by session: the second calculation. */
function plainly(input: CalculationInput) {
  const units = (text: string) => Math.round(Number(text) * 100);
  const base = Math.min(units(input.fee), units(input.allowed));
  let deductible = units(input.deductibleLeft);
  let limit = input.outOfPocketLeft === null ? Number.POSITIVE_INFINITY : units(input.outOfPocketLeft);
  let [payer, patient] = [0, 0];
  for (let session = 0; session < input.sessions; session += 1) {
    const toDeductible = Math.min(deductible, base);
    const rest = base - toDeductible;
    const pays =
      input.copay === null
        ? Math.floor((rest * (10_000 - Math.round(Number(input.share) * 100)) + 5000) / 10_000)
        : rest - Math.min(units(input.copay), rest);
    const own = Math.min(base - pays, limit);
    deductible -= Math.min(toDeductible, own);
    limit -= own;
    patient += own;
    payer += base - own;
  }
  return { payer: fromCents(BigInt(payer)), patient: fromCents(BigInt(patient)) };
}

const CASES: CalculationInput[] = Array.from({ length: 20 }, (_, index) => ({
  fee: `${200 + index * 17}.${String((index * 7) % 100).padStart(2, '0')}`,
  allowed: `${150 + index * 23}.35`,
  sessions: 1 + ((index * 3) % 12),
  share: index % 4 === 0 ? null : `${(index * 5) % 60}.5`,
  copay: index % 4 === 0 ? `${20 + index}.00` : null,
  deductibleLeft: `${(index * 130) % 900}.00`,
  outOfPocketLeft: index % 3 === 0 ? null : `${500 + index * 40}.00`,
}));

test.each(CASES)('$sessions sessions at $fee with $allowed allowed come to what a second calculation finds', (input) => {
  const { payer_pays: payer, patient_pays: patient } = calculate(input);
  expect({ payer, patient }).toEqual(plainly(input));
});

test('the three cases of the deductible come out as the arithmetic has them', () => {
  const input = { fee: '200.00', allowed: '150.00', sessions: 4, share: '40', copay: null, outOfPocketLeft: null };
  expect(calculate({ ...input, sessions: 1, deductibleLeft: '500.00' })).toMatchObject({
    payer_pays: '0.00',
    patient_pays: '150.00',
    payments_begin_after: null,
  });
  expect(calculate({ ...input, sessions: 1, deductibleLeft: '50.00' })).toMatchObject({
    payer_pays: '60.00',
    patient_pays: '90.00',
    payments_begin_after: 0,
  });
  expect(calculate({ ...input, sessions: 1, deductibleLeft: '0' })).toMatchObject({
    payer_pays: '90.00',
    patient_pays: '60.00',
    above_allowed: '50.00',
  });
  const course = calculate({ ...input, sessions: 6, deductibleLeft: '600.00' });
  expect([course.payments_begin_after, course.payer_pays]).toEqual([4, '180.00']);
  expect(course.steps).toContain('$600.00 of the deductible is left: payments begin after about 4 sessions.');
});

test('the patient’s side stops at the out-of-pocket limit, and the plan pays the whole base after it', () => {
  const result = calculate({
    fee: '100.00',
    allowed: '100.00',
    sessions: 5,
    share: '50',
    copay: null,
    deductibleLeft: '100.00',
    outOfPocketLeft: '175.00',
  });
  expect(result).toMatchObject({ patient_pays: '175.00', payer_pays: '325.00', limit_reached_in: 3 });
  expect(result.sessions.map(({ patient_pays: own }) => own)).toEqual(['100.00', '50.00', '25.00', '0.00', '0.00']);
});

const money = fc.integer({ min: 0, max: 200_000 }).map((cents) => fromCents(BigInt(cents)));
const inputs = fc.record({
  fee: money,
  allowed: money,
  sessions: fc.integer({ min: 1, max: 20 }),
  share: fc.integer({ min: 0, max: 100 }).map(String),
  copay: fc.option(money),
  deductibleLeft: money,
  outOfPocketLeft: fc.option(money),
});

test('whatever the numbers, both sides add up to the base, and the patient never pays more than the limit', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const result = calculate(input);
      const whole = toCents(result.base) * BigInt(input.sessions);
      expect(toCents(result.payer_pays) + toCents(result.patient_pays)).toBe(whole);
      const most = input.outOfPocketLeft === null ? whole : toCents(input.outOfPocketLeft);
      expect(toCents(result.patient_pays) <= most).toBe(true);
      expect(result.sessions.at(-1)?.deductible_left.startsWith('-')).toBe(false);
    }),
  );
});

test('shares are exact and a half of a cent rounds up', () => {
  expect([percentOf(10_001n, '50'), percentOf(333n, '33.3333'), restOfHundred('37.5'), restOfHundred('100')]).toEqual([
    5001n,
    111n,
    '62.5',
    '0',
  ]);
  expect([toCents('1,250.5'), fromCents(5n), fromCents(-120n)]).toEqual([125_050n, '0.05', '-1.20']);
});

const line = (charge: string, quantity: number, provider_id: string | null = null) => ({
  service: 'Therapy',
  code: null,
  code_type: null,
  diagnosis: null,
  quantity,
  charge,
  provider_id,
});

test('a bill 400 dollars above is warned of by facility, one below is not', () => {
  const lines = [line('150.00', 10), line('75.00', 2, 'b')];
  expect(facilityTotals(lines, 'a')).toEqual([
    { providerId: 'a', charges: '1500.00' },
    { providerId: 'b', charges: '150.00' },
  ]);
  const bill = (provider_id: string, billed: string) => ({ provider_id, billed });
  expect(billedAbove(lines, 'a', [bill('a', '1899.99'), bill('b', '550.00')])).toEqual([
    { providerId: 'b', estimated: '150.00', billed: '550.00', above: '400.00' },
  ]);
  expect(billedAbove(lines, 'a', [bill('a', '1000.00'), bill('a', '900.00')])).toHaveLength(1);
});

test('an estimate goes from draft to handed over to settled, and ends where another replaces it', () => {
  expect([mayMoveEstimate('draft', 'delivered'), mayMoveEstimate('draft', 'settled'), mayMoveEstimate('settled', 'draft')]).toEqual([
    true,
    false,
    false,
  ]);
});

const claim = (value: number, over: Partial<PastClaim> = {}): PastClaim => ({ employer: 'acme', group: '1', prefix: null, value, ...over });

test('20 claims give a middle half, 5 give lowest to highest, fewer give no number', () => {
  expect([4, 5, 19, 20].map(spanFor)).toEqual(['too-few', 'lowest-highest', 'lowest-highest', 'p25-p75']);
});

/** Each claim left out in turn, the others sorted anew: slow and plain. */
function plainBackTest(values: readonly number[]): number {
  return values.filter((value, index) => {
    const others = values.filter((_, at) => at !== index).toSorted((a, b) => a - b);
    const at = (quarters: number) => others[Math.ceil((quarters * others.length) / 4) - 1] ?? Number.NaN;
    const [low, high] = others.length >= 20 ? [at(1), at(3)] : [others[0] ?? 0, others.at(-1) ?? 0];
    return value >= low && value <= high;
  }).length;
}

test('leaving each claim out finds the same as doing it one at a time', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 6, maxLength: 60 }), (values) => {
      expect(backTest(values.map((value) => claim(value)))).toEqual({ tested: values.length, held: plainBackTest(values) });
    }),
  );
});

test('on 200,000 made claims the middle half holds for about half of them', () => {
  let seed = 7;
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const claims = Array.from({ length: 200_000 }, (_, index) =>
    claim(Math.round((next() + next() + next()) * 333_333), { employer: `employer ${index % 400}`, group: String(index % 800) }),
  );
  const share = Number(heldShare(backTest(claims)));
  expect(share).toBeGreaterThanOrEqual(45);
  expect(share).toBeLessThanOrEqual(55);
});

test('a claim is held against its most exact match that others share', () => {
  const exact = Array.from({ length: 25 }, () => claim(500_000));
  const sameEmployer = Array.from({ length: 3 }, (_, index) => claim(900_000, { group: `other ${index}` }));
  expect(backTest([...exact, ...sameEmployer]).tested).toBe(28);
  expect(backTest([claim(1), claim(2, { employer: null, group: null })])).toEqual({ tested: 0, held: 0 });
  expect(heldShare({ tested: 0, held: 0 })).toBeNull();
});
