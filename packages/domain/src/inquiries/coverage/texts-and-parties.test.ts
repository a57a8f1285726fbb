/** Whatever part of an answer says it, and whoever it names: one company is one party (product.md 10.6). */
import { expect, test } from 'vitest';
import { aLine, anEntity, aPlan, MENTAL_HEALTH } from '../../../test/answers.ts';
import { kindsOf, warningsOf, withLines, withPlan } from '../../../test/warnings.ts';
import type { AnswerEntity, PayerAnswer } from './payer-answer.ts';

const SUBSTANCE_ABUSE = { code: 'AI', text: 'Substance Abuse' };
const ACTIVE = { code: '1', text: 'Active Coverage' };
const phone = (value: string) => ({ name: null, info: [{ label: 'Phone', value }] });
const party = (name: string, over: Partial<AnswerEntity> = {}) => anEntity({ name, role: { code: null, text: 'Payer' }, ...over });

const PLACES: [string, (text: string) => { answer: Partial<PayerAnswer> }][] = [
  ['a note of the plan', (text) => withPlan({ notes: [text] })],
  ['a fact of the plan', (text) => withPlan({ facts: [{ label: 'Additional information', value: text }] })],
  ['a notice', (text) => ({ answer: { notices: [{ kind: 'other', text }] } })],
  ['a notice that part was invalid', (text) => ({ answer: { notices: [{ kind: 'partly-invalid', text }] } })],
  ['a fact of the answer', (text) => ({ answer: { facts: [{ label: 'Message', value: text }] } })],
  [
    'a contact of the plan',
    (text) => withPlan({ contacts: [anEntity({ name: 'Desk', role: { code: null, text: 'Contact' }, texts: [text] })] }),
  ],
  ['another payer of the plan', (text) => withPlan({ additionalPayers: [party('Fern Valley Health', { texts: [text] })] })],
  ['a line of the plan', (text) => withLines(aLine({ kind: 'D', texts: [text] }))],
  ['a line of a kind nobody knows', (text) => withLines(aLine({ kind: 'ZZ', texts: [text] }))],
];

test.each(PLACES)('%s is read for a carve-out', (_where, says) => {
  expect(warningsOf(says('Behavioral health is administered by Cedar Ridge Partners.'))).toContainEqual(
    expect.objectContaining({ kind: 'carve-out', severity: 'danger', title: 'Behavioral health is handled by Cedar Ridge Partners' }),
  );
});

test.each(PLACES)('%s is read for who pays first', (_where, says) => {
  expect(kindsOf(says('Medicare is primary for this member.'))).toContain('other-payer-primary');
});

test.each(PLACES)('%s is read for what is not covered', (_where, says) => {
  expect(warningsOf(says('Mental health services are not covered.'))).toContainEqual(
    expect.objectContaining({ kind: 'prominent-line', severity: 'danger', title: 'A note says that care is not covered' }),
  );
});

test('what notes leave out whole and in part is told apart, the whole first', () => {
  const told = warningsOf(
    withPlan({
      notes: [
        'Mental health is not covered out of network',
        'Residential treatment is not covered',
        'Mental health is not covered after age 65',
      ],
    }),
  );
  expect(told.map(({ severity, title, payer_words }) => [severity, title, payer_words])).toEqual([
    ['danger', 'A note says that care is not covered', ['Residential treatment is not covered']],
    [
      'warning',
      'A note says that care is not covered in part',
      ['Mental health is not covered out of network', 'Mental health is not covered after age 65'],
    ],
  ]);
});

test.each(PLACES)('%s is read for a grace period', (_where, says) => {
  expect(kindsOf(says('Member is in the second month of the premium grace period.'))).toContain('at-risk');
});

test.each(PLACES)('%s is read for Medicare Advantage', (_where, says) => {
  const titles = warningsOf(says('THIS MEMBER IS ENROLLED IN A MEDICARE ADVANTAGE PLAN')).map(({ title }) => title);
  expect(titles).toContain('Medicare Advantage: do not bill original Medicare');
});

test("the payer's own name says Medicare Advantage, a denial does not", () => {
  const title = 'Medicare Advantage: do not bill original Medicare';
  const payer = { name: 'Elm Medicare Advantage', id: null };
  expect(warningsOf({ answer: { payer } }).map((warning) => warning.title)).toEqual([title]);
  expect(kindsOf(withPlan({ notes: ['Medicare Advantage: No', 'Member is not enrolled in Medicare Advantage'] }))).toEqual([]);
});

