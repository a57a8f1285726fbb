import { expect, test } from 'vitest';
import { anId } from '../../../samples.test-kit.ts';
import { EMPTY_VALUES, fromSubmission, locatePayer, toBody } from './form-values.ts';

const payers = [
  { id: anId(20), name: 'Summit Mutual', is_group: false, children: [] },
  {
    id: anId(21),
    name: 'Blue Harbor',
    is_group: true,
    children: [{ id: anId(22), name: 'Blue Harbor West', is_group: false, children: [] }],
  },
];
const providers = [{ id: anId(30) }];
const typed = { ...EMPTY_VALUES, provider_id: anId(30), payer_id: anId(21), child_id: anId(22), combo: 'memberId+patientBirthDate' };
const nothing = { parentId: null, draftId: null };

test('a body holds the child of a group, trimmed texts, dates of the wire and no empty value', () => {
  const values = { ...typed, memberId: '  AB12 ', patientBirthDate: '02291980', serviceType: ['MH', ''], groupNumber: '  ' };

  const body = toBody(values, { shown: ['memberId', 'patientBirthDate', 'serviceType', 'groupNumber', 'asOfDate'], ...nothing });

  expect(body).toEqual({
    provider_id: anId(30),
    payer_id: anId(22),
    memberId: 'AB12',
    patientBirthDate: '1980-02-29',
    serviceType: ['MH'],
    selectedCombo: ['memberId', 'patientBirthDate'],
  });
});

test('what was typed into a field that is not shown is not sent', () => {
  const body = toBody({ ...typed, groupNumber: 'G1' }, { shown: ['memberId'], ...nothing });

  expect(body).not.toHaveProperty('groupNumber');
});

test('a correction names the inquiry it corrects and a draft the draft', () => {
  expect(toBody(typed, { shown: [], parentId: anId(1), draftId: anId(2) })).toMatchObject({ parentId: anId(1), draftId: anId(2) });
});

test('a payer is found by itself and as a child of its group', () => {
  expect(locatePayer(payers, anId(20))).toEqual({ payer_id: anId(20), child_id: '' });
  expect(locatePayer(payers, anId(22))).toEqual({ payer_id: anId(21), child_id: anId(22) });
  expect(locatePayer(payers, anId(99))).toBeNull();
});

test('a submission and its form are the same body again', () => {
  const submission = {
    provider_id: anId(30),
    payer_id: anId(20),
    memberId: 'AB12',
    patientBirthDate: '1980-02-29',
    asOfDate: '2026-01-05',
    serviceType: ['30'],
    selectedCombo: ['memberId', 'patientBirthDate'],
  };

  const { values } = fromSubmission(submission, { payers, providers });

  expect(toBody(values, { shown: ['memberId', 'patientBirthDate', 'asOfDate', 'serviceType'], ...nothing })).toEqual(submission);
  expect(values.patientSSN).toBe('');
});

test('a provider and a payer that cannot be chosen any more are left empty and reported', () => {
  const prefill = fromSubmission({ provider_id: anId(98), payer_id: anId(99) }, { payers, providers });

  expect(prefill).toMatchObject({ isProviderGone: true, isPayerGone: true, values: { provider_id: '', payer_id: '' } });
});

test("the practice's own patient number goes with a check where one is given, and comes back with a draft or copy", () => {
  expect(toBody({ ...typed, externalId: ' C-77 ' }, { shown: [], ...nothing })).toMatchObject({ externalId: 'C-77' });
  expect(toBody(typed, { shown: [], ...nothing })).not.toHaveProperty('externalId');
  expect(fromSubmission({ provider_id: anId(30), payer_id: anId(20), externalId: 'C-77' }, { payers, providers }).values.externalId).toBe(
    'C-77',
  );
});
