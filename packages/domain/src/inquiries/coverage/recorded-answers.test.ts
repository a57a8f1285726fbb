/**
 * Whole answers and all that is read of them, each beside the other in test/recorded: a change of a rule shows as a change of what staff
 * would read. After a wanted change `npx vitest run --project unit recorded-answers -u` writes the readings again, and the diff is reviewed.
 */
import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { readInterchanges, transactionsOf } from '@coverlight/x12/interchanges.ts';
import { read271 } from '@coverlight/x12/read-271.ts';
import { expect, test } from 'vitest';
import { ODD_PARTIES, ODD_PLANS } from '../../../test/odd-answers.ts';
import { RECORDED } from '../../../test/recorded-texts.ts';
import { answerSentence } from './answer-sentence.ts';
import { filterBenefits, SHOW_ALL, shownUnder, type BenefitFilter } from './benefit-filter.ts';
import { CARE_FACTS, type CareSide } from './care-cells.ts';
import { careLimits, exceptionWords, notCoveredWords, refusalTexts, serviceLimits, serviceWords } from './care-words.ts';
import { levelsOfCare } from './level-of-care.ts';
import { LIMIT_PAYMENTS, limitRows } from './limit-rows.ts';
import { lineFacts, lineTexts, lineTitle, type SourceLine } from './line-words.ts';
import { leadOn } from './medical-plan.ts';
import { mergeAnswers } from './merge-answers.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import type { PayerAnswer } from './payer-answer.ts';
import { planFacts } from './plan-words.ts';
import { linesOfGroup } from './said-texts.ts';
import { planState } from './plan-state.ts';
import { CURRENT, statusWords } from './status-tone.ts';
import { coverageWarnings } from './warnings.ts';

const ASKED = '2026-03-21';
const AT = new Date('2026-03-21T18:00:00Z');

const answerIn = (text: string): PayerAnswer => {
  const transactions = transactionsOf(readInterchanges(Uint8Array.from(text, (sign) => sign.charCodeAt(0))));
  return mergeAnswers(transactions.flatMap((transaction) => read271(transaction)));
};

/** What is null, empty or false is left out: a reading tells what is there. */
const isSaid = (value: unknown) =>
  !(value === null || value === false || value === undefined || (Array.isArray(value) && value.length === 0));
const brief = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).filter(([, each]) => isSaid(each)))
      : part,
  );

const lineWords = (line: SourceLine): string =>
  [
    lineTitle(line),
    ...lineFacts(line).flatMap(({ label, value }) => (value === null ? [] : [`${label}: ${value}`])),
    ...lineTexts(line).map((text) => `"${text}"`),
  ].join('; ');

/** Of a line what its words leave out. */
const codesOf = (line: object) =>
  Object.fromEntries(Object.entries(line).filter(([key]) => /code|computed|calendar|order|required|merged|urls/.test(key)));

const idsOf = (lines: readonly { line_ids: string[] }[]): string => lines.map((line) => line.line_ids.join('+')).join(' ');

function sideWords(side: CareSide): string[] {
  const told = CARE_FACTS.map((fact) => {
    const { lines, refusals, saidFor, ...rest } = side[fact];
    const { byService: _same, ...more } = rest as Record<string, unknown>;
    const said = [saidFor === null ? '' : serviceWords(saidFor), idsOf(lines)];
    const refused = refusals.length === 0 ? [] : [notCoveredWords({ refusals }), ...refusalTexts({ refusals })];
    return { fact, words: [brief(more), ...said, ...refused].filter((words) => words !== '').join(' ') };
  });
  return [...new Set(told.map(({ words }) => words))].map((words) => {
    const facts = told.filter((one) => one.words === words).map(({ fact }) => fact);
    return `    ${facts.join(', ')}: ${words}`;
  });
}

function careWords(coverage: Coverage, plan: Plan, filter?: BenefitFilter): string[] {
  const rows = levelsOfCare({ coverage, plan, ...(filter ? { shown: shownUnder(filter, plan) } : {}) });
  return rows.flatMap((row) => [
    `  ${row.level.key} in network`,
    ...sideWords(row.in),
    `  ${row.level.key} out of network`,
    ...sideWords(row.out),
    ...row.exceptions.map((each) => `    exception: ${exceptionWords(each)}`),
    ...careLimits(row).map(({ service, line }) => `    limit of ${service}: ${lineTitle(line)} ${idsOf([line])}`),
    ...serviceLimits(row).map(({ service, line }) => `    amount of ${service}: ${lineTitle(line)} ${idsOf([line])}`),
  ]);
}

