/** What differs between two answers about one person and one policy, and what could not be compared (product.md 18.4). */
import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { NotComparable } from '@coverlight/contract/persons/changes.schema.ts';
import { leadingPlan } from '../inquiries/coverage/medical-plan.ts';
import { codedFacts } from './coded-facts.ts';
import { comparePlans } from './compare-plans.ts';
import type { ComparedAnswer, Comparison, ComparisonOptions, Findings, Unpaired } from './comparison.ts';
import { toChanges } from './gather.ts';
import { personChanges } from './identity-changes.ts';
import { otherCompanyChanges } from './payer-changes.ts';
import { pairPlans } from './pair-plans.ts';
import { plainWords } from './plain-words.ts';
import { silenceOf } from './silence.ts';
import { answerWordChanges } from './word-changes.ts';

export type { ComparedAnswer, Comparison, ComparisonOptions } from './comparison.ts';

/** The day of which an answer can tell: the day asked for, but none after it was given. */
function daysOf({ asOf, answeredAt }: ComparedAnswer) {
  const answered = answeredAt.slice(0, 10);
  return { asOf, told: answered !== '' && answered < asOf ? answered : asOf };
}

const planUnpaired = (plan: Plan): Unpaired => ({
  plan: plan.name,
  serviceCode: '30',
  service: null,
  words: ['Plan', plan.name ?? plan.insurance_type, plan.status].filter((part) => part !== null).join(', '),
  lineIds: [],
});

/** An answer of a few lines has a plan without a name, which says nothing by itself. */
const isNamed = ({ name, number, insurance_type: type, status }: Plan) => [name, number, type, status].some((part) => part !== null);

const OTHER_SOURCE = 'asked through another clearinghouse';

/** Of an answer that came by another route only coded facts are compared. */
const otherSource = (): NotComparable[] =>
  ['Texts and names', 'Contacts', 'Start dates', 'What only one of the two answers says'].map((what) => ({ what, why: OTHER_SOURCE }));

const partlyInvalid = (coverage: Coverage, when: string): NotComparable[] =>
  coverage.notices.some(({ kind }) => kind === 'partly-invalid')
    ? [{ what: 'Part of the answer', why: `It was invalid and is missing in the answer ${when}.` }]
    : [];

interface Input {
  before: ComparedAnswer;
  after: ComparedAnswer;
  options: ComparisonOptions;
  isOtherSource: boolean;
}

function findingsOf({ before, after, options, isOtherSource }: Input): Findings {
  const [was, is] = [before.coverage, after.coverage];
  const days = { before: daysOf(before), after: daysOf(after) };
  const persons = personChanges(was, is, isOtherSource);
  const companies = otherCompanyChanges(was, is, isOtherSource);
  const plans = pairPlans(was.plans, is.plans, { before: before.asOf, after: after.asOf });
  const leading = [leadingPlan(was.plans, before.asOf), leadingPlan(is.plans, after.asOf)];
  const ofPlans = plans.pairs.map(([one, other]) =>
    comparePlans({
      plans: { before: one, after: other, name: other.name ?? one.name },
      ...days,
      options,
      isLeading: leading.includes(one) || leading.includes(other),
      isOtherSource,
      isAdvantage: companies.changes.some(({ code }) => code === 'medicare-advantage-appeared'),
      isCarvedOut: companies.isCarvedOut,
      toldTexts: companies.texts,
      toldCompanies: companies.companies,
    }),
  );
  const all = [persons, companies, ...ofPlans];
  return {
    changes: [...all.flatMap(({ changes }) => changes), ...(isOtherSource ? [] : answerWordChanges(was, is, companies.texts))],
    gone: [...all.flatMap(({ gone }) => gone), ...plans.gone.filter(isNamed).map(planUnpaired)],
    added: [...all.flatMap(({ added }) => added), ...plans.added.filter(isNamed).map(planUnpaired)],
  };
}

/**
 * `before` and `after` are complete answers about one person and one policy. Neither the order of lines or plans, nor case, punctuation and
 * repetition, nor how a number is written makes a change.
 */
export function compareCoverages(before: ComparedAnswer, after: ComparedAnswer, options: ComparisonOptions): Comparison {
  const isOtherSource = plainWords(before.source) !== plainWords(after.source);
  const answers = isOtherSource
    ? { before: { ...before, coverage: codedFacts(before.coverage) }, after: { ...after, coverage: codedFacts(after.coverage) } }
    : { before, after };
  const { changes, gone, added } = findingsOf({ ...answers, options, isOtherSource });
  const silence = isOtherSource ? { changes: [], notComparable: otherSource() } : silenceOf(gone, added, answers);
  const notComparable = [
    ...silence.notComparable,
    ...partlyInvalid(before.coverage, 'of the time before'),
    ...partlyInvalid(after.coverage, 'of this time'),
  ];
  return { changes: toChanges([...changes, ...silence.changes]), notComparable };
}
