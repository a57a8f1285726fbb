import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aLine, anAnswer, anEntity, answerOf, aPlan, CALENDAR_YEAR, IND, MENTAL_HEALTH, REMAINING, VISIT } from '../../../test/answers.ts';
import { arbitraryCareAnswer } from '../../../test/arbitrary-answers.ts';
import { behaviouralAdministrators } from './carve-out.ts';
import { chartLine, chartLines } from './chart-lines.ts';
import { normalizeCoverage } from './normalize-coverage.ts';
import { tellingOf } from './plan-state.ts';
import type { PayerAnswer } from './payer-answer.ts';
import { coverageWarnings } from './warnings.ts';

const ZONE = 'America/New_York';
const PSYCHOTHERAPY = { code: 'A6', text: 'Psychotherapy' };
const at = '2026-11-20T23:12:00.000Z';

function inquiryOf(answer: PayerAnswer, over: Partial<Inquiry> = {}): Inquiry {
  const coverage = normalizeCoverage(answer);
  const id = '3f0c1d2e-0000-4000-8000-000000000001';
  return {
    id,
    status: 'complete',
    created_at: at,
    updated_at: at,
    as_of_date: null,
    payer: { id, name: 'SUNFLOWER' },
    payer_name_override: null,
    provider: { id, name: 'Harbor House' },
    user: { id, name: 'Robin Ashby' },
    source: 'availity',
    source_name: 'Availity',
    is_hidden: false,
    had_reimbursement: false,
    plan_status: coverage.plan?.status ?? null,
    plan_state: 'active',
    may_be_somebody_else: false,
    remote_errors: {},
    person_id: null,
    submission: { provider_id: id, payer_id: id, patientFirstName: 'Marlow', patientLastName: 'Quillfeather', memberId: 'XZA' },
    answered_at: at,
    asked: null,
    asked_under: null,
    related: [],
    coverage,
    warnings: coverageWarnings({
      coverage,
      submission: {},
      asOfDate: null,
      createdAt: new Date(at),
      answeredAt: new Date(at),
      now: new Date(at),
      askedUnder: null,
    }),
    ...over,
  };
}

test('an answer is some twelve lines: who, whether, when and through whom, money left, levels of care, what is open, and the reminder', () => {
  const lines = chartLines(
    inquiryOf(
      anAnswer({
        plans: [aPlan({ name: 'Gold PPO', status: { code: '1', text: 'Active Coverage' } })],
        lines: [
          aLine({ kind: 'C', level: IND, amount: '750', period: CALENDAR_YEAR, network: 'in' }),
          aLine({ kind: 'C', level: IND, amount: '675', period: REMAINING, network: 'in' }),
          aLine({ service: PSYCHOTHERAPY, kind: 'B', amount: '30', period: VISIT, network: 'in', authorization: 'no' }),
          aLine({ service: PSYCHOTHERAPY, kind: 'I', network: 'out' }),
        ],
      }),
    ),
    ZONE,
  );

  expect(lines[0]).toBe('Marlow Quillfeather · member ID XZA');
  expect(lines[1]).toMatch(/^Active: .*Gold PPO/);
  expect(lines[2]).toBe(
    'Checked 11/20/2026, 6:12 PM EST (America/New_York) for 11/20/2026 (day of asking), SUNFLOWER through Availity, reference 3f0c1d2e-0000-4000-8000-000000000001',
  );
  expect(lines).toContain('Deductible: in network $675.00 left of $750.00 (individual); out of network not stated');
  expect(lines).toContain('Out-of-pocket limit: in network not stated; out of network not stated');
  expect(lines).toContain(
    'Outpatient: in network $30.00 a visit, authorization not required; out of network NOT COVERED; limit not stated',
  );
  expect(lines.filter((line) => /^(?:Detox|Residential|Partial Hosp\.|Intensive OP|Outpatient): /.test(line))).toHaveLength(5);
  expect(lines.at(-2)).toMatch(/^Known \d+ of 70: /);
  expect(lines.at(-1)).toMatch(/no guarantee/);
  expect(lines.length).toBeLessThanOrEqual(17);
});

test('what is out of date stands in the past', () => {
  const lines = chartLines(inquiryOf(answerOf(aLine({})), { status: 'expired' }), ZONE);

  expect(lines[1]).toBe('This inquiry was last verified on 11/20/2026 and is out of date. Please resubmit for the most current data.');
  expect(lines[2]).toMatch(/^(?:Was active on 11\/20\/2026|On 11\/20\/2026 the payer)/);
  expect(lines[3]).toMatch(/^Last verified 11\/20\/2026/);
  expect(lines.join('\n')).not.toMatch(/^(?:Active|Checked)\b/m);
});

test('what another company handles names it, and no amount of the plan stands for it', () => {
  const company = anEntity({ name: 'SABLE BEHAVIORAL', contacts: [{ name: null, info: [{ label: 'Phone', value: '800-555-0142' }] }] });
  const lines = chartLines(
    inquiryOf(
      answerOf(
        aLine({ service: MENTAL_HEALTH, kind: 'U', entities: [company] }),
        aLine({ kind: 'A', percent: '20', network: 'in' }),
        aLine({ kind: 'C', level: IND, amount: '750', period: CALENDAR_YEAR, network: 'in' }),
      ),
    ),
    ZONE,
  );

  expect(lines).toContain('Detox: handled by SABLE BEHAVIORAL, ask there');
  expect(lines.join('\n')).not.toContain('20 %');
  const money = lines.findIndex((line) => line.startsWith('Deductible'));
  expect(lines[money - 1]).toBe('Of the medical plan: behavioral care is with SABLE BEHAVIORAL, which may have its own limits.');
  expect(lines.some((line) => line.startsWith('Important: ') && line.includes('800-555-0142'))).toBe(true);
});

