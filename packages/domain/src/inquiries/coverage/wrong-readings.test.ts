/** Fourteen ways in which public programs are known to misread an answer (product.md 10.10). None of them may happen here. */
import { expect, test } from 'vitest';
import {
  anAnswer,
  aLine,
  anEntity,
  answerOf,
  aPerson,
  aPlan,
  CALENDAR_YEAR,
  IND,
  MENTAL_HEALTH,
  REMAINING,
  VISIT,
} from '../../../test/answers.ts';
import { localDay } from '../calendar-day.ts';
import { afterSubmit } from '../inquiry-status.ts';
import { recordWarnings } from '../record-warnings.ts';
import { explainRemoteErrors } from '../remote-errors.ts';
import { memberPrefix } from '../../payers/member-prefix.ts';
import { amountText } from './amounts.ts';
import { answerSentence } from './answer-sentence.ts';
import { matchesNetwork } from './benefit-filter.ts';
import { levelsOfCare } from './level-of-care.ts';
import { kindLabel, readKind } from './line-kind.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { AnswerLine } from './payer-answer.ts';
import { CURRENT, statusTone } from './status-tone.ts';

const benefitsOf = (...lines: AnswerLine[]) =>
  normalizeCoverage(answerOf(...lines)).plans.flatMap((plan) => plan.benefit_groups.flatMap((group) => group.benefits));

test('1. co-insurance and co-payment are not swapped, and status 3 is active', () => {
  expect(
    benefitsOf(aLine({ kind: 'A', percent: '20' }), aLine({ kind: 'B', amount: '25' })).map((benefit) => [
      benefit.type_code,
      benefit.amount_code,
    ]),
  ).toEqual([
    ['B', 'coPayment'],
    ['A', 'coInsurance'],
  ]);
  expect(statusTone('3')).toBe('success');
});

test('2. letters N to Y are not shifted by one', () => {
  expect(['N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y'].map(kindLabel)).toEqual([
    'Services Restricted to Following Provider',
    'Not Deemed a Medical Necessity',
    'Benefit Disclaimer',
    'Second Surgical Opinion Required',
    'Other or Additional Payor',
    'Prior Year(s) History',
    'Card(s) Reported Lost/Stolen',
    'Contact Following Entity for Eligibility or Benefit Information',
    'Cannot Process',
    'Other Source of Data',
    'Health Care Facility',
    'Spend Down',
  ]);
});

test('3. the period codes are not shifted by two: 27 is a visit, 29 is what remains', () => {
  const [perVisit] = benefitsOf(aLine({ kind: 'C', level: IND, amount: '40', period: { code: '27', text: null } }));
  expect(perVisit).toMatchObject({ period: 'Visit', remaining: null });
  const [left] = benefitsOf(aLine({ kind: 'C', level: IND, amount: '40', period: { code: '29', text: null } }));
  expect(left).toMatchObject({ period: 'Remaining', remaining: '40.00', total: null });
});

test('4. a missing amount is not zero', () => {
  const [benefit] = benefitsOf(aLine({ kind: 'B' }));
  expect(benefit?.amount).toBeNull();
  expect(amountText({ amount: benefit?.amount ?? null, unit: benefit?.unit ?? null })).toBe('not stated');
});

test('5. a network that applies to both or is unknown is not "out"', () => {
  const [both, unknown] = ['both', 'unknown'].map(
    (network) => benefitsOf(aLine({ kind: 'B', amount: '5', network: network === 'both' ? 'both' : 'unknown' }))[0],
  );
  expect([both?.network_code, unknown?.network_code]).toEqual(['notApplicableNetwork', 'noNetwork']);
  expect(matchesNetwork('notApplicableNetwork', ['inNetwork'])).toBe(true);
  expect(matchesNetwork('noNetwork', ['outOfNetwork'])).toBe(false);
});

