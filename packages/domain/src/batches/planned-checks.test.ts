import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { addDays } from '../inquiries/calendar-day.ts';
import { planChecks, type KnownPerson, type PlannedRule } from './planned-checks.ts';

const EVERYBODY = { payers: [], insurance_types: [], tags: [], with_appointment: false, active_within_days: null };
const TODAY = '2026-11-24';
const DAYS = { from: TODAY, until: addDays(TODAY, 29) };

const aRule = (over: Partial<PlannedRule> = {}): PlannedRule => ({
  id: 'rule',
  name: 'Rule',
  who: EVERYBODY,
  when: { kind: 'monthly', day: 1 },
  leftIn: () => 1000,
  reuseDays: 1,
  since: TODAY,
  ...over,
});
const aPerson = (over: Partial<KnownPerson> = {}): KnownPerson => ({
  key: 'person',
  inquiryId: 'inquiry',
  payerId: 'payer',
  checkedOn: '2026-10-01',
  plannedOn: null,
  plan: null,
  visits: [],
  tags: [],
  ...over,
});
const planOf = (over: Partial<Plan>) =>
  ({
    status_code: '1',
    plan_start: null,
    plan_end: null,
    coverage_start: null,
    coverage_end: null,
    premium_paid_to_end_date: null,
    insurance_type: null,
    dates: [],
    benefit_groups: [],
    ...over,
  }) as unknown as KnownPerson['plan'];
const daysOf = (rule: PlannedRule, person: KnownPerson) => planChecks([rule], [person], DAYS).map(({ day }) => day);

test('each kind of rule names its days', () => {
  expect(daysOf(aRule(), aPerson())).toEqual(['2026-12-01']);
  expect(daysOf(aRule({ when: { kind: 'before_appointment', days: 3 } }), aPerson({ visits: ['2026-12-10', '2027-03-01'] }))).toEqual([
    '2026-12-07',
  ]);
  expect(daysOf(aRule({ when: { kind: 'before_appointment', days: 5 } }), aPerson({ visits: ['2026-11-26'] }))).toEqual([TODAY]);
  expect(daysOf(aRule({ when: { kind: 'plan_year' } }), aPerson({ plan: planOf({ plan_start: '2025-12-15' }) }))).toEqual(['2026-12-15']);
});

test('watching looks after premiums, ends, Medicaid and visits, and may come within a week', () => {
  const watch = aRule({ when: { kind: 'watch' } });
  expect(daysOf(watch, aPerson({ plan: planOf({ premium_paid_to_end_date: '2026-11-30' }) }))).toEqual(['2026-12-01']);
  expect(daysOf(watch, aPerson({ plan: planOf({ coverage_end: '2026-12-10' }) }))).toEqual(['2026-11-26', '2026-12-08', '2026-12-11']);
  expect(daysOf(watch, aPerson({ checkedOn: '2026-11-22', plan: planOf({ status_code: '5' }) }))).toEqual([
    '2026-11-29',
    '2026-12-06',
    '2026-12-13',
    '2026-12-20',
  ]);
  expect(daysOf(watch, aPerson({ checkedOn: '2026-11-05', plan: planOf({ insurance_type: 'Medicaid' }) }))).toEqual(['2026-12-05']);
  expect(daysOf(watch, aPerson({ visits: ['2026-11-01'] }))).toEqual(['2026-12-01']);
});

test('nobody who was checked within a week is checked again, and a rule means only whom it names', () => {
  expect(daysOf(aRule({ when: { kind: 'monthly', day: 26 } }), aPerson({ checkedOn: '2026-11-22' }))).toEqual([]);
  expect(daysOf(aRule({ who: { ...EVERYBODY, payers: ['other'] } }), aPerson())).toEqual([]);
  expect(daysOf(aRule({ who: { ...EVERYBODY, with_appointment: true } }), aPerson())).toEqual([]);
  expect(daysOf(aRule({ who: { ...EVERYBODY, active_within_days: 30 } }), aPerson())).toEqual([]);
});