test('of several plans the leading one is told, and of the others what differs', () => {
  const plans = [
    aPlan({ name: 'Silver', status: { code: '6', text: 'Inactive' } }),
    aPlan({ name: 'Gold', status: { code: '1', text: 'Active Coverage' } }),
  ];
  const lines = chartLines(inquiryOf(anAnswer({ plans, lines: [aLine({ kind: 'B', amount: '5' })] })), ZONE);

  expect(lines[1]).toContain('Gold');
  expect(lines.find((line) => line.startsWith('Other plan, '))).toMatch(/^Other plan, Silver: Status Inactive/);
});

test('the plan that a person chose to see is told in every line, the leading one among the others', () => {
  const plans = [
    aPlan({ name: 'Gold', status: { code: '1', text: 'Active Coverage' } }),
    aPlan({ name: 'Silver', status: { code: '6', text: 'Inactive' } }),
  ];
  const inquiry = inquiryOf(anAnswer({ plans, lines: [aLine({ plan: 1, kind: 'B', amount: '5' })] }));
  const second = inquiry.coverage?.plans[1];
  if (!second) throw new Error('no second plan');
  const told = tellingOf(inquiry, second);
  const lines = chartLines(told, ZONE);

  expect([told.plan_state, told.plan_status]).toEqual(['inactive', 'Inactive']);
  expect(lines.find((line) => line.includes('Silver'))).toMatch(/^Not active: .*Silver/);
  expect(lines.find((line) => line.startsWith('Other plan, '))).toMatch(/^Other plan, Gold: /);
});

test('what a level leaves out stands on its line', () => {
  const [rtc] = chartLines(
    inquiryOf(answerOf(aLine({ service: MENTAL_HEALTH, kind: 'I', network: 'out' }), aLine({ kind: 'A', percent: '20' }))),
    ZONE,
  ).filter((line) => line.startsWith('Residential'));

  expect(rtc).toMatch(/; 1 not covered out of network$/);
});

test('a number sent as bare digits is told as one reads it aloud', () => {
  const company = anEntity({ name: 'SABLE BEHAVIORAL', contacts: [{ name: null, info: [{ label: 'Phone', value: '8005550142' }] }] });
  const lines = chartLines(inquiryOf(answerOf(aLine({ service: MENTAL_HEALTH, kind: 'U', entities: [company] }))), ZONE);

  expect(lines.find((line) => line.startsWith('Important: '))).toContain(', call (800) 555-0142. ');
  expect(lines.find((line) => line.startsWith('Known '))).toMatch(/Call SABLE BEHAVIORAL \(800\) 555-0142$/);
});

test('an answer without coverage has no line of a plan', () => {
  const lines = chartLines(inquiryOf(answerOf(), { coverage: null, status: 'expired', warnings: [] }), ZONE);

  expect(lines.join('\n')).not.toMatch(/Deductible|Known/);
  expect(lines).toContain('The payer sent no coverage.');
});

test('whatever the answer, no line has a figure that stands nowhere in the answer', () => {
  fc.assert(
    fc.property(arbitraryCareAnswer(), (answer) => {
      const inquiry = inquiryOf(answer);
      const said = JSON.stringify(inquiry);
      const figures = chartLines(inquiry, ZONE)
        .filter((line) => !/^(?:Known|Checked|\d+ more)/.test(line))
        .flatMap((line) => [...line.matchAll(/\$?\d[\d,]*(?:\.\d+)?/g)].map(([figure]) => figure))
        .map((figure) => figure.replaceAll(/[$,]/g, '').replace(/\.00$|0$(?<=\.\d+)/, ''));
      expect(figures.filter((figure) => !said.includes(figure) && !said.includes(figure.split('/').toReversed().join('-')))).toEqual([]);
    }),
  );
});

test('whatever the answer, a plan whose behavioural care another company handles has no value of its own in the levels of care', () => {
  fc.assert(
    fc.property(arbitraryCareAnswer(), (answer) => {
      const inquiry = inquiryOf(answer);
      const plan = inquiry.coverage?.plan;
      if (!inquiry.coverage || !plan) return;
      const companies = behaviouralAdministrators(inquiry.coverage, plan).filter(({ subject }) => subject === 'behavioural');
      if (companies.length === 0) return;
      const levels = chartLines(inquiry, ZONE).filter((line) =>
        /^(?:Detox|Residential|Partial Hosp\.|Intensive OP|Outpatient): /.test(line),
      );
      expect(levels).toHaveLength(5);
      for (const line of levels) expect(line).toMatch(/: handled by .*, ask there$/);
    }),
  );
});

test('a single value carries network, service, payer and day', () => {
  const inquiry = inquiryOf(answerOf(aLine({ service: PSYCHOTHERAPY, kind: 'B', amount: '30', period: VISIT, network: 'in' })));
  const [line] = (inquiry.coverage?.plan?.benefit_groups ?? []).flatMap(({ benefits }) => benefits);
  if (!line) throw new Error('no line');

  expect(chartLine(line, 'Psychotherapy', inquiry, ZONE)).toBe(
    'Co-payment $30.00 a visit, in network, said for Psychotherapy, by SUNFLOWER, checked 11/20/2026',
  );
});

test('where another payer pays first, whose the amounts are stands above them', () => {
  const first = anEntity({ name: 'ELM MUTUAL', role: { code: 'PRP', text: 'Primary Payer' } });
  const lines = chartLines(inquiryOf(answerOf(aLine({ kind: 'R', entities: [first] }))), ZONE);
  const place = lines.indexOf('Another payer pays first: these amounts are those of the payer that was asked.');
  expect(place).toBeGreaterThan(0);
  expect(lines[place + 1]).toMatch(/^Deductible/);
});
