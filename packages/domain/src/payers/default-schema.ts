/** What is asked for where a payer has no configuration of its own (product.md 11.3). */
import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';

const field = (name: string, label: string, over: Partial<PayerField> = {}): PayerField => ({
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
  ...over,
});

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
    field('memberId', 'Member ID', { maxLength: 80 }),
    field('patientFirstName', 'Patient First Name', { maxLength: 35 }),
    field('patientLastName', 'Patient Last Name', { maxLength: 60 }),
    field('patientBirthDate', 'Patient Birth Date'),
    field('subscriberRelationship', 'Relationship to Subscriber', { options: RELATIONSHIP_OPTIONS }),
    field('asOfDate', 'As Of Date'),
    field('serviceType', 'Service Type', { required: true, options: SERVICE_TYPE_OPTIONS, multiple: false, max_options: 1 }),
  ],
  combos: [['memberId', 'patientBirthDate', 'patientFirstName', 'patientLastName']],
});
