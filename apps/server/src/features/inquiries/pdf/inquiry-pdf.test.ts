import { coded, emptyPlan } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import type { NetworkCode, PaymentType } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { filterBenefits, SHOW_ALL, type BenefitFilter } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { moneyText } from '@coverlight/domain/inquiries/coverage/amounts.ts';
import { expect, test } from 'vitest';
import { aCoverage, anAnswer } from '../../../../test/coverages.ts';
import { newId } from '../../../../test/factories.ts';
import { anInquiry } from '../../../../test/inquiries-to-print.ts';
import { aLine, linesOfEverySort } from '../../../../test/lines.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import type { PrintedChange } from './inquiry-pdf-changes.ts';
import { renderInquiryPdf } from './inquiry-pdf-render.ts';

const print = async (inquiry: Inquiry, filter: BenefitFilter = SHOW_ALL, zone = 'America/Los_Angeles', isSummary = false) =>
  await readPdf(await renderInquiryPdf({ inquiry, practice: 'Tidewater Practice', filter, zone, isSummary, changes: null }));

/** Amounts of lines in the text, and of those that a filter lets through. */
const amountsIn = (text: string) => [...new Set(text.match(/\$1,\d{3}\.17/g))].toSorted();
function amountsShown(inquiry: Inquiry, filter: BenefitFilter): string[] {
  const lines = (inquiry.coverage?.plans ?? []).flatMap((plan) => filterBenefits(plan, filter).groups.flatMap((group) => group.benefits));
  return [...new Set(lines.flatMap((line) => (line.amount === null ? [] : [moneyText(line.amount)])))].toSorted();
}

const filters: [string, Partial<BenefitFilter>][] = [
  ['nothing', {}],
  ['family', { level: 'Family' }],
  ['individual', { level: 'Individual' }],
  ...(['inNetwork', 'outOfNetwork', 'noNetwork', 'notApplicableNetwork'] as NetworkCode[]).map((code): [string, Partial<BenefitFilter>] => [
    code,
    { networks: [code] },
  ]),
  ...(['coInsurance', 'coPayment', 'deductibles', 'outOfPocket'] as PaymentType[]).map((type): [string, Partial<BenefitFilter>] => [
    type,
    { payments: [type] },
  ]),
  ['one service', { benefits: ['MH'] }],
  ['all of them at once', { level: 'Family', networks: ['inNetwork'], payments: ['deductibles', 'outOfPocket'], benefits: ['30', 'MH'] }],
];

test.each(filters)('filtered by %s, exactly the lines that the screen shows are printed', async (_name, over) => {
  const inquiry = anInquiry();
  const filter = { ...SHOW_ALL, ...over };

  const { text } = await print(inquiry, filter);

  expect(amountsIn(text)).toEqual(amountsShown(inquiry, filter));
  const hidden = inquiry.coverage?.plan ? filterBenefits(inquiry.coverage.plan, filter).hidden : 0;
  expect(text.includes(`${hidden} lines are filtered away.`)).toBe(hidden > 0);
});

test('every page names practice, payer, time with its zone, route and page number, and reminds to verify', async () => {
  const { pages } = await print(anInquiry({ payer_name_override: 'Example Health of Ohio' }), SHOW_ALL, 'America/New_York');

  expect(pages.length).toBeGreaterThan(2);
  pages.forEach((page, index) => {
    expect(page).toContain('Tidewater Practice');
    expect(page).toContain('Payer: Example Health of Ohio');
    expect(page).toContain('Checked 11/20/2026, 6:12 PM EST (America/New_York) through Availity');
    expect(page).toContain('Please verify benefits with the payer before you rely on them.');
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  });
});

