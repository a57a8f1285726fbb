/** The answer on one sheet: what must stand there, and that it is one sheet whatever the payer sent. */
import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { SHOW_ALL, type BenefitFilter } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { emptyPlan } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import { expect, test } from 'vitest';
import { aCoverage } from '../../../../test/coverages.ts';
import { anInquiry } from '../../../../test/inquiries-to-print.ts';
import { aLine, linesOfEverySort } from '../../../../test/lines.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { renderInquiryPdf } from './inquiry-pdf-render.ts';

const ACTIVE = { code: '1', text: 'Active Coverage' };
const IND = { code: 'IND', text: 'Individual' };
const YEAR = { code: '23', text: 'Calendar Year' };
const REMAINING = { code: '29', text: 'Remaining' };
const VISIT = { code: '27', text: 'Visit' };
const PSYCHOTHERAPY = { code: 'A6', text: 'Psychotherapy' };

const print = async (inquiry: Inquiry, { filter = SHOW_ALL, isSummary = true }: { filter?: BenefitFilter; isSummary?: boolean } = {}) =>
  await readPdf(
    await renderInquiryPdf({ inquiry, practice: 'Tidewater Practice', filter, zone: 'America/Los_Angeles', isSummary, changes: null }),
  );

const warning = (over: Partial<CoverageWarning>): CoverageWarning => ({
  kind: 'prominent-line',
  severity: 'info',
  title: 'Something',
  payer_words: [],
  action: 'Do something.',
  facts: [],
  line_ids: [],
  ...over,
});

test('the sheet tells whom, whether, when, what to do, money left, each level of care, and what is open', async () => {
  const lines = [
    aLine({ kind: 'C', kindText: 'Deductible', service: { code: '30', text: 'Plan' }, level: IND, amount: '750', period: YEAR }),
    aLine({ kind: 'C', kindText: 'Deductible', service: { code: '30', text: 'Plan' }, level: IND, amount: '675', period: REMAINING }),
    aLine({ service: PSYCHOTHERAPY, amount: '30', period: VISIT }),
    aLine({ service: PSYCHOTHERAPY, kind: 'I', kindText: 'Non-Covered', network: 'out' }),
    aLine({ service: { code: '30', text: 'Plan' }, kind: 'A', kindText: 'Co-Insurance', percent: '20' }),
  ];
  const warnings = [warning({ severity: 'danger', title: 'Ask OTHERCO', facts: [{ label: 'Phone', value: '800-555-0100' }] })];
  const { pages, text } = await print(anInquiry({ coverage: aCoverage({ lines }), warnings }));

  expect(pages).toHaveLength(1);
  for (const words of [
    'Marlow Quillfeather · member ID XZA900100',
    'Status: Active',
    'Checked 11/20/2026, 3:12 PM PST (America/Los_Angeles) for 11/20/2026 (day of asking), Example Health through Availity',
    'Important: Ask OTHERCO, call 800-555-0100. Do something.',
    '$675.00 left of $750.00, individual',
    '$30.00 a visit',
    'NOT COVERED',
    '20 % for the plan only',
    'of 70: ',
    'Is prior authorization needed?',
    'no guarantee of payment',
  ])
    expect(text).toContain(words);
  for (const level of ['Detox', 'Residential', 'Partial Hosp.', 'Intensive OP', 'Outpatient']) expect(text).toContain(level);
  expect(text).not.toMatch(/\$0\.00/);
});

test('the whole answer begins with the same sheet, and all that stood there before follows from the second page', async () => {
  const inquiry = anInquiry();
  const [summary, whole] = [await print(inquiry), await print(inquiry, { isSummary: false })];

  const bare = (text: string | undefined) => text?.replaceAll(/in the full answer|on the next pages|Page 1 of \d+/g, '');
  expect(bare(whole.pages[0])).toBe(bare(summary.pages[0]));
  expect(whole.pages[1]).toContain('The answer in detail');
});

test('an answer that is out of date says so in every status', async () => {
  const { pages, text } = await print(anInquiry({ status: 'expired' }));

  expect(pages).toHaveLength(1);
  expect(text).toContain('is out of date. Please resubmit');
  expect(text).toContain('Status: Was active on 11/20/2026');
  expect(text).toContain('Levels of care, as told for 11/20/2026');
  expect(text).not.toMatch(/Status: Active|\bActive: /);
});

test('what another company handles shows no amount of the plan, and the money left is the medical plan’s', async () => {
  const lines = [
    aLine({ kind: 'MC', kindText: 'Managed Care Coordinator', texts: ['MENTAL HEALTH ADMINISTERED BY OTHERCO'] }),
    aLine({ amount: '31' }),
    aLine({ service: { code: '30', text: 'Plan' }, kind: 'A', percent: '35' }),
  ];
  const { text } = await print(anInquiry({ coverage: aCoverage({ lines }) }));

  expect(text).toMatch(/Of the medical plan: behavioral care is with OTHERCO/i);
  expect(text).toMatch(/Outpatient Handled by OTHERCO, ask there/i);
  expect(text).not.toMatch(/\$31|35 %/);
});

