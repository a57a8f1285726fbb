import { INQUIRY_STATUSES, type StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { expect, test } from 'vitest';
import { afterSubmit, isOpen, mayDismiss, mayEdit, mayFollow, mayView, predecessorsOf } from './inquiry-status.ts';

test('an ended inquiry never changes, but a complete one may be completed further', () => {
  const ended: StoredInquiryStatus[] = ['unknown', 'cancel', 'error', 'failure'];
  for (const from of ended) expect(predecessorsOf('max-retry').includes(from) || predecessorsOf('complete').includes(from)).toBe(false);
  expect(predecessorsOf('complete')).toEqual(['pending', 'max-retry', 'complete']);
});

test('the table of transitions is the product’s', () => {
  const rows = (['draft', 'pending', 'max-retry', 'complete', 'unknown', 'cancel', 'error', 'failure'] as const).map((to) => [
    to,
    predecessorsOf(to).join(' '),
  ]);
  expect(Object.fromEntries(rows)).toEqual({
    draft: 'draft',
    pending: 'draft',
    'max-retry': 'pending',
    complete: 'pending max-retry complete',
    unknown: 'pending max-retry',
    cancel: 'pending max-retry',
    error: 'pending max-retry',
    failure: 'pending max-retry',
  });
});

test('nothing goes back to pending except a draft that is sent', () => {
  expect(predecessorsOf('pending')).toEqual(['draft']);
});

test('a draft is never cancelled and never complete by itself', () => {
  expect(mayFollow('draft', 'cancel')).toBe(false);
  expect(mayFollow('draft', 'complete')).toBe(false);
});

test('each status allows what the product says', () => {
  const table = Object.fromEntries(
    INQUIRY_STATUSES.map((status) => [status, [isOpen(status), mayView(status), mayEdit(status), mayDismiss(status)].map(Number).join('')]),
  );
  expect(table).toEqual({
    draft: '0010',
    pending: '1000',
    complete: '0100',
    'max-retry': '1000',
    unknown: '0000',
    expired: '0100',
    cancel: '0000',
    error: '0001',
    failure: '0001',
  });
});

test('the form goes where the answer leads', () => {
  expect(Object.fromEntries(INQUIRY_STATUSES.map((status) => [status, afterSubmit(status)]))).toEqual({
    draft: 'list',
    pending: 'stay',
    complete: 'detail',
    'max-retry': 'warn-and-list',
    unknown: 'stay',
    expired: 'stay',
    cancel: 'stay',
    error: 'stay',
    failure: 'stay',
  });
});
