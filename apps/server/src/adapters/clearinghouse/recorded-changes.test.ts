/**
 * The smallest changes of whole files of payers, in every place where they are possible: each makes its one code and no other
 * (docs/product.md 18.4). The table of all codes is in what-changed.test.ts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { ChangeCode } from '@coverlight/contract/persons/changes.schema.ts';
import { compareCoverages } from '@coverlight/domain/changes/compare-coverages.ts';
import { expect, test } from 'vitest';
import { mapAvailityCoverage } from './availity/availity.mapper.ts';
import { AFTER, answerOf271, BEFORE, compared } from '../../../test/compared-answers.ts';

type Segments = readonly string[];
interface Mutation {
  name: string;
  code: ChangeCode;
  /** Every way to make it in a file; none where it is not possible. */
  of: (file: Segments) => Segments[];
}

const parts = (segment: string) => segment.split('*');
const at = (segment: string, place: number) => parts(segment)[place] ?? '';
const isBenefit = (segment: string, kinds: string) => segment.startsWith('EB*') && at(segment, 1) !== '' && kinds.includes(at(segment, 1));
const isOfPlan = (segment: string) => isBenefit(segment, '1') && at(segment, 3) === '30';
function put(segment: string, place: number, value: string): string {
  const elements = parts(segment);
  while (elements.length <= place) elements.push('');
  elements[place] = value;
  return elements.join('*').replace(/\*+$/, '');
}

/** One at a time, wherever it fits. */
const each = (fits: (segment: string) => boolean, edit: (segment: string) => string) => (file: Segments) =>
  file.flatMap((segment, place) => (fits(segment) ? [file.with(place, edit(segment))] : []));
const first = (fits: (segment: string) => boolean, edit: (segment: string) => string) => (file: Segments) => {
  const place = file.findIndex(fits);
  return place < 0 ? [] : [file.with(place, edit(file[place] ?? ''))];
};
/** Behind the last line, as one more. */
const added =
  (...segments: string[]) =>
  (file: Segments) =>
    file.some(isOfPlan)
      ? [
          file.toSpliced(
            file.findIndex((segment) => segment.startsWith('SE*')),
            0,
            ...segments,
          ),
        ]
      : [];
/** Beside the first plan. */
const beside = (segment: string) => (file: Segments) => {
  const plan = file.findIndex(isOfPlan);
  const next = file.findIndex((other, place) => place > plan && !/^(?:REF|HSD)\*/.test(other));
  return plan < 0 ? [] : [file.toSpliced(next, 0, segment)];
};
const party = (role: string) => ['LS*2120', `NM1*${role}*2*JUNIPER MUTUAL`, 'LE*2120'];
const raised = (place: number, by: number) => (segment: string) => put(segment, place, String(Number(at(segment, place)) + by));
const isTotal = (segment: string) => /^2[2356]$/.test(at(segment, 6)) && Number(at(segment, 7)) > 0;
const isLeft = (segment: string) => at(segment, 6) === '29' && Number(at(segment, 7)) > 1;
const isVisitsLeft = (segment: string) => isBenefit(segment, 'F') && at(segment, 6) === '29' && Number(at(segment, 10)) > 1;

