import type { X12Transaction } from '@coverlight/contract/admin/admin-x12.contract.ts';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { X12ReadingView } from './x12-reading.tsx';

const transaction = (control_number: string, segments: number): X12Transaction => ({
  code: '270',
  control_number,
  version: null,
  segments: Array.from({ length: segments }, (_, position) => ({ text: `HL*${position}`, position, place: null, loop: null, line: null })),
  counts: null,
  problems: [],
  coverages: [],
  rejections: [],
  words: [],
});
const show = (...transactions: X12Transaction[]) =>
  render(
    <MantineProvider>
      <X12ReadingView reading={{ problems: [], words: [], transactions }} />
    </MantineProvider>,
  );

test('of a file with more segments than a screen takes whole transactions are shown, and how to see the others', () => {
  show(transaction('0001', 3), transaction('0002', 4_998), transaction('0003', 1));
  expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual(['270 0001']);
  expect(screen.getByRole('alert').textContent).toContain('1 of 3 are shown');
  expect(screen.getByRole('alert').textContent).toContain('npm run x12:read');
});

test('a file that fits is shown whole, without such a notice', () => {
  show(transaction('0001', 3), transaction('0002', 1));
  expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual(['270 0001', '270 0002']);
  expect(screen.queryByRole('alert')).toBeNull();
});
