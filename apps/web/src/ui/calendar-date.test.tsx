import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Instant } from './calendar-date.tsx';

test('an instant may break between day and time, never within the time', () => {
  const { container } = render(<Instant at="2026-03-02T20:04:00Z" zone="America/Los_Angeles" />);

  expect(container.textContent).toBe('03/02/2026, 12:04\u00a0PM');
});