const MUTATIONS: Mutation[] = [
  { name: 'the plan ends as EB01 6', code: 'became-inactive', of: first(isOfPlan, (segment) => put(segment, 1, '6')) },
  { name: 'another payer', code: 'other-payer-appeared', of: added('EB*R**30', ...party('PR')) },
  { name: 'another payer with its type', code: 'other-payer-appeared', of: added('EB*R**30*C1*JUNIPER CHOICE', ...party('SEP')) },
  { name: 'a primary payer', code: 'other-payer-now-primary', of: added('EB*R**30', ...party('PRP')) },
  { name: 'Medicare risk as type', code: 'medicare-advantage-appeared', of: added('EB*R**30*HN*JUNIPER SENIOR', ...party('PR')) },
  {
    name: 'Medicare Advantage as text',
    code: 'medicare-advantage-appeared',
    of: added('EB*R**30', 'MSG*MEDICARE ADVANTAGE PLAN', ...party('PR')),
  },
  { name: 'another company for mental health', code: 'carve-out-appeared', of: added('EB*U**MH', ...party('PR')) },
  {
    name: 'another member id',
    code: 'member-id-changed',
    of: first(
      (segment) => segment.startsWith('NM1*IL'),
      (segment) => put(segment, 9, 'ZZZ9'),
    ),
  },
  {
    name: 'another birth date',
    code: 'identity-corrected',
    of: first(
      (segment) => segment.startsWith('DMG*'),
      (segment) => put(segment, 2, '19840721'),
    ),
  },
  {
    name: 'a service inactive',
    code: 'now-not-covered',
    of: each(
      (segment) => isBenefit(segment, '1') && !isOfPlan(segment),
      (segment) => put(segment, 1, '6'),
    ),
  },
  {
    name: 'a service not covered',
    code: 'now-not-covered',
    of: each(
      (segment) => isBenefit(segment, '1') && !isOfPlan(segment),
      (segment) => put(segment, 1, 'I'),
    ),
  },
  {
    name: 'authorization',
    code: 'authorization-now-required',
    of: each(
      (segment) => isBenefit(segment, 'AB') && !'YU'.includes(at(segment, 11) || '-'),
      (segment) => put(segment, 11, 'Y'),
    ),
  },
  {
    name: 'authorization no more',
    code: 'authorization-no-longer',
    of: each(
      (segment) => isBenefit(segment, 'ABCFG') && at(segment, 11) === 'Y',
      (segment) => put(segment, 11, 'N'),
    ),
  },
  { name: 'visits used up', code: 'limit-exhausted', of: each(isVisitsLeft, (segment) => put(segment, 10, '0')) },
  { name: 'a visit used', code: 'accumulated', of: each(isVisitsLeft, raised(10, -1)) },
  { name: 'a visit given back', code: 'went-backwards', of: each(isVisitsLeft, raised(10, 1)) },
  { name: 'copayment', code: 'copay-changed', of: each((segment) => isBenefit(segment, 'B') && at(segment, 7) !== '', raised(7, 11)) },
  {
    name: 'coinsurance',
    code: 'coinsurance-changed',
    of: each((segment) => isBenefit(segment, 'A') && at(segment, 8) !== '', raised(8, 0.05)),
  },
  {
    name: 'deductible',
    code: 'deductible-total-changed',
    of: each((segment) => isBenefit(segment, 'C') && isTotal(segment), raised(7, 100)),
  },
  {
    name: 'out-of-pocket',
    code: 'out-of-pocket-total-changed',
    of: each((segment) => isBenefit(segment, 'G') && isTotal(segment), raised(7, 100)),
  },
  { name: 'deductible used', code: 'accumulated', of: each((segment) => isBenefit(segment, 'CG') && isLeft(segment), raised(7, -1)) },
  {
    name: 'deductible met',
    code: 'deductible-met',
    of: each(
      (segment) => isBenefit(segment, 'C') && isLeft(segment),
      (segment) => put(segment, 7, '0'),
    ),
  },
  {
    name: 'out-of-pocket met',
    code: 'out-of-pocket-met',
    of: each(
      (segment) => isBenefit(segment, 'G') && isLeft(segment),
      (segment) => put(segment, 7, '0'),
    ),
  },
  { name: 'a date of death', code: 'deceased', of: beside('DTP*442*D8*20260301') },
  {
    name: 'another group',
    code: 'group-changed',
    of: first(
      (segment) => /^REF\*6P\*./.test(segment),
      (segment) => put(segment, 2, '999000'),
    ),
  },
  {
    name: 'another network',
    code: 'network-name-changed',
    of: first(
      (segment) => /^REF\*N6\*./.test(segment),
      (segment) => put(segment, 3, 'NARROW'),
    ),
  },
  { name: 'a copayment more', code: 'no-longer-silent', of: added('EB*B*IND*UC***27*77*****N') },
  { name: 'a plan called inactive, too', code: 'contradiction-began', of: added('EB*6**30') },
  {
    name: 'a text',
    code: 'words-only',
    of: each(
      (segment) => segment.startsWith('MSG*'),
      (segment) => `${segment} QUITE SO`,
    ),
  },
];

const RECORDED = new URL('../../../../../packages/domain/test/recorded/', import.meta.url);
/** Ends within days of the second answer: that is told whatever else changes. */
const FILES = readdirSync(RECORDED).filter((name) => name.endsWith('.271') && name !== 'somebody-else.271');
const segmentsOf = (name: string): Segments =>
  readFileSync(new URL(name, RECORDED), 'latin1')
    .split('~')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '');
const answered = (file: Segments, day: string) => compared(answerOf271(file.map((segment) => `${segment}~`).join('')), 'x12', day);

/** What a file says already, or says of itself: there the change means something else. */
const NOT_IN: Readonly<Partial<Record<string, readonly string[]>>> = {
  // Its texts name Medicare Advantage.
  'Medicare risk as type': ['texts-tell.271'],
  'Medicare Advantage as text': ['texts-tell.271'],
  // Inactive for adults and active for children.
  'a service not covered': ['no-plan-lines.271'],
};

test.each(MUTATIONS)('$name is $code, in every file where it is possible, and nothing else', ({ name, code, of }) => {
  const seen: string[] = [];
  const told: string[] = [];
  for (const fileName of FILES.filter((one) => NOT_IN[name]?.includes(one) !== true)) {
    const file = segmentsOf(fileName);
    const before = answered(file, BEFORE);
    for (const mutated of of(file)) {
      const { changes } = compareCoverages(before, answered(mutated, AFTER), { endsSoonDays: 7, today: AFTER });
      seen.push(fileName);
      if (changes.map((change) => change.code).join() !== code)
        told.push(
          `${fileName}: ${mutated.filter((segment) => !file.includes(segment)).join('~')} ${changes.map(({ words }) => words).join(' | ')}`,
        );
    }
  }
  expect(told).toEqual([]);
  expect(seen.length).toBeGreaterThan(0);
});

test('a company for behavioural care comes and goes with its contacts and remarks: once each', () => {
  const body = JSON.parse(readFileSync(new URL('availity/rich-coverage.json', import.meta.url), 'utf8')) as {
    plans: { benefits: { additionalPayers: unknown[] }[] }[];
  };
  const without = structuredClone(body);
  without.plans[0]?.benefits[0]?.additionalPayers.splice(0, 1);
  const [one, other] = [body, without].map((told) => compared(mapAvailityCoverage(told, ['30']), 'availity'));
  if (one === undefined || other === undefined) throw new Error('no answer');
  const codesOf = (before: typeof one, after: typeof one) =>
    compareCoverages(before, after, { endsSoonDays: 7, today: BEFORE }).changes.map(({ code }) => code);
  expect(codesOf(one, other)).toEqual(['now-silent']);
  expect(codesOf(other, one)).toEqual(['other-payer-now-primary', 'carve-out-appeared']);
});
