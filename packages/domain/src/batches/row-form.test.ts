import { expect, test } from 'vitest';
import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { rowForm } from './row-form.ts';

const field = (name: string, pattern: string | null) => ({
  name,
  label: name,
  allowed: true,
  required: false,
  pattern,
  maxLength: null,
  min: null,
  options: [],
  multiple: false,
  max_options: null,
});
const schemaOf = (pattern: string | null): PayerSchema => ({
  fields: [field('patientFirstName', pattern), field('patientLastName', pattern)],
  combos: [],
});
const OF = { provider_id: 'provider', payer_id: 'payer' };
const content = { first: 'Zoë', last: 'O’Neil' };

test('a payer that takes plain letters only is told a name in these, any other as it is written', () => {
  expect(rowForm(content, schemaOf("^[A-Za-z' -]+$"), OF)).toMatchObject({ patientFirstName: 'Zoe', patientLastName: "O'Neil" });
  expect(rowForm(content, schemaOf(null), OF)).toMatchObject({ patientFirstName: 'Zoë', patientLastName: 'O’Neil' });
});

test('what no plain letters mend stays as it is, and is refused', () => {
  expect(rowForm({ first: 'Zoë 2' }, schemaOf('^[A-Za-z]+$'), OF)).toMatchObject({ patientFirstName: 'Zoë 2' });
});
