import { expect, test } from 'vitest';
import { applyingForm } from './payer-form.ts';

const CONFIGURED = ['first', 'second'];
const sourceOf = (sources: string[], order: string[] | null = null) =>
  applyingForm(
    sources.map((source) => ({ source })),
    order,
    CONFIGURED,
  )?.source;

test('what an admin edited comes before what any clearinghouse says', () => {
  expect(sourceOf(['first', 'admin', 'second'])).toBe('admin');
});

test('of several clearinghouses the one that is asked first is believed', () => {
  expect(sourceOf(['second', 'first'])).toBe('first');
  expect(sourceOf(['second', 'first'], ['second'])).toBe('second');
});

test('where nobody says anything there is no form', () => {
  expect(sourceOf([])).toBeUndefined();
});