test('every page of a check without a typed name carries name, birth date and member id that the payer returned', async () => {
  const id = newId();
  const coverage = aCoverage({ lines: linesOfEverySort() });
  const names = { first_name: 'ROSALIND', middle_name: null, last_name: 'QUENNELL', suffix: null };
  const person = { ...names, dob: '1971-03-09', gender: null, member_id: 'XQ77001', address: null, facts: [] };
  const submission = { provider_id: id, payer_id: id, memberId: 'XQ77001' };
  const { pages } = await print(anInquiry({ submission, coverage: { ...coverage, patient: { ...person, relationship: null } } }));
  for (const page of pages) expect(page).toContain('Patient: ROSALIND QUENNELL · born 03/09/1971 · member ID XQ77001');

  const ofSubscriber = await print(anInquiry({ submission, coverage: { ...coverage, patient: null, subscriber: person } }));
  for (const page of ofSubscriber.pages)
    expect(page).toContain('Patient: Name not stated, subscriber ROSALIND QUENNELL · member ID XQ77001');
});

test('no page ends with a heading or the head of a table whose first row is on the next', async () => {
  const remarks = (count: number) => Array.from({ length: count }, (_remark, index) => `REMARK ${index} IN WORDS`);
  for (const before of [0, 5, 10, 15, 20]) {
    const services = Array.from({ length: 10 }, (_service, index) =>
      aLine({ kind: 'B', service: { code: null, text: `Service ${index}` }, amount: '5', texts: remarks(index === 0 ? before : 12) }),
    );
    const { pages } = await print(anInquiry({ coverage: aCoverage({ lines: services }) }));
    // What runs along every page is written after its contents.
    const ends = pages.map((page) => page.replace(/ (?:Tidewater Practice )?Patient: .*$/, '').slice(-60));
    expect(ends.filter((end) => /What else the payer says$|Out of network$|Service \d+$/.test(end))).toEqual([]);
  }
});

test('limits of a level name the service they were said for', async () => {
  const limit = { kind: 'F', quantity: { value: '30', qualifier: { code: 'DY', text: 'Days' } } } as const;
  const lines = [
    aLine({ ...limit, service: { code: 'A5', text: null } }),
    aLine({ kind: 'C', service: { code: 'BB', text: null }, amount: '77' }),
  ];
  const { text } = await print(anInquiry({ coverage: aCoverage({ lines }) }));

  expect(text).toContain('Limitations, Psychiatric - Room and Board');
  expect(text).toContain('Deductible, Partial Hospitalization (Psychiatric)');
});

test('the document is tagged, names its language, and its title tells nothing of the patient', async () => {
  const inquiry = anInquiry();
  const { hasTags, roles, language, title } = await print(inquiry);

  expect({ hasTags, language, title }).toEqual({ hasTags: true, language: 'en-US', title: `Insurance eligibility check ${inquiry.id}` });
  for (const role of ['Document', 'H1', 'H2', 'H3', 'P', 'Table', 'TR', 'TH', 'TD']) expect(roles[role], role).toBeGreaterThan(0);
});

test('every font is embedded', async () => {
  const bytes = (
    await renderInquiryPdf({ inquiry: anInquiry(), practice: 'P', filter: SHOW_ALL, zone: 'UTC', isSummary: false, changes: null })
  ).toString('latin1');

  expect(bytes.match(/\/BaseFont \/\w+\+IBMPlexSans/g)?.length).toBeGreaterThan(0);
  expect(bytes).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/);
});

