import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query-client.ts';
import { setCurrentUser } from '#lib/session.ts';
import { anId, aUser } from '../../samples.test-kit.ts';
import { aChange } from '../persons/persons-samples.test-kit.ts';
import {
  aBenefit,
  aCoverage,
  aGroup,
  AN_INQUIRY_ID,
  anInquiry,
  aPayer,
  aPlan,
  aStatus,
  aWarning,
  copay,
} from './coverage/coverage-fixtures.ts';
import { InquiryDetailPage } from './inquiry-detail-page.tsx';

// Finding by role asks every element for its styles, which is slow in a page of this size.
vi.setConfig({ testTimeout: 20_000 });

/** Answers of the server by the end of the path; what is not listed is a 404. */
type Answers = Record<string, () => Response>;
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  queryClient.clear();
  setCurrentUser(aUser());
});

const notFound = () => Response.json({ errors: {} }, { status: 404 });

async function show(inquiry: Inquiry | (() => Response), answers: Answers = {}) {
  const given: Answers = { [AN_INQUIRY_ID]: typeof inquiry === 'function' ? inquiry : () => Response.json({ inquiry }), ...answers };
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const path = new URL(url, 'http://test').pathname;
    return (Object.entries(given).find(([end]) => path.endsWith(end))?.[1] ?? notFound)();
  });
  const root = createRootRoute();
  const detail = createRoute({ getParentRoute: () => root, path: '/inquiries/$id', component: InquiryDetailPage });
  const other = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>Somewhere else</p> });
  const router = createRouter({
    routeTree: root.addChildren([detail, other]),
    history: createMemoryHistory({ initialEntries: [`/inquiries/${AN_INQUIRY_ID}`] }),
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText(/Benefits check|Somewhere else/);
  // The lines come after the answer itself.
  await waitFor(() => expect(document.querySelector('[data-visible].mantine-Skeleton-root')).toBeNull(), { timeout: 10_000 });
  return router;
}

const withPlan = (over: Parameters<typeof aPlan>[0]) => anInquiry({ coverage: aCoverage({ plans: [aPlan(over)] }) });

test('the answer comes first: who, the sentence, when with the zone, for which date, through which clearinghouse, for what', async () => {
  await show(anInquiry({ asked_under: 'Coverlight Health' }));

  const answer = within(screen.getByRole('region', { name: 'Answer' }));
  expect(answer.getByText('Odalys Merriweather')).toBeTruthy();
  expect(answer.getByText('Active: Evergreen Mutual Evergreen Choice PPO, covered from 03/01/2024 to 12/31/2026.')).toBeTruthy();
  expect(answer.getByText('11/20/2026, 11:12 PM UTC')).toBeTruthy();
  expect(answer.getByText('for 11/20/2026 (day of asking)')).toBeTruthy();
  expect(answer.getByText(/through Availity$/)).toBeTruthy();
  expect(screen.getAllByText('Health Benefit Plan Coverage (30), Mental Health (MH)').length).toBeGreaterThan(0);
  expect(screen.getByText('Asked under Coverlight Health; network facts may differ for your facility')).toBeTruthy();
});

test('the window is named after the screen, never after the patient', async () => {
  await show(anInquiry());
  expect(document.title).toBe('Benefits check · Coverlight');
});

test.each(['draft', 'pending', 'max-retry', 'unknown', 'cancel', 'error', 'failure'] as const)(
  'an inquiry that is %s is not found',
  async (status) => {
    const router = await show(anInquiry({ status, coverage: null, answered_at: null }));
    expect(router.state.location.pathname).toBe('/404');
  },
);

test('an inquiry that does not load is not found', async () => {
  const router = await show(notFound);
  expect(router.state.location.pathname).toBe('/404');
});

test('a warning that names a company is one line with the way to check it, and opens to reason and number', async () => {
  const user = userEvent.setup();
  await show(anInquiry({ warnings: [aWarning()] }));

  const heading = screen.getByRole('heading', { name: 'Behavioral health is handled by Lantern Behavioral' });
  const item = within(heading.closest('li') ?? document.body);
  expect(item.getByText('Important')).toBeTruthy();
  expect(item.getByRole('link', { name: 'Check that company now' }).getAttribute('href')).toMatch(
    new RegExp(`^/inquiries/${AN_INQUIRY_ID}/copy\\?other=`),
  );
  expect(item.getAllByRole('link', { name: '800-555-0199' })).toHaveLength(1);
  await user.click(item.getByRole('button', { name: 'Behavioral health is handled by Lantern Behavioral' }));
  expect(item.getByText('MENTAL HEALTH BENEFITS ARE ADMINISTERED BY LANTERN BEHAVIORAL')).toBeTruthy();
  expect(item.getAllByRole('link', { name: '800-555-0199' }).at(-1)?.getAttribute('href')).toBe('tel:8005550199');
  expect(item.getByText('LBH-88213')).toBeTruthy();
});

test('a warning without such a company has its number to call on the line', async () => {
  await show(anInquiry({ warnings: [aWarning({ kind: 'at-risk' })] }));

  expect(screen.getByRole('link', { name: '800-555-0199' }).getAttribute('href')).toBe('tel:8005550199');
  expect(screen.queryByRole('link', { name: /^Check .* now$/ })).toBeNull();
});

test('a warning that rests on many lines shows a few of them and the rest on wish', async () => {
  const user = userEvent.setup();
  const words = Array.from({ length: 9 }, (_, index) => `EXCLUDED SERVICE ${index}`);
  await show(anInquiry({ warnings: [aWarning({ payer_words: words })] }));
  await user.click(screen.getByRole('button', { name: aWarning().title }));
  expect(screen.queryByText('EXCLUDED SERVICE 8')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show 5 more' }));
  expect(screen.getByText('EXCLUDED SERVICE 8')).toBeTruthy();
});

test('three warnings are lines of their own, the others are counted and one press away', async () => {
  const user = userEvent.setup();
  const warnings = Array.from({ length: 5 }, (_, index) => aWarning({ title: `Warning ${index}`, line_ids: [`line.${index}`] }));
  await show(anInquiry({ warnings }));

  expect(screen.getByRole('button', { name: 'Warning 2' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Warning 3' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '2 more to know' }));
  expect(screen.getByRole('button', { name: 'Warning 4' })).toBeTruthy();
});

test('a level of care is one line that opens to every fact with its lines, in both networks', async () => {
  const user = userEvent.setup();
  await show(anInquiry());
  const grid = within(screen.getByRole('table', { name: /by level of care and network/ }));

  const line = grid.getByRole('row', { name: /^Partial Hosp/ });
  expect(within(line).getAllByRole('cell')).toHaveLength(5);
  expect(grid.queryByText('Out-of-pocket limit')).toBeNull();
  await user.click(within(line).getByRole('button', { name: /^Partial Hosp\., all that was said/ }));
  expect(grid.getAllByText('Out-of-pocket limit')).toHaveLength(2);
});

test('what is not known is counted, put as questions, and what was not asked can be asked', async () => {
  const inquiry = anInquiry();
  const coverage = { ...inquiry.coverage, service_types: { asked: ['MH'], answered: ['MH'], silent: [] } } as Inquiry['coverage'];
  await show({ ...inquiry, coverage });

  const open = within(screen.getByRole('region', { name: 'What is still unknown' }));
  expect(open.getByText(/^Known \d+ of 70$/)).toBeTruthy();
  expect(open.getByText('Is prior authorization needed?')).toBeTruthy();
  expect(open.getByRole('link', { name: 'ask for these levels of care' }).getAttribute('href')).toBe(`/inquiries/${AN_INQUIRY_ID}/copy`);
});

test('what is left of both limits stands in both networks, each with the line it comes from', async () => {
  await show(anInquiry());
  const money = within(screen.getByRole('region', { name: 'Money left' }));
  expect(money.getByRole('button', { name: /^Deductible, in network, individual:\s?\$1,087\.50 left of \$1,500\.00/ })).toBeTruthy();
  expect(money.getByRole('button', { name: /^Deductible, out of network, individual:\s?\$3,000\.00 left of \$3,000\.00/ })).toBeTruthy();
});

test('another payer shows its order, member id and phone as far as the payer said so', async () => {
  const other = aPayer({
    name: 'Harborlight Mutual',
    primary: true,
    member_id: 'HL-2207',
    contacts: [{ name: null, category: null, info: ['Phone: 800-555-0161'] }],
  });
  await show(withPlan({ additional_payer_info: [other] }));

  const name = screen.getByText('Harborlight Mutual');
  const card = within(name.parentElement?.parentElement ?? document.body);
  expect(card.getByText('Primary')).toBeTruthy();
  expect(card.getByText('HL-2207')).toBeTruthy();
  expect(card.getByText('Phone: 800-555-0161')).toBeTruthy();
});

test('an expired inquiry says so in place of the line about fresh data', async () => {
  await show(anInquiry({ status: 'expired', answered_at: '2026-08-01T12:00:00.000Z' }));

  const notice = 'This inquiry was last verified on 08/01/2026 and is out of date. Please resubmit for the most current data.';
  expect(screen.getByText(notice)).toBeTruthy();
  expect(screen.queryByText('Checked')).toBeNull();
});

test('an answer without plan names both things that are missing', async () => {
  await show(anInquiry({ coverage: aCoverage({ plans: [], plan: null, also_said: [] }) }));

  expect(screen.getByText('No active status returned from the payer')).toBeTruthy();
  expect(screen.getByText('No benefit details returned from the payer')).toBeTruthy();
  expect(screen.queryByText('Inactive')).toBeNull();
});

test('an active plan about whose costs nothing was said reads not stated, never zero', async () => {
  const group = aGroup('30', 'Health Benefit Plan Coverage', {
    status: 'Active Coverage',
    status_code: '1',
    status_details: [aStatus('Active Coverage', '1')],
  });
  await show(withPlan({ benefit_groups: [group] }));

  const levels = screen.getByRole('table', { name: /by level of care and network/ });
  const row = within(levels).getByRole('row', { name: /^Detox/ });
  expect(row.textContent).toContain('not stated');
  expect(document.body.textContent).not.toContain('$0');
});

test('a limit of 999,999.99 reads no limit and keeps what was sent', async () => {
  const unlimited = aBenefit('outOfPocket', 'inNetwork', {
    amount: '999999.99',
    unit: 'usd',
    total: '999999.99',
    no_limit: true,
    level: 'Individual',
    level_code: 'IND',
  });
  await show(withPlan({ benefit_groups: [aGroup('30', 'Health Benefit Plan Coverage', { benefits: [unlimited] })] }));

  const limits = screen.getByRole('table', { name: /Deductible and out-of-pocket limit of the plan/ });
  expect(within(limits).getByText(/^no limit \(payer sent \$?999,999\.99\)$/)).toBeTruthy();
});

test('total, met and remaining stand side by side for both networks', async () => {
  await show(anInquiry());

  const limits = screen.getByRole('table', { name: /Deductible and out-of-pocket limit of the plan/ });
  const cells = within(within(limits).getByRole('row', { name: /^Deductible\s*Individual/ })).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual([
    '$1,500.00Calendar Year',
    '$412.50',
    '$1,087.50',
    '$3,000.00Calendar Year',
    '$0.00',
    '$3,000.00',
  ]);
});

test('a number opens the line that it comes from, by keyboard, and gives the focus back', async () => {
  const user = userEvent.setup();
  await show(anInquiry());
  const limits = screen.getByRole('table', { name: /Deductible and out-of-pocket limit of the plan/ });
  const [met] = within(limits).getAllByRole('button', { name: 'Deductible, met $412.50: where this comes from' });
  met?.focus();
  await user.keyboard('{Enter}');

  const dialog = within(await screen.findByRole('dialog', { name: 'Where this comes from' }));
  expect(dialog.getByText('DEDUCTIBLE APPLIES TO FACILITY CHARGES')).toBeTruthy();
  expect(dialog.getByText('Met (total minus remaining)')).toBeTruthy();
  expect(dialog.queryByText(/benefits\.\d/)).toBeNull();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(met);
});

test('Escape closes the line behind a number also while the focus is not in it', async () => {
  const user = userEvent.setup();
  await show(anInquiry());
  const [met] = screen.getAllByRole('button', { name: 'Deductible, met $412.50: where this comes from' });
  met?.focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog', { name: 'Where this comes from' });

  met?.focus();
  await user.keyboard('{Escape}');

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(met);
});

test('the line behind a number can be copied, and shows no raw data to who is no admin', async () => {
  const user = userEvent.setup();
  await show(anInquiry());
  const [met] = screen.getAllByRole('button', { name: 'Deductible, met $412.50: where this comes from' });
  met?.focus();
  await user.keyboard('{Enter}');

  const dialog = within(await screen.findByRole('dialog', { name: 'Where this comes from' }));
  await user.click(dialog.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toMatch(
    /^Deductible .*\$412\.50, .*, in network, .*, said for .*, by .*, checked \d\d\/\d\d\/\d{4}$/,
  );
  expect(dialog.queryByRole('button', { name: /^As it was sent/ })).toBeNull();
});

test('an admin opens what was sent for the line, which is asked for only then; what cannot be found is said in words', async () => {
  setCurrentUser(aUser({ is_admin: true }));
  const user = userEvent.setup();
  let piece: unknown = { amount: '412.50', note: 'AS SENT' };
  await show(anInquiry(), { 'raw-line': () => Response.json({ piece }) });
  const open = async () => {
    const [met] = screen.getAllByRole('button', { name: 'Deductible, met $412.50: where this comes from' });
    met?.focus();
    await user.keyboard('{Enter}');
    return within(await screen.findByRole('dialog', { name: 'Where this comes from' }));
  };

  const dialog = await open();
  expect(asked.some((url) => url.includes('raw-line'))).toBe(false);
  await user.click(dialog.getByRole('button', { name: /^As it was sent/ }));
  expect(await dialog.findByText(/AS SENT/)).toBeTruthy();

  await user.keyboard('{Escape}');
  queryClient.removeQueries({ queryKey: ['admin', 'raw-line'] });
  piece = null;
  const again = await open();
  await user.click(again.getByRole('button', { name: /^As it was sent/ }));
  expect(await again.findByText(/This line cannot be found in what was sent/)).toBeTruthy();
});

test('the overview follows the filters as the benefits do, and what they hide is not called unstated', async () => {
  const user = userEvent.setup();
  await show(anInquiry());
  const limits = () => within(screen.getByRole('table', { name: /Deductible and out-of-pocket limit of the plan/ }));
  const levels = () => within(screen.getByRole('table', { name: /by level of care and network/ }));

  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(screen.getByRole('checkbox', { name: 'In network' }));
  expect(limits().queryByRole('columnheader', { name: 'Out of network' })).toBeNull();
  expect(levels().queryByRole('columnheader', { name: 'Out of network' })).toBeNull();
  expect(levels().getByRole('columnheader', { name: 'In network' })).toBeTruthy();

  await user.click(screen.getByRole('checkbox', { name: 'Co-payment' }));
  const deductible = limits().getByRole('row', { name: /^Deductible/ });
  expect(deductible.textContent).toContain('filtered away');
  expect(deductible.textContent).not.toContain('not stated');
});

test('a limit that the payer did not state for the plan has a row that says so', async () => {
  const deductible = aBenefit('deductibles', 'inNetwork', { amount: '500', unit: 'usd', level: 'Individual', level_code: 'IND' });
  await show(withPlan({ benefit_groups: [aGroup('30', 'Health Benefit Plan Coverage', { benefits: [deductible] })] }));

  const limits = screen.getByRole('table', { name: /Deductible and out-of-pocket limit of the plan/ });
  expect(within(limits).getByRole('row', { name: /^Out-of-pocket limit/ }).textContent).toContain('not stated');
});

test('of two plans one leads, and the other is a line of what differs with the switch to it', async () => {
  const user = userEvent.setup();
  const dental = aPlan({ name: 'Evergreen Dental Basic', status: 'Inactive', status_code: '6', number: 'DN-1', benefit_groups: [] });
  await show(anInquiry({ coverage: aCoverage({ plans: [aPlan(), dental] }) }));

  const plans = within(screen.getByRole('region', { name: '2 plans' }));
  expect(plans.getByText('Evergreen Dental Basic')).toBeTruthy();
  const words = plans.getByRole('button', { name: /^Evergreen Dental Basic / });
  await user.click(words);
  expect(words.getAttribute('aria-expanded')).toBe('true');
  expect(plans.getByText(/Deductible in network not stated/)).toBeTruthy();
  await user.click(plans.getByRole('button', { name: 'Show plan 2' }));
  const answer = within(screen.getByRole('region', { name: 'Answer' }));
  expect(answer.getByText(/^Not active: .*Evergreen Dental Basic/)).toBeTruthy();
  expect(answer.getByText('Inactive')).toBeTruthy();
  expect(screen.getByText('DN-1')).toBeTruthy();
  expect(screen.getByText('No benefit details returned from the payer')).toBeTruthy();
});

test('services that are not behavioural health are folded, counted and one click away', async () => {
  const user = userEvent.setup();
  await show(anInquiry());

  expect(screen.queryByRole('button', { name: 'Dental Care' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show 2 other services' }));
  expect(screen.getByRole('button', { name: 'Dental Care' })).toBeTruthy();
});

test('a closed service renders no lines until it is opened', async () => {
  const user = userEvent.setup();
  const many = Array.from({ length: 500 }, (_, index) => copay('inNetwork', `${index}.00`, { description: `Tier ${index}` }));
  const groups = [
    aGroup('30', 'Health Benefit Plan Coverage', { benefits: many.slice(0, 5) }),
    aGroup('MH', 'Mental Health', { benefits: many }),
  ];
  await show(withPlan({ benefit_groups: groups }));

  const toggle = screen.getByRole('button', { name: 'Mental Health' });
  expect(screen.queryByRole('table', { name: 'Amounts of Mental Health' })).toBeNull();
  await user.click(toggle);
  expect(screen.getByRole('table', { name: 'Amounts of Mental Health' })).toBeTruthy();
});

test('words from outside stay words: no markup, no turned reading direction, and long ones are cut until asked for', async () => {
  const user = userEvent.setup();
  const hostile = `<img src=x onerror="alert(1)">\u202E${'A'.repeat(500)}`;
  await show(withPlan({ name: '<b>Plan</b> \u202Egnp', notes: [hostile] }));

  const more = screen.getByRole('button', { name: 'Show more' });
  expect(document.querySelector('img, b')).toBeNull();
  expect(document.body.textContent).toContain('<img src=x onerror="alert(1)">');
  expect(document.body.textContent).not.toContain('\u202E');
  expect(screen.getByText(/Active: .*<b>Plan<\/b> gnp/)).toBeTruthy();
  await user.click(more);
  expect(screen.getByRole('button', { name: 'Show less' })).toBeTruthy();
});

test('what was typed and what the payer has stand beside each other where they differ', async () => {
  const user = userEvent.setup();
  const inquiry = anInquiry();
  const differs = {
    kind: 'records-differ' as const,
    severity: 'warning' as const,
    title: 'Update your records',
    payer_words: [],
    action: '',
    facts: [],
    line_ids: [],
  };
  await show({ ...inquiry, warnings: [differs], submission: { ...inquiry.submission, patientBirthDate: '1991-04-18' } });

  await user.click(screen.getByRole('button', { name: 'Update your records' }));
  const table = within(screen.getByRole('table', { name: /your record differs/ }));
  expect(table.getByRole('row', { name: 'Date of birth 04/18/1991 04/17/1991' })).toBeTruthy();
});

test('what no other place fits is under also said by the payer', async () => {
  await show(anInquiry());
  expect(screen.getByRole('heading', { name: 'Also said by the payer' })).toBeTruthy();
  expect(screen.getByText('Something of a kind nobody defined')).toBeTruthy();
});

test('admins can open the raw data of plan and benefit boxes, others cannot', async () => {
  const user = userEvent.setup();
  await show(anInquiry());
  expect(screen.queryByText('Raw data')).toBeNull();
  cleanup();
  setCurrentUser(aUser({ is_admin: true }));
  await show(anInquiry());
  const [ofPlan, ...ofBenefits] = screen.getAllByRole('button', { name: 'Raw data' });
  expect(ofBenefits.length).toBeGreaterThan(1);
  await user.click(ofPlan ?? document.body);
  expect(screen.getByText(/"plan_network_name": "Evergreen National"/)).toBeTruthy();
});

test('a deductible of the service itself stands with its level of care', async () => {
  const user = userEvent.setup();
  const own = aBenefit('deductibles', 'inNetwork', {
    amount: '250.00',
    unit: 'usd',
    total: '250.00',
    level: 'Individual',
    level_code: 'IND',
  });
  await show(withPlan({ benefit_groups: [aGroup('BB', 'Partial Hospitalization (Psychiatric)', { benefits: [own] })] }));

  const levels = screen.getByRole('table', { name: /by level of care and network/ });
  expect(within(levels).getByRole('button', { name: /Partial Hosp\., limit:\s?Deductible \$250\.00/ })).toBeTruthy();
  await user.click(within(levels).getByRole('button', { name: /^Partial Hosp\., all/ }));
  expect(
    within(levels).getByText('Partial Hospitalization (Psychiatric): Deductible total $250.00 · In network · Individual'),
  ).toBeTruthy();
});

test('the network filter hides lines of the other network, counts them, and keeps lines for both', async () => {
  const user = userEvent.setup();
  await show(anInquiry());
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(screen.getByRole('checkbox', { name: 'In network' }));

  expect(screen.getByText(/^\d+ lines are filtered away\.$/)).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Amounts of Mental Health' });
  expect(within(table).queryByRole('columnheader', { name: 'Out of network' })).toBeNull();
  expect(screen.getByRole('table', { name: 'Amounts of Partial Hospitalization (Psychiatric)' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(screen.queryByText(/filtered away/)).toBeNull();
});

test('the PDF is asked for under the filters of the screen and in the zone of the browser', async () => {
  const user = userEvent.setup();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  await show(anInquiry(), { '/pdf': () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }) });
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(screen.getByRole('checkbox', { name: 'In network' }));
  await user.click(screen.getByRole('checkbox', { name: 'Deductible' }));
  await user.click(screen.getByRole('radio', { name: 'Family' }));
  await user.click(screen.getByRole('button', { name: 'Download PDF' }));

  const query = new URL(asked.find((url) => url.includes('/pdf')) ?? '', 'http://test').searchParams;
  expect(Object.fromEntries(query)).toEqual({ zone: 'UTC', level: 'Family', networks: 'inNetwork', payments: 'deductibles' });
});

test('the PDF of one page is asked for under the same filters', async () => {
  const user = userEvent.setup();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
  await show(anInquiry(), { '/pdf': () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }) });
  await user.click(screen.getByRole('button', { name: 'PDF of one page' }));

  const query = new URL(asked.find((url) => url.includes('/pdf')) ?? '', 'http://test').searchParams;
  expect(query.get('summary')).toBe('true');
});

const changed =
  (over: object = {}) =>
  () =>
    Response.json({
      before: { inquiry_id: anId(101), answered_at: '2026-10-22T15:00:00Z', source: 'availity' },
      not_comparable: [{ what: 'Mental health', why: 'it was not asked about this time' }],
      changes: [aChange({ before_line_ids: ['before.1'], after_line_ids: [] }), aChange({ code: 'accumulated', gravity: 'info' })],
      gravest: 'urgent',
      ...over,
    });

test('what changed is one line above the warnings, which opens to both sides, what to do, and what could not be compared', async () => {
  const user = userEvent.setup();
  const line = aBenefit('deductibles', 'inNetwork', { line_ids: ['before.1'], text: 'SAID BEFORE' });
  const plan = aPlan({ benefit_groups: [aGroup('30', 'Health', { benefits: [line] })] });
  const earlier = () => Response.json({ inquiry: anInquiry({ coverage: aCoverage({ plans: [plan] }) }) });
  await show(anInquiry({ warnings: [aWarning()] }), { '/changes': changed(), [anId(101)]: earlier });

  const section = await screen.findByRole('region', { name: 'What changed' });
  const inIt = within(section);
  const words = inIt.getByRole('button', { name: 'Since 10/22/2026: now inactive, and 1 more' });
  expect(section.compareDocumentPosition(screen.getByRole('region', { name: '1 thing to know first' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(inIt.queryByText('Ask the patient for other insurance.')).toBeNull();
  await user.click(words);
  expect((await inIt.findAllByText('Ask the patient for other insurance.')).length).toBeGreaterThan(0);
  expect(inIt.getAllByText('On 10/22/2026').length).toBeGreaterThan(0);
  expect(inIt.getByText('1 part could not be compared')).toBeTruthy();
  expect(inIt.getByText('Mental health: it was not asked about this time')).toBeTruthy();
  await user.click(inIt.getByRole('button', { name: 'Show the payer’s lines' }));
  expect(await inIt.findByText(/SAID BEFORE/)).toBeTruthy();
});

test('an answer with none before it says nothing of changes, nor one whose changes cannot be read', async () => {
  await show(anInquiry(), { '/changes': changed({ before: null, changes: [], gravest: null, not_comparable: [] }) });
  expect(screen.queryByRole('region', { name: 'What changed' })).toBeNull();
  cleanup();
  queryClient.clear();
  await show(anInquiry());
  expect(screen.queryByRole('region', { name: 'What changed' })).toBeNull();
});

test('that nothing changed is said', async () => {
  await show(anInquiry(), { '/changes': changed({ changes: [], gravest: null, not_comparable: [] }) });
  expect(await screen.findByRole('button', { name: 'Since 10/22/2026: nothing changed' })).toBeTruthy();
});

test('the answer leads to all checks of its patient', async () => {
  await show(anInquiry({ person_id: anId(50) }));
  expect(screen.getByRole('link', { name: 'All checks' }).getAttribute('href')).toBe(`/persons/${anId(50)}`);
});
