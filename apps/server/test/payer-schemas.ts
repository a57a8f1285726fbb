import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';

/** The usual fields and two combos. */
export function aPayerSchema(over: Partial<PayerSchema> = {}): PayerSchema {
  const field = (name: string, label: string, more: Partial<PayerField> = {}): PayerField => ({
    name,
    label,
    allowed: true,
    required: false,
    pattern: null,
    maxLength: null,
    min: null,
    options: [],
    multiple: false,
    max_options: null,
    ...more,
  });
  return {
    fields: [
      field('memberId', 'Member ID', { maxLength: 80 }),
      field('patientFirstName', 'First Name', { maxLength: 35 }),
      field('patientLastName', 'Last Name', { maxLength: 60 }),
      field('patientBirthDate', 'Date of Birth'),
      field('asOfDate', 'As Of Date', { min: '2023-01-01' }),
      field('serviceType', 'Service Type', {
        required: true,
        multiple: true,
        max_options: 3,
        options: [
          { id: '30', name: 'Health Benefit Plan Coverage' },
          { id: 'MH', name: 'Mental Health' },
        ],
      }),
    ],
    combos: [
      ['memberId', 'patientBirthDate'],
      ['memberId', 'patientBirthDate', 'patientFirstName', 'patientLastName'],
    ],
    ...over,
  };
}
