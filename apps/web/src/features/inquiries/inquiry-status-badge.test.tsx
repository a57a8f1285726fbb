import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StatusBadge } from '#ui/status-badge.tsx';
import { InquiryStatusBadge } from './inquiry-status-badge.tsx';

const groundOf = (word: string) => screen.getByText(word).closest<HTMLElement>('[style*="background"]')?.style.background;

test('an answer that may be about somebody else does not look like a fine one', () => {
  render(
    <MantineProvider>
      <InquiryStatusBadge status="complete" isSomebodyElse />
      <StatusBadge tone="neutral">neutral</StatusBadge>
      <StatusBadge tone="success">fine</StatusBadge>
    </MantineProvider>,
  );
  expect(groundOf('Complete')).toBe(groundOf('neutral'));
  expect(groundOf('Complete')).not.toBe(groundOf('fine'));
});

test('an answer about the patient asked for is complete in green', () => {
  render(
    <MantineProvider>
      <InquiryStatusBadge status="complete" />
      <StatusBadge tone="success">fine</StatusBadge>
    </MantineProvider>,
  );
  expect(groundOf('Complete')).toBe(groundOf('fine'));
});
