import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { expect, test } from 'vitest';
import { anId, anInquiry } from '../../../samples.test-kit.ts';
import { EMPTY_VALUES } from './form-values.ts';
import { emptyPrefill, nextPrefill, otherPrefill, repeatPrefill } from './prefills.ts';

const payer = (id: string, name: string, children: { id: string; name: string }[] = []) => ({
  id,
  name,
  is_group: children.length > 0,
  children: children.map((child) => ({ ...child, is_group: false, children: [] })),
});
const choices = {
  payers: [
    payer(anId(20), 'Summit Mutual'),
    payer(anId(21), 'Blue Harbor', [{ id: anId(22), name: 'Blue Harbor West' }]),
    payer(anId(23), 'Lantern Behavioral'),
  ],
  providers: [{ id: anId(30) }, { id: anId(31) }],
};
const submission = {
  provider_id: anId(31),
  payer_id: anId(20),
  memberId: 'AB12',
  patientBirthDate: '1980-02-29',
  patientLastName: 'Testperson',
  groupNumber: 'G1',
  asOfDate: '2026-03-01',
  serviceType: ['30', 'MH'],
  careLevels: ['iop' as const],
  selectedCombo: ['memberId', 'patientBirthDate'],
};

test('a new form has the only provider, or the last one if it is still there', () => {
  expect(emptyPrefill(choices, null).values).toEqual(EMPTY_VALUES);
  expect(emptyPrefill(choices, anId(31)).values.provider_id).toBe(anId(31));
  expect(emptyPrefill(choices, anId(39)).values.provider_id).toBe('');
  expect(emptyPrefill({ ...choices, providers: [{ id: anId(30) }] }, anId(39)).values.provider_id).toBe(anId(30));
});

test('the next of a run keeps what is not about the patient, and nothing of the patient', () => {
  expect(nextPrefill(submission, choices)).toEqual({
    isProviderGone: false,
    isPayerGone: false,
    values: {
      ...EMPTY_VALUES,
      provider_id: anId(31),
      payer_id: anId(20),
      combo: 'memberId+patientBirthDate',
      serviceType: ['30', 'MH'],
      careLevels: ['iop'],
    },
  });
});

test('the next of a run leaves the plan of a group to the next member id', () => {
  expect(nextPrefill({ ...submission, payer_id: anId(22) }, choices).values).toMatchObject({ payer_id: anId(21), child_id: '' });
});

const warning = (name: string, ...facts: { label: string; value: string }[]): Inquiry['warnings'][number] => ({
  kind: 'carve-out',
  severity: 'danger',
  title: `Behavioral health is handled by ${name}`,
  payer_words: [],
  action: 'Check.',
  facts: [{ label: 'Name', value: name }, ...facts],
  line_ids: [],
});
const answered = (...warnings: Inquiry['warnings']) => anInquiry({ submission, warnings });

test('another company is asked the same under its own member id', () => {
  const prefill = otherPrefill(answered(warning('LANTERN BEHAVIORAL, INC.', { label: 'Member ID', value: 'L-9' })), 0, choices);
  expect(prefill?.values).toMatchObject({
    provider_id: anId(31),
    payer_id: anId(23),
    memberId: 'L-9',
    patientBirthDate: '02291980',
    patientLastName: 'Testperson',
    asOfDate: '03012026',
    serviceType: ['30', 'MH'],
    groupNumber: '',
  });
});

test('a company that is no payer by its name leaves the payer open, and the member id as it was', () => {
  const prefill = otherPrefill(answered(warning('Sable Partners')), 0, choices);
  expect(prefill?.values).toMatchObject({ payer_id: '', memberId: 'AB12' });
  expect(prefill?.company.name).toBe('Sable Partners');
  expect(prefill?.isPayerGone).toBe(false);
});

test('an answer that names no such company has no form for it', () => {
  expect(otherPrefill(answered(), 0, choices)).toBeNull();
  expect(otherPrefill(answered(warning('Sable Partners')), 1, choices)).toBeNull();
});

test('a repeat has all that was asked of the patient but the day, which is today again', () => {
  const { values } = repeatPrefill({ ...submission, externalId: 'C-77' }, choices);

  expect(values).toMatchObject({
    provider_id: anId(31),
    payer_id: anId(20),
    memberId: 'AB12',
    serviceType: ['30', 'MH'],
    externalId: 'C-77',
  });
  expect(values.asOfDate).toBe('');
});

test('the next patient of a run has a number of their own', () => {
  expect(nextPrefill({ ...submission, externalId: 'C-77' }, choices).values.externalId).toBe('');
});
