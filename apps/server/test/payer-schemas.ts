import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { payerField } from '@coverlight/domain/payers/payer-field.ts';

/** The usual fields and two combos. */
export function aPayerSchema(over: Partial<PayerSchema> = {}): PayerSchema {
  return {
    fields: [
      payerField('memberId', 'Member ID', { maxLength: 80 }),
      payerField('patientFirstName', 'First Name', { maxLength: 35 }),
      payerField('patientLastName', 'Last Name', { maxLength: 60 }),
      payerField('patientBirthDate', 'Date of Birth'),
      payerField('asOfDate', 'As Of Date', { min: '2023-01-01' }),
      payerField('serviceType', 'Service Type', {
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