test.each([
  ['under substance abuse, naming nothing', SUBSTANCE_ABUSE, 'Benefits are managed by Cedar Ridge', 'Substance use treatment'],
  ['under mental health, naming substance use', MENTAL_HEALTH, 'Substance abuse is managed by Cedar Ridge', 'Substance use treatment'],
  ['under substance abuse, naming all of it', SUBSTANCE_ABUSE, 'Behavioral health is managed by Cedar Ridge', 'Behavioral health'],
  ['under mental health, naming nothing', MENTAL_HEALTH, 'Benefits are managed by Cedar Ridge', 'Behavioral health'],
])('a note %s is said of what it names, else of what it stands under', (_where, service, text, subject) => {
  const carveOuts = warningsOf(withLines(aLine({ kind: 'D', service, texts: [text] }))).filter(({ kind }) => kind === 'carve-out');
  expect(carveOuts.map(({ title }) => title)).toEqual([`${subject} is handled by Cedar Ridge`]);
});

test('the banner gives the phone that stands on the same row', () => {
  const contacts = [anEntity({ role: { code: null, text: 'Contact' }, contacts: [phone('800-555-0142')] })];
  const line = aLine({ kind: '1', service: MENTAL_HEALTH, texts: ['ADMINISTERED BY CEDAR RIDGE PARTNERS'], entities: contacts });
  const [warning] = warningsOf(withLines(line));
  expect(warning).toMatchObject({ kind: 'carve-out', title: 'Behavioral health is handled by CEDAR RIDGE PARTNERS' });
  expect(warning?.facts).toContainEqual({ label: 'Phone', value: '800-555-0142' });
});

test('the banner gives the phone of the party that has the name of the text', () => {
  const contact = party('Cedar Ridge Partners, Inc.', { contacts: [phone('800-555-0142')] });
  const [warning] = warningsOf(withPlan({ notes: ['Behavioral health is managed by Cedar Ridge Partners'], contacts: [contact] }));
  expect(warning?.facts).toContainEqual({ label: 'Phone', value: '800-555-0142' });
});

test.each([
  ['Y2', 'Managed Care Organization'],
  ['Y2', null],
  [null, 'Managed-Care Organization'],
])('a contact of the plan of type %s %s is told as who manages care', (code, text) => {
  const contact = anEntity({ name: 'Willow Plan', role: { code, text }, contacts: [phone('800-555-0142')] });
  expect(warningsOf(withPlan({ contacts: [contact] }))).toMatchObject([
    {
      kind: 'carve-out',
      severity: 'danger',
      title: 'Care under this plan is managed by Willow Plan',
      facts: [
        { label: 'Name', value: 'Willow Plan' },
        { label: 'Phone', value: '800-555-0142' },
      ],
    },
  ]);
});

test('a managed care organization for behavioural health by its name handles that', () => {
  const contact = anEntity({ name: 'Willow Behavioral Health', role: { code: 'Y2', text: 'Managed Care Organization' } });
  expect(warningsOf(withPlan({ contacts: [contact] }))).toMatchObject([
    { title: 'Behavioral health is handled by Willow Behavioral Health' },
  ]);
});

test.each([
  ['the payer itself', anEntity({ name: 'Fern Valley Health, Inc.', role: { code: 'Y2', text: 'Managed Care Organization' } })],
  ['a contact of another kind', anEntity({ name: 'Willow Plan', role: { code: null, text: 'Contact' } })],
  ['one without a name', anEntity({ role: { code: 'Y2', text: 'Managed Care Organization' }, contacts: [phone('800-555-0142')] })],
])('%s as a contact of the plan is no other company', (_what, contact) => {
  expect(kindsOf(withPlan({ contacts: [contact] }))).toEqual([]);
});

test('a contact of the plan that is called the primary payer pays first', () => {
  const contact = anEntity({ name: 'Elm Mutual', role: { code: 'PRP', text: 'Primary Payer' } });
  expect(warningsOf(withPlan({ contacts: [contact] }))).toMatchObject([{ kind: 'other-payer-primary', title: 'Elm Mutual pays first' }]);
});

test.each(['GOLD MUTUAL', 'Gold Mutual, Inc.', 'Gold Mutual Insurance Company', 'GOLD MUTUAL INS. CO.'])(
  'Gold Mutual and %s on another row are one payer, that pays first',
  (name) => {
    const primary = party('Gold Mutual', { role: { code: 'PRP', text: 'Primary Payer' } });
    const over = {
      answer: {
        plans: [aPlan({ status: ACTIVE, additionalPayers: [primary] })],
        ...withLines(aLine({ kind: 'R', entities: [party(name)] })).answer,
      },
    };
    const warnings = warningsOf(over);
    expect(warnings.map(({ kind }) => kind)).toEqual(['other-payer-primary']);
    expect(warnings[0]?.title).toMatch(/^gold mutual[^,]*pays first$/i);
  },
);

