import type { InquiryRow } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aRow } from '../../samples.test-kit.ts';
import { inquiryColumns } from './inquiry-table.tsx';

const groundOf = (word: string) => screen.getByText(word).closest<HTMLElement>('[style*="background"]')?.style.background;

function show(over: Partial<InquiryRow>): string {
  cleanup();
  const column = inquiryColumns.find(({ id }) => id === 'status');
  render(<MantineProvider>{column?.cell(aRow(over))}</MantineProvider>);
  return document.body.textContent;
}

test('an answer is shown by what it says of the plan, never as "Complete"', () => {
  expect(show({})).toContain('Active');
  expect(show({ plan_state: 'inactive' })).toContain('Inactive');
  expect(show({ plan_state: 'not-stated', plan_status: null })).toContain('No status returned');
  for (const over of [{}, { may_be_somebody_else: true }, { status: 'expired' as const }]) expect(show(over)).not.toContain('Complete');
});

test('marks stand beside the status, and of an answer out of date nothing stands out', () => {
  show({ is_handled_elsewhere: true, is_other_payer_first: true, plan_state: 'inactive' });
  const loud = groundOf('Handled elsewhere');
  expect(groundOf('Other payer first')).toBe(loud);
  show({ is_handled_elsewhere: true, status: 'expired' });
  expect(groundOf('Handled elsewhere')).not.toBe(loud);
  expect(groundOf('Handled elsewhere')).toBe(groundOf('Was active on 03/02/2026'));
});

test('a check without an answer says where it stands', () => {
  expect(show({ status: 'draft', plan_state: null, plan_status: null })).toContain('Draft');
  expect(show({ status: 'cancel', plan_state: null, plan_status: null })).toContain('Stopped');
});

test('what changed since the answer before is a mark that names the gravest, unless all went on as usual', () => {
  const changes = { gravest: 'urgent' as const, codes: ['became-inactive' as const, 'plan-changed' as const] };
  expect(show({ changes })).toContain('Changed: now inactive');
  const loud = groundOf('Changed: now inactive');
  show({ changes, status: 'expired' });
  expect(groundOf('Changed: now inactive')).not.toBe(loud);
  expect(show({ changes: { gravest: 'info', codes: ['accumulated'] } })).not.toContain('Changed');
  expect(show({ changes: null })).not.toContain('Changed');
  expect(show({ changes, may_be_somebody_else: true })).not.toContain('Changed');
});
