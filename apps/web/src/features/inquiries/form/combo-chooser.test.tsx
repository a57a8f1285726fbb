import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aField, aSchema } from '../../../samples.test-kit.ts';
import { ComboChooser } from './combo-chooser.tsx';

const fields = [aField({ name: 'memberId', label: 'Member ID' }), aField({ name: 'patientSSN', label: 'Patient SSN' })];
const show = (combos: string[][], value: string) =>
  render(
    <MantineProvider>
      <ComboChooser schema={aSchema({ fields, combos })} value={value} onChange={() => {}} />
    </MantineProvider>,
  );

test('where a payer has no way without it, the form says what else it asks for', () => {
  show([['memberId', 'patientSSN']], 'memberId+patientSSN');

  expect(screen.getByText('This payer also asks for: patient SSN.')).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('of a way by the four identifiers nothing more is said', () => {
  show([['memberId'], ['memberId', 'patientSSN']], 'memberId');

  expect(screen.getAllByRole('radio')).toHaveLength(2);
  expect(screen.queryByText(/also asks/)).toBeNull();
});