test('6. the first calendar-year deductible is not taken whatever its service', () => {
  const dental = { code: '35', text: 'Dental Care' };
  const coverage = normalizeCoverage(
    answerOf(
      aLine({ kind: 'C', service: dental, level: IND, network: 'in', amount: '50', period: CALENDAR_YEAR }),
      aLine({ kind: 'C', level: IND, network: 'in', amount: '1500', period: CALENDAR_YEAR }),
      aLine({ kind: 'C', level: IND, network: 'in', amount: '300', period: REMAINING }),
    ),
  );
  const outpatient = coverage.plan && levelsOfCare({ coverage, plan: coverage.plan }).at(-1);
  expect(outpatient?.in.deductible.lines.map((line) => [line.level_code, line.total])).toEqual([['IND', '1500.00']]);
});

test('7. a benefit line with a related entity keeps its benefit and its entity', () => {
  const entities = [anEntity({ name: 'Cedar Ridge Partners' })];
  const [benefit] = benefitsOf(aLine({ kind: 'B', service: MENTAL_HEALTH, amount: '25', entities }));
  expect(benefit).toMatchObject({ amount: '25.00', contacts: [{ name: 'Cedar Ridge Partners' }] });
});

test('8. the telehealth copay is not overwritten by the office copay', () => {
  const copay = { kind: 'B', service: MENTAL_HEALTH, network: 'in', period: VISIT } as const;
  const benefits = benefitsOf(
    aLine({ ...copay, amount: '0', placeOfService: { code: '02', text: 'Telehealth' } }),
    aLine({ ...copay, amount: '40', placeOfService: { code: '11', text: 'Office' } }),
  );
  expect(benefits.map((benefit) => [benefit.place_of_service, benefit.amount])).toEqual([
    ['Telehealth', '0.00'],
    ['Office', '40.00'],
  ]);
});

test('9. not only the first plan is kept', () => {
  const plans = [aPlan({ name: 'One' }), aPlan({ name: 'Two', status: { code: '1', text: 'Active' } })];
  const coverage = normalizeCoverage(anAnswer({ plans, lines: [aLine({ plan: 1, kind: 'B', amount: '10' })] }));
  expect(coverage.plans.map((plan) => [plan.name, plan.benefit_groups.length])).toEqual([
    ['One', 0],
    ['Two', 1],
  ]);
});

test('10. a refusal that travels in a successful reply is not a success, and nobody is called inactive', () => {
  expect(afterSubmit('error')).toBe('stay');
  const [reason] = explainRemoteErrors({ subscriber_75: 'Subscriber/Insured Not Found' });
  expect(reason?.help).not.toMatch(/inactive|not covered/i);
});

test('11. the day is that of the practice, not of UTC', () => {
  expect(localDay(new Date('2026-07-01T05:30:00Z'), 'America/Los_Angeles')).toBe('2026-06-30');
});

test('12. 999,999.99 is not shown as a cap', () => {
  const [benefit] = benefitsOf(aLine({ kind: 'G', level: IND, amount: '999999.99', period: CALENDAR_YEAR }));
  expect(benefit).toMatchObject({ no_limit: true, amount: '999999.99' });
  expect(amountText(benefit ?? { amount: null, unit: null })).toBe('no limit (payer sent $999,999.99)');
});

test('13. the Blue prefix, of letters or digits, is part of the member id, and federal employees have none', () => {
  const coverage = normalizeCoverage(anAnswer({ patient: { ...aPerson({ memberId: '3X2100200300' }), relationship: null } }));
  expect(coverage.patient?.member_id).toBe('3X2100200300');
  expect(recordWarnings({ memberId: '100200300' }, coverage)).toHaveLength(1);
  expect(['xyz123456789', '3X2100200300', 'R12345678'].map(memberPrefix)).toEqual(['XYZ', '3X2', null]);
});

test('14. "active" is not read as a promise to pay', () => {
  const coverage = normalizeCoverage(anAnswer({ plans: [aPlan({ name: 'Gold', status: { code: '1', text: 'Active Coverage' } })] }));
  expect(answerSentence(coverage, '2026-11-20', CURRENT)).not.toMatch(/will pay|guarantee|covered in full|approved/i);
  expect(readKind({ kind: '1', kindText: null, entities: [] })?.label).toBe('Active Coverage');
});