test('companies whose names only resemble each other stay two', () => {
  const primary = party('Gold Mutual', { role: { code: 'PRP', text: 'Primary Payer' } });
  const warnings = warningsOf(withPlan({ additionalPayers: [primary, party('Gold Mutual Medicare')] }));
  expect(warnings.map(({ title }) => title)).toEqual([
    'Gold Mutual pays first',
    'The payer also names Gold Mutual Medicare; it does not say who pays first',
  ]);
});

test('a company that a text calls primary is not said to be without an order', () => {
  const warnings = warningsOf(withPlan({ notes: ['COB: GOLD MUTUAL IS PRIMARY'], additionalPayers: [party('Gold Mutual')] }));
  expect(warnings.map(({ title }) => title)).toEqual(['Gold Mutual pays first']);
});

test('where a text says that another payer is first, the one that is named may be it', () => {
  const warnings = warningsOf(withPlan({ notes: ['Other insurance is primary'], additionalPayers: [party('Gold Mutual')] }));
  expect(warnings).toMatchObject([{ title: 'Another payer pays first', facts: [{ label: 'Also named', value: 'Gold Mutual' }] }]);
});

test('a company that handles behavioural health is not asked for its turn to pay', () => {
  const over = withPlan({
    notes: ['Behavioral health is handled by Cedar Ridge Partners'],
    additionalPayers: [party('CEDAR RIDGE PARTNERS INC')],
  });
  expect(kindsOf(over)).toEqual(['carve-out']);
});

test('a note of other insurance without an order says so', () => {
  expect(warningsOf(withPlan({ notes: ['Member has other insurance on file'] }))).toMatchObject([
    { kind: 'prominent-line', severity: 'warning', title: 'The payer tells of other insurance; it does not say who pays first' },
  ]);
});

test('a line of the plan that sends to another company names it', () => {
  const line = aLine({ kind: 'U', entities: [party('Home Plan of Elmland', { contacts: [phone('800-555-0142')] })] });
  expect(warningsOf(withLines(line))).toMatchObject([
    { kind: 'prominent-line', title: 'The payer sends you to Home Plan of Elmland for eligibility or benefits' },
  ]);
});

test('a practice that is called like a known company is no carve-out', () => {
  expect(kindsOf({ answer: { facts: [{ label: 'Requesting provider', value: 'New Directions Behavioral Health' }] } })).toEqual([]);
});

test('a payer that is behavioural by its name is no carve-out of itself', () => {
  const payer = { name: 'Sable Behavioral Partners', id: null };
  const facts = [{ label: 'Payer: Name', value: 'SABLE BEHAVIORAL PARTNERS' }];
  expect(kindsOf({ answer: { payer, facts } })).toEqual([]);
});

test('a note on an exclusion line stands with that line, and is not told twice', () => {
  const line = aLine({ kind: 'E', service: MENTAL_HEALTH, texts: ['MENTAL HEALTH IS EXCLUDED'] });
  expect(warningsOf(withLines(line)).map(({ title }) => title)).toEqual(['Exclusions: Mental Health']);
});

const titlesOf = (over: Parameters<typeof warningsOf>[0]) => warningsOf(over).map(({ title }) => title);

test.each([
  'COB: ELM MUTUAL IS PRIMARY, GOLD HEALTH IS SECONDARY',
  'COB: ELM MUTUAL IS PRIMARY AND GOLD HEALTH IS SECONDARY',
  'COB: Elm Mutual is primary while Gold Health pays secondary',
  'COB: Gold Healthcare is primary',
])('a company that "%s" does not name first does not pay first', (text) => {
  const titles = titlesOf(withPlan({ notes: [text], additionalPayers: [party('Gold Health')] }));
  expect(titles).toContain('Another payer pays first');
  expect(titles).not.toContain('Gold Health pays first');
});

test('who pays first is no administrator of the service on whose line it is named', () => {
  const line = aLine({ kind: 'R', service: MENTAL_HEALTH, entities: [party('Elm Mutual')] });
  const titles = titlesOf(withLines(line, aLine({ kind: 'D', texts: ['Elm Mutual is primary'] })));
  expect(titles).toEqual(['Elm Mutual pays first']);
});

test('a service that is not active out of network alone says so', () => {
  const status = (kind: string, network: 'in' | 'out') => aLine({ kind, service: MENTAL_HEALTH, network });
  const found = warningsOf(withLines(status('1', 'in'), status('6', 'out')));
  expect(found).toMatchObject([{ severity: 'warning', title: 'Mental Health is not active out of network' }]);
});
