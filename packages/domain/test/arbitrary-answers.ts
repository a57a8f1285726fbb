/** Random payer answers for property tests: known and unknown codes, missing values, repeated lines, several plans. */
import * as fc from 'fast-check';
import type { AnswerLine, PayerAnswer } from '../src/inquiries/coverage/payer-answer.ts';
import { aDate, aLine, anAnswer, anEntity, aPlan } from './answers.ts';

const KNOWN_KINDS = '0 1 2 3 4 5 6 7 8 A B C CB D E F G H I J K L M MC N O P Q R S T U V W X Y'.split(' ');

const coded = (codes: string[]) => fc.option(fc.constantFrom(...codes).map((code) => ({ code, text: `word ${code}` })));
const money = fc.option(fc.constantFrom('0', '25', '1714.5', '500', '120', '999999.99', '0.05'), { freq: 2 });
const texts = fc.array(fc.constantFrom('TELEHEALTH', 'OFFICE VISIT', 'Call first', 'Tier 1'), { maxLength: 3 });
const dates = fc.array(
  fc.constantFrom(
    aDate({ qualifier: '348', label: 'Benefit begin', from: '2026-01-01' }),
    aDate({ qualifier: '349', label: 'Benefit end', to: '2026-12-31' }),
    aDate({ qualifier: '346', label: 'Plan begin', from: '2026-02-01' }),
    aDate({ qualifier: 'ZZ', label: 'Odd date', text: 'sometime' }),
  ),
  { maxLength: 2 },
);
const entities = fc.array(
  fc.constantFrom(
    anEntity({ name: 'Cedar Behavioral', contacts: [{ name: null, info: [{ label: 'Phone', value: '8005550100' }] }] }),
    anEntity({ name: 'Old Plan', primary: true, memberId: 'X1' }),
  ),
  { maxLength: 2 },
);

const lineParts = (kinds: string[]): fc.Arbitrary<Partial<AnswerLine>> =>
  fc.record({
    plan: fc.integer({ min: 0, max: 2 }),
    kind: fc.constantFrom(...kinds),
    service: coded(['30', 'MH', 'A6', '98', 'ZZ', 'BB']),
    network: fc.constantFrom('in', 'out', 'both', 'unknown', 'not-stated'),
    level: coded(['IND', 'FAM', 'EMP', 'QQ']),
    insuranceType: coded(['PR', 'HM']),
    planName: fc.option(fc.constant('Gold')),
    amount: money,
    percent: fc.option(fc.constantFrom('0', '20', '12.5')),
    period: coded(['23', '24', '25', '29', '32', '33', '27', '99']),
    total: money,
    totalPeriod: coded(['23', '32']),
    remaining: money,
    remainingPeriod: coded(['29', '33', '23']),
    quantity: fc.option(fc.constantFrom('30', '12').map((value) => ({ value, qualifier: { code: 'VS', text: 'Visits' } }))),
    authorization: fc.constantFrom('yes', 'no', 'unknown', 'not-stated'),
    placeOfService: coded(['11', '02']),
    dates,
    texts,
    entities,
    facts: fc.array(fc.constant({ label: 'Reference', value: '778899' }), { maxLength: 1 }),
  });

/** Lines of all kinds that have a meaning, or only of `kinds`. */
export function arbitraryAnswer(kinds: string[] = [...KNOWN_KINDS, '', 'ZQ', '9']): fc.Arbitrary<PayerAnswer> {
  return fc.array(lineParts(kinds), { maxLength: 40 }).map((parts) =>
    anAnswer({
      plans: [aPlan({ name: 'Gold' }), aPlan({ name: 'Silver', status: { code: '6', text: 'Inactive' } })],
      lines: parts.map((part, index) => aLine({ ...part, id: `l${index}` })),
    }),
  );
}

export const ARBITRARY_KNOWN_KINDS = KNOWN_KINDS;

const CARE_WORDS = [
  'INPATIENT FACILITY',
  'OUTPATIENT',
  'Office visit',
  'RESIDENTIAL',
  'INTENSIVE OUTPATIENT',
  'DETOX',
  'PRIOR AUTHORIZATION REQUIRED',
];
const PLACES = [
  { code: '11', text: 'Office' },
  { code: '10', text: "Telehealth Provided in Patient's Home" },
  { code: '21', text: null },
  { code: '51', text: 'Inpatient Psychiatric Facility' },
  { code: '52', text: 'Psychiatric Facility-Partial Hospitalization' },
];

/** Answers about behavioural services of every level of care, with words and places that tell a setting. */
export function arbitraryCareAnswer(): fc.Arbitrary<PayerAnswer> {
  const services = ['30', 'CI', 'AI', '48', 'RT', 'A5', 'CG', 'BB', 'CH', 'CJ', 'A8', 'CF', 'A6', 'MH', '98'];
  const part = fc
    .tuple(
      lineParts(['1', '6', 'A', 'B', 'C', 'G', 'I', 'E', 'F', 'CB', 'U']),
      coded(services),
      fc.option(fc.constantFrom(...PLACES)),
      fc.array(fc.constantFrom(...CARE_WORDS), { maxLength: 2 }),
    )
    .map(([line, service, placeOfService, words]) => ({
      ...line,
      service,
      placeOfService,
      texts: words,
      // Another company on every second line would leave nothing to look at.
      entities: line.kind === 'U' ? line.entities : [],
    }));
  return fc.tuple(fc.array(part, { maxLength: 24 }), fc.subarray(['30', 'MH', 'RT'])).map(([parts, askedServiceTypes]) =>
    anAnswer({
      plans: [aPlan({ name: 'Gold' }), aPlan({ name: 'Silver' })],
      lines: parts.map((line, index) => aLine({ ...line, id: `l${index}` })),
      askedServiceTypes,
    }),
  );
}
