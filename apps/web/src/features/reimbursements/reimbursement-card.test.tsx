import type { ReimbursementReport } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '#lib/query-client.ts';
import { aUser } from '../../samples.test-kit.ts';
import { maySeeReimbursements } from './may-see-reimbursements.ts';
import { ReimbursementCard } from './reimbursement-card.tsx';

function aReport(over: Partial<ReimbursementReport> = {}): ReimbursementReport {
  return {
    local_allowable: false,
    match_level: 3,
    avg: '61.20',
    dtx: '70.00',
    rtc: '65.10',
    php: null,
    iop: '58.00',
    op: '52.333',
    sample_size: 48,
    newest_upload: '2026-10-01T12:00:00.000Z',
    ...over,
  };
}

function show(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer());
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ReimbursementCard inquiryId="01JB0000000000000000000001" />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const report =
  (over: Partial<ReimbursementReport> = {}) =>
  () =>
    Response.json({ report: aReport(over) });

test('shares have two decimals, a missing one is not stated, and the basis stands beside them', async () => {
  show(report());
  expect(await screen.findByText('61.20 %')).toBeTruthy();
  expect(screen.getByText('52.33 %')).toBeTruthy();
  expect(screen.getByText('not stated')).toBeTruthy();
  expect(screen.getByText(/paid out of network, from 48 past payments, newest data of 10\/01\/2026/)).toBeTruthy();
});

test.each([
  [2, 'No Group Number data was available. Showing all reimbursement data for the Employer.'],
  [1, 'No Employer data was available. Showing all reimbursement data for the Alpha Prefix.'],
] as const)('match level %s is explained', async (level, notice) => {
  show(report({ match_level: level }));
  expect(await screen.findByText(notice)).toBeTruthy();
});

test('a local allowable shows in place of all shares', async () => {
  show(report({ local_allowable: true, match_level: null, avg: null }));
  expect(await screen.findByText('Local Allowable')).toBeTruthy();
  expect(screen.queryByText(/%/)).toBeNull();
});

test('no data says that there is no estimate', async () => {
  show(() => Response.json({ report: null }));
  expect(await screen.findByText('There is currently no reimbursement estimate available for this inquiry.')).toBeTruthy();
});

test('another failure is not taken for a missing estimate', async () => {
  show(() => Response.json({ errors: {} }, { status: 500 }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByText(/no reimbursement estimate/)).toBeNull();
});

test.each([
  ['permission and feature', { perm_reimbursements: true, has_feature_reimbursement: true }, true],
  ['permission and override', { perm_reimbursements: true, has_override_reimbursement: true }, true],
  ['permission alone', { perm_reimbursements: true }, false],
  ['feature alone', { has_feature_reimbursement: true, has_override_reimbursement: true }, false],
] as const)('a user with %s', (_who, facts, sees) => {
  expect(maySeeReimbursements(aUser(facts))).toBe(sees);
});