function planWords(coverage: Coverage, plan: Plan): string[] {
  const { benefit_groups: groups, ...head } = plan;
  return [
    `PLAN ${planState(plan)} ${brief(statusWords(plan.status, plan.status_code, CURRENT))}`,
    `  ${brief(head)}`,
    ...planFacts(plan).map(({ label, value }) => `  ${label}: ${value ?? '-'}`),
    'LIMITS',
    ...LIMIT_PAYMENTS.flatMap((payment) => limitRows(plan, payment)).map(
      ({ lines, ...row }) => `  ${brief(row)} ${lines.map(({ line, ...part }) => `${brief(part)} of ${idsOf([line])}`).join(' | ')}`,
    ),
    'LEVELS OF CARE',
    ...careWords(coverage, plan),
    'GROUPS',
    ...groups.flatMap(({ benefits: _benefits, status_details: _details, auxilary: _auxiliaries, ...group }, at) => [
      `  ${brief(group)}`,
      ...linesOfGroup(groups[at] ?? { ...group, benefits: [], status_details: [], auxilary: {} }).map(
        (line) => `    ${idsOf([line])} ${lineWords(line)} ${brief(codesOf(line))}`,
      ),
    ]),
  ];
}

const FILTERS: Record<string, Partial<BenefitFilter>> = {
  family: { level: 'Family' },
  'in network': { networks: ['inNetwork'] },
  'neither network': { networks: ['noNetwork'] },
  copayments: { payments: ['coPayment'] },
  'mental health': { benefits: ['MH', 'A4', 'A6'] },
};

const initials = (state: string) => state.replaceAll(/(\w)\w*-?/g, '$1');

function filterWords(coverage: Coverage, plan: Plan): string[] {
  return Object.entries(FILTERS).flatMap(([name, over]) => {
    const filter = { ...SHOW_ALL, ...over };
    const { groups, hidden } = filterBenefits(plan, filter);
    const filtered = levelsOfCare({ coverage, plan, shown: shownUnder(filter, plan) });
    const states = filtered.map(
      ({ level, in: inside, out }) =>
        `${level.key} ${[inside, out].flatMap((side) => CARE_FACTS.map((fact) => initials(side[fact].state))).join(' ')}`,
    );
    return [
      `  ${name}: ${hidden} hidden; ${groups.map(({ name: group, benefits }) => `${group} ${benefits.length}`).join(', ')}`,
      `    ${states.join(', ')}`,
    ];
  });
}

function readingOf(answer: PayerAnswer): string {
  const coverage = leadOn(normalizeCoverage(answer, ASKED), ASKED);
  const { plans, plan, ...rest } = coverage;
  const input = {
    coverage,
    submission: { memberId: 'XQZ100200300', patientFirstName: 'Ottoline', patientLastName: 'Quackenbush', patientBirthDate: '1984-07-19' },
    createdAt: AT,
    answeredAt: AT,
    now: AT,
    zone: 'America/New_York',
  };
  const today = coverageWarnings({ ...input, asOfDate: ASKED, askedUnder: null });
  const later = coverageWarnings({
    ...input,
    asOfDate: '2027-01-04',
    now: new Date('2026-06-30T12:00:00Z'),
    askedUnder: 'Harbor Recovery Center',
  });
  return [
    answerSentence(coverage, ASKED, CURRENT),
    answerSentence(leadOn(coverage, '2027-01-04'), '2027-01-04', { wasOn: '03/21/2026', isSomebodyElse: false }),
    answerSentence(coverage, ASKED, { wasOn: null, isSomebodyElse: true }),
    `Of ${plans.length} plans "${plan?.name ?? '-'}" leads. ${brief(rest)}`,
    'WARNINGS',
    ...today.map((warning) => `  ${brief(warning)}`),
    'WARNINGS of 01/04/2027, read in June',
    ...later.map((warning) => `  ${brief(warning)}`),
    ...plans.flatMap((each) => planWords(coverage, each)),
    'FILTERS',
    ...(plan === null ? [] : filterWords(coverage, plan)),
    '',
  ].join('\n');
}

const ANSWERS = {
  ...Object.fromEntries(Object.entries(RECORDED).map(([name, text]) => [name, answerIn(text)])),
  'odd-parties': ODD_PARTIES,
  'odd-plans': ODD_PLANS,
};

test.each(Object.entries(ANSWERS))('%s is read as it was', async (name, answer) => {
  await expect(readingOf(answer)).toMatchFileSnapshot(`../../../test/recorded/${name}.reading.txt`);
});