test('COBRA ends and the half years of Medicaid are watched, whatever their days', () => {
  const watch = aRule({ when: { kind: 'watch' } });
  const cobra = { label: 'COBRA End', text: '12/10/2026', from: '2026-12-10', to: null };
  expect(daysOf(watch, aPerson({ plan: planOf({ dates: [cobra] }) }))).toEqual(['2026-11-26', '2026-12-08', '2026-12-11']);
  const medicaid = (coverageStart: string) => planOf({ insurance_type: 'Medicaid', coverage_start: coverageStart });
  expect(daysOf(watch, aPerson({ checkedOn: '2026-11-20', plan: medicaid('2026-06-15') }))).toEqual(['2026-12-15', '2026-12-20']);
  expect(daysOf(watch, aPerson({ checkedOn: '2026-08-15', plan: medicaid('2026-08-31') }))).toEqual(['2026-12-15']);
  for (const odd of ['0000-01-01', '9999-12-31', '2024-02-29'])
    expect(
      daysOf(
        watch,
        aPerson({
          plan: planOf({ insurance_type: 'Medicaid', coverage_start: odd, coverage_end: odd, premium_paid_to_end_date: odd }),
          visits: [odd],
        }),
      ),
    ).toEqual(['2026-12-01']);
});

test('kinds of insurance are named by codes and told in words', () => {
  const rule = aRule({ who: { ...EVERYBODY, insurance_types: ['MC', 'PR'] } });
  expect(daysOf(rule, aPerson({ plan: planOf({ insurance_type: 'Preferred Provider Organization (PPO)' }) }))).toEqual(['2026-12-01']);
  expect(daysOf(rule, aPerson({ plan: planOf({ insurance_type: 'Health Maintenance Organization (HMO)' }) }))).toEqual([]);
  expect(daysOf(rule, aPerson())).toEqual([]);
});

test('an answer that is reused, and whoever a plan has taken up meanwhile, is not asked about again', () => {
  expect(daysOf(aRule({ reuseDays: 30 }), aPerson({ checkedOn: '2026-11-10' }))).toEqual([]);
  expect(daysOf(aRule(), aPerson({ checkedOn: '2026-11-10' }))).toEqual(['2026-12-01']);
  expect(daysOf(aRule(), aPerson({ plannedOn: '2026-11-28' }))).toEqual([]);
});

test('a rule plans nothing for days before it was on', () => {
  expect(daysOf(aRule({ when: { kind: 'monthly', day: 24 }, since: addDays(TODAY, 1) }), aPerson())).toEqual([]);
});

test('an appointment is checked once, on whatever days the rule runs, as the preview of that time says', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 0, max: 25 }), fc.nat(40), (days, inDays, ago) => {
      const rule = aRule({ when: { kind: 'before_appointment', days } });
      const person = aPerson({ visits: [addDays(TODAY, inDays)], checkedOn: addDays(TODAY, -ago) });
      const ran: string[] = [];
      for (let day = TODAY; day <= DAYS.until; day = addDays(day, 1)) {
        const known = { ...person, plannedOn: ran.at(-1) ?? null };
        ran.push(...planChecks([{ ...rule, since: day }], [known], { from: day, until: day }).map((check) => check.day));
      }
      expect(ran).toEqual(daysOf(rule, person));
      expect(ran.length).toBeLessThanOrEqual(1);
    }),
  );
});

test('whatever the people and rules, a budget is never passed and no week holds two checks of one person', () => {
  const person = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), ago: fc.nat(60) });
  fc.assert(
    fc.property(
      fc.uniqueArray(person, { selector: ({ key }) => key }),
      fc.array(fc.integer({ min: 1, max: 28 }), { maxLength: 4 }),
      fc.nat(5),
      (known, on, budget) => {
        const people = known.map(({ key, ago }) => aPerson({ key, checkedOn: addDays(TODAY, -ago) }));
        const rules = on.map((day, at) => aRule({ id: `rule${at}`, when: { kind: 'monthly', day }, leftIn: () => budget }));

        const asked = planChecks(rules, people, DAYS).filter(({ isHeldBack }) => !isHeldBack);

        for (const { id } of rules)
          for (const month of ['2026-11', '2026-12'])
            expect(asked.filter(({ rule, day }) => rule.id === id && day.startsWith(month)).length).toBeLessThanOrEqual(budget);
        for (const { key, checkedOn } of people) {
          const days = [checkedOn, ...asked.filter((one) => one.person.key === key).map(({ day }) => day)];
          expect(days.slice(1).every((day, at) => day >= addDays(days[at] ?? '', 7))).toBe(true);
        }
      },
    ),
  );
});
