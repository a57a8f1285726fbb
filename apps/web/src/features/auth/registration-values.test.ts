import { expect, test } from 'vitest';
import { REGISTRATION_FIELDS, registrationStart } from './registration-values.ts';

test('without saved info every field starts empty and nothing is agreed to', () => {
  const values = registrationStart(null);

  expect(Object.keys(values).toSorted()).toEqual([...REGISTRATION_FIELDS].toSorted());
  expect(Object.values(values).filter((value) => value !== '')).toEqual([false]);
});

test('saved info fills the form in, with its numbers as digits and nulls as empty fields', () => {
  const values = registrationStart({
    organization_name: 'Juniper Practice',
    first_name: 'Ida',
    last_name: null,
    email: 'ida@juniper.test',
    phone: '(555) 010-2233',
    provider_name: 'Juniper East',
    provider_npi: '1234567893',
    provider_tax_id: '12-3456789',
  });

  expect(values).toEqual({
    organization_name: 'Juniper Practice',
    first_name: 'Ida',
    last_name: '',
    email: 'ida@juniper.test',
    phone: '5550102233',
    password: '',
    provider_name: 'Juniper East',
    provider_npi: '1234567893',
    provider_tax_id: '123456789',
    agree: false,
  });
});