test('texts of payers are printed without control and direction characters, and overlong words stay on the page', async () => {
  const word = 'W'.repeat(400);
  const hostile = `before\u202Eafter\u0007\u200B end <script>${word}`;
  const coverage = aCoverage({ lines: [aLine({ amount: '5', texts: [hostile] })] });

  const { text } = await print(anInquiry({ coverage }));

  expect(text).toContain('beforeafter end <script>');
  expect(text.replaceAll(/\s/g, '')).toContain(word);
  expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test('names outside the first font are printed as they are', async () => {
  const { text } = await print(anInquiry({ provider: { id: newId(), name: 'Łukasz Őry Žižka Ελένη Жуков' } }));

  expect(text).toContain('Łukasz Őry Žižka Ελένη Жуков');
});

test.each([
  ['Chinese', '王小明'],
  ['traditional Chinese', '陳美玲'],
  ['Japanese', '髙橋あかり'],
  ['Korean', '김민준'],
  ['Hebrew', 'כהן'],
  ['Arabic', 'علي'],
  ['Arabic without dots', 'مصطفى'],
  ['emoji', 'Sam 😀 🏥'],
  ['full-width letters', 'ＡＢＣ'],
  ['Vietnamese', 'Nguyễn Thị Hồng'],
])('a name in %s can be read, found and copied', async (_script, name) => {
  const { text } = await print(anInquiry({ provider: { id: newId(), name } }));

  // Dots that a font sets apart from their letter are no character of their own; this reader gives them a number.
  const printed = / Provider (.*?) Asked by /.exec(text)?.[1] ?? '';
  expect(printed.replaceAll(/\p{Cc} ?/gu, '')).toBe(name);
  expect(text).not.toContain('\uFFFD');
});

test('a hyphen that does not break is one, and what no font has is told by its number', async () => {
  const { text } = await print(anInquiry({ provider: { id: newId(), name: 'Smith\u2011Jones 𝐁ob \u{13000}' } }));

  expect(text).toContain('Smith-Jones Bob [U+13000]');
});

test('what was printed before changes no character of a copied or searched text', async () => {
  // A glyph made of others is stored with them: the semicolon with the comma, the letter with its accent.
  const named = async (name: string) => (await print(anInquiry({ provider: { id: newId(), name } }))).text;
  await named('½ ; : “ ¿ ¡ ÄÖÜ äöü éèê ñ ç ő Ÿ ỵ ΐ Ё');
  const plain = '0 / . , ’ ? ! AOU aou e n c y ı Е';

  expect(await named(plain)).toContain(plain);
});

test('what was not stated is never printed as zero, no or inactive', async () => {
  const coverage = aCoverage({
    plans: anAnswer().plans.map((plan) => ({ ...plan, status: null })),
    lines: [
      aLine({ texts: ['Call us'] }),
      aLine({ kind: 'C', kindText: 'Deductible', service: coded('30', 'Health Benefit Plan Coverage') }),
    ],
  });
  const { text } = await print(anInquiry({ coverage }));

  expect(text).toContain('No active status returned from the payer');
  expect(text).toContain('not stated');
  expect(text).not.toMatch(/\$0|Inactive/);
});

test('warnings stand before the benefits with the payer’s words and what to do', async () => {
  const warning = {
    kind: 'carve-out' as const,
    severity: 'warning' as const,
    title: 'Another company handles behavioral health',
    payer_words: ['MH ADMINISTERED BY OTHERCO'],
    action: 'Check that company.',
    facts: [{ label: 'Phone', value: '800-555-0100' }],
    line_ids: [],
  };
  const { pages } = await print(anInquiry({ warnings: [warning] }));

  const text = pages.slice(1).join(' ');
  const places = ['1 thing to know first', warning.title, 'MH ADMINISTERED BY OTHERCO', warning.action, '800-555-0100', 'Service type'].map(
    (words) => text.toLowerCase().indexOf(words.toLowerCase()),
  );
  expect(places.every((place, index) => place > (places[index - 1] ?? -1))).toBe(true);
});

test('an expired inquiry says so first, with the day in the zone asked for', async () => {
  const { text } = await print(anInquiry({ status: 'expired', answered_at: '2026-08-01T02:00:00.000Z' }), SHOW_ALL, 'America/Los_Angeles');

  expect(text).toContain('This inquiry was last verified on 07/31/2026 and is out of date. Please resubmit for the most current data.');
});

test('the day asked for is the day of asking in the zone asked for, not that of UTC', async () => {
  const [plan] = anAnswer().plans;
  const dates = [{ qualifier: '291', label: 'Plan', from: '2024-12-30', to: null, text: null }];
  const coverage = aCoverage({ plans: [{ ...emptyPlan(), ...plan, dates }] });
  const onNewYearsEve = anInquiry({ as_of_date: null, created_at: '2026-01-01T02:00:00.000Z', coverage });

  const [west, east] = [await print(onNewYearsEve, SHOW_ALL, 'America/Los_Angeles'), await print(onNewYearsEve, SHOW_ALL, 'UTC')];

  expect(west.text).toContain('plan year from 12/30/2024');
  expect(east.text).toContain('in force from 12/30/2024');
});

test('an answer without coverage is printed with both notices', async () => {
  const { text } = await print(anInquiry({ status: 'expired', coverage: null }));

  expect(text).toContain('No active status returned from the payer');
  expect(text).toContain('No benefit details returned from the payer');
});

test('all plans are printed, and what fits nowhere is printed as also said', async () => {
  const [plan] = anAnswer().plans;
  const plans = ['Gold PPO', 'Silver Dental'].map((name) => ({ ...plan, name })) as ReturnType<typeof anAnswer>['plans'];
  const coverage = aCoverage({ plans, lines: [aLine({ kind: 'ZZ', kindText: 'Unheard of', texts: ['Something odd'] })] });

  const { text } = await print(anInquiry({ coverage }));

  for (const words of ['2 plans', 'Plan 1 of 2', 'Gold PPO', 'Plan 2 of 2', 'Silver Dental', 'Something odd'])
    expect(text).toContain(words);
});

test('an answer with 500 lines is printed line by line', async () => {
  const lines = Array.from({ length: 500 }, (_line, index) =>
    aLine({ amount: `1${String(index).padStart(3, '0')}.17`, texts: [`Remark ${index}.`] }),
  );
  const { text } = await print(anInquiry({ coverage: aCoverage({ lines }) }));

  expect(amountsIn(text)).toHaveLength(500);
});

const changed = (over: Partial<PrintedChange>): PrintedChange => ({
  code: 'became-inactive',
  gravity: 'urgent',
  place: { plan: 'Example PPO', service: null, level: null, network: null, period: null },
  before: 'Active Coverage',
  after: 'Inactive',
  before_line_ids: [],
  after_line_ids: [],
  words: 'The plan was active and is now inactive.',
  action: 'Ask the patient for another insurance.',
  quotes: { before: [], after: ['TERMED PER EMPLOYER'] },
  ...over,
});
const printChanges = async (changes: PrintedChange[], filter: BenefitFilter = SHOW_ALL) => {
  const printed = { since: '2026-10-22T18:00:00.000Z', changes, notComparable: [{ what: 'Dental', why: 'It was not asked.' }] };
  const zone = 'America/Los_Angeles';
  return await readPdf(await renderInquiryPdf({ inquiry: anInquiry(), practice: 'P', filter, zone, isSummary: false, changes: printed }));
};

test('what changed since the answer before has a section, with both values and the payer’s words, whatever the filters; what is urgent is on page 1', async () => {
  const all = [
    changed({}),
    changed({ code: 'copay-changed', gravity: 'look', words: 'The co-payment went up.', before: '$20.00', after: '$35.00', action: null }),
  ];

  const { pages } = await printChanges(all, { ...SHOW_ALL, level: 'Family' });

  const [first, second] = pages;
  expect(first).toContain('Important: Changed since 10/22/2026: Now inactive.');
  for (const words of [
    'What changed since 10/22/2026',
    'Urgent: Now inactive',
    'Before: Active Coverage',
    'Now: Inactive',
    'TERMED PER EMPLOYER',
    'Ask the patient for another insurance.',
    'To look at: Co-payment changed',
    'Before: $20.00',
    'Not compared: Dental. It was not asked.',
  ])
    expect(second).toContain(words);
});

test('normal use alone is one line of the print', async () => {
  const { pages } = await printChanges([changed({ code: 'accumulated', gravity: 'info' })]);

  const [first, second] = pages;
  expect(first).not.toContain('Changed since');
  expect(second).toContain('Nothing that needs a look: More used since.');
  expect(second).not.toContain('Before:');
});
