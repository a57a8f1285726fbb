/** What is asked for where a payer has no configuration of its own (product.md 11.3). */
import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { payerField } from './payer-field.ts';

export const RELATIONSHIP_OPTIONS = [
  { id: '18', name: 'Self' },
  { id: '01', name: 'Spouse' },
  { id: '19', name: 'Child' },
  { id: '20', name: 'Employee' },
];

const SERVICE_TYPE_OPTIONS = [
  { id: '30', name: 'Health Benefit Plan Coverage' },
  { id: 'MH', name: 'Mental Health' },
  { id: 'AI', name: 'Substance Abuse' },
];

export const defaultSchema = (): PayerSchema => ({
  fields: [
    payerField('memberId', 'Member ID', { maxLength: 80 }),
    payerField('patientFirstName', 'Patient First Name', { maxLength: 35 }),
    payerField('patientLastName', 'Patient Last Name', { maxLength: 60 }),
    payerField('patientBirthDate', 'Patient Birth Date'),
    payerField('subscriberRelationship', 'Relationship to Subscriber', { options: RELATIONSHIP_OPTIONS }),
    payerField('asOfDate', 'As Of Date'),
    payerField('serviceType', 'Service Type', { required: true, options: SERVICE_TYPE_OPTIONS, multiple: false, max_options: 1 }),
  ],
  combos: [['memberId', 'patientBirthDate', 'patientFirstName', 'patientLastName']],
});