test('of two plans the leading one is told, and the other in a line of what differs; its own summary follows before its details', async () => {
  const plan = (name: string, status: typeof ACTIVE) => ({ ...emptyPlan(), name, status });
  const plans = [plan('Silver PPO', { code: '6', text: 'Inactive' }), plan('Gold PPO', ACTIVE)];
  const lines = [aLine({ plan: 0, amount: '11' }), aLine({ plan: 1, amount: '22' })];
  const inquiry = anInquiry({ coverage: aCoverage({ plans, lines }) });
  const [summary, whole] = [await print(inquiry), await print(inquiry, { isSummary: false })];

  expect(summary.text).toContain('Gold PPO');
  expect(summary.text).toContain('Other plan, Silver PPO: Status Inactive');
  expect(summary.text).not.toContain('$11.00');
  const details = whole.pages.slice(1).join(' ');
  const ofOther = details.slice(
    details.indexOf('Plan 1 of 2'),
    details.indexOf('Deductible and out-of-pocket limit', details.indexOf('Plan 1 of 2')),
  );
  expect(ofOther).toMatch(/Money left .*Levels of care .*Known \d+ of 70/);
});

test('a filter narrows the sheet as it does the screen', async () => {
  const lines = [
    aLine({ service: PSYCHOTHERAPY, network: 'in', amount: '31' }),
    aLine({ service: PSYCHOTHERAPY, network: 'out', amount: '47' }),
  ];
  const { text } = await print(anInquiry({ coverage: aCoverage({ lines }) }), { filter: { ...SHOW_ALL, networks: ['outOfNetwork'] } });

  expect(text).toContain('$47.00');
  expect(text).not.toMatch(/\$31\.00|In network: pays/);
  expect(text).toContain('Shown under these filters: network Out of network.');
});

test('a price that the filter hides is filtered away on the sheet', async () => {
  const lines = [aLine({ service: PSYCHOTHERAPY, kind: 'A', kindText: 'Co-Insurance', percent: '20' })];
  const { text } = await print(anInquiry({ coverage: aCoverage({ lines }) }), { filter: { ...SHOW_ALL, payments: ['coPayment'] } });

  expect(text).toMatch(/Outpatient filtered away/);
});

test('what a level leaves out stands on the sheet below its name', async () => {
  const lines = [
    aLine({ service: { code: 'MH', text: 'Mental Health' }, kind: 'I', kindText: 'Non-Covered', network: 'out' }),
    aLine({ service: { code: '30', text: 'Plan' }, kind: 'A', kindText: 'Co-Insurance', percent: '20' }),
  ];
  const { text } = await print(anInquiry({ coverage: aCoverage({ lines }) }));

  expect(text).toMatch(/Residential 1 not covered out of network/);
});

const severities = ['danger', 'warning', 'info'] as const;
const manyWarnings = (count: number, title: string) =>
  Array.from({ length: count }, (_each, index) =>
    warning({ severity: severities[Math.floor((index * 3) / count)] ?? 'info', title: `${title} ${index}`, action: title }),
  );

test('of warnings that do not fit, the gravest stand there and the others are counted', async () => {
  const { pages, text } = await print(anInquiry({ warnings: manyWarnings(30, 'Look at this') }));

  expect(pages).toHaveLength(1);
  expect(text).toContain('30 things to know first');
  expect(text).toContain('Important: Look at this 0');
  const shown = text.match(/Look at this \d+\./g)?.length ?? 0;
  expect(text).toContain(`${30 - shown} more things, in the full answer`);
});

test('no figure is cut: a text that is too long ends after a word', async () => {
  const lines = [aLine({ service: PSYCHOTHERAPY, amount: '999999.99', period: { code: null as never, text: 'x'.repeat(90) } })];
  const { text } = await print(anInquiry({ coverage: aCoverage({ lines }), warnings: manyWarnings(30, 'Long words '.repeat(40)) }));

  for (const figure of text.match(/\$[\d,.]+/g) ?? []) expect(figure).toMatch(/^\$[\d,]+\.\d\d$/);
});

// Each is drawn in several forms before one fits, which takes a busy machine long.
test.each([
  ['one endless word', 'W'.repeat(400)],
  ['words that go on', 'long words that go on '.repeat(60)],
  ['Chinese', '王小明'.repeat(30)],
  ['Hebrew', 'א'.repeat(120)],
  ['line breaks', 'LINE\nBREAK\n'.repeat(40)],
  ['figures', '1,234,567.89 '.repeat(50)],
])(
  'it is one sheet whatever the payer sent: %s',
  async (_name, text) => {
    const plans = Array.from({ length: 6 }, (_plan, index) => ({
      ...emptyPlan(),
      name: `${text} ${index}`,
      status: ACTIVE,
      groupName: text,
    }));
    const quantity = { value: '12', qualifier: { code: 'VS', text: `Visits ${text}` } };
    const lines = ['A4', 'A6', 'BB', 'MH', 'AI', 'RT', '30'].flatMap((code) =>
      (['in', 'out'] as const).flatMap((network) => {
        const line = { service: { code, text }, network, texts: [text] };
        return [
          ...['25', '35', '45'].map((amount) => aLine({ ...line, amount, planName: text, placeOfService: { code: '11', text } })),
          aLine({ ...line, kind: 'F', kindText: 'Limitations', quantity }),
          aLine({ ...line, kind: 'I', kindText: 'Non-Covered', authorization: 'unknown' }),
        ];
      }),
    );
    const names = { first_name: text, middle_name: null, last_name: text, suffix: null };
    const person = { ...names, dob: '1971-03-09', gender: null, member_id: text, address: null, facts: [], relationship: null };
    const inquiry = anInquiry({
      status: 'expired',
      payer_name_override: text,
      asked_under: text,
      coverage: { ...aCoverage({ plans, lines: [...lines, ...linesOfEverySort()] }), patient: person },
      warnings: manyWarnings(40, text),
    });

    const { pages } = await print(inquiry);

    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('no guarantee of payment');
  },
  120_000,
);
