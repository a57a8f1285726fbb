import { expect, test } from 'vitest';
import { ApiFailure } from '#lib/api.ts';
import { anInquiry } from '../../../samples.test-kit.ts';
import { faultOfFailure, faultOfInquiry, SubmissionKey } from './submission-outcome.ts';

const ALL = () => true;

test('a refused field gets its sentence in the banner and help under the field', () => {
  const fault = faultOfInquiry(anInquiry({ status: 'error', remote_errors: { patientLastName: 'Invalid name' } }), ALL);

  expect(fault.banner).toEqual([
    'Summit Mutual does not accept the last name.',
    'An unexpected error occurred for patientLastName: Invalid name',
    'Nobody is asking any more. Correct it and send it again.',
  ]);
  expect(fault.fields.patientLastName).toBeTruthy();
  expect(fault.refusedId).toBe(anInquiry().id);
});

test('a patient who was not found is pointed to at the fields that were sent, each with its help', () => {
  const submission = {
    ...anInquiry().submission,
    memberId: 'XQZ1',
    patientBirthDate: '1980-02-29',
    patientLastName: '',
    patientFirstName: '',
  };
  const fault = faultOfInquiry(anInquiry({ status: 'error', submission, remote_errors: { subscriber_75: 'Not Found' } }), ALL);

  expect(fault.banner.slice(0, 2)).toEqual([
    'Summit Mutual does not know this member.',
    'An unexpected error occurred for subscriber_75: Not Found',
  ]);
  expect(Object.keys(fault.fields)).toEqual(['memberId', 'patientBirthDate']);
});

test('what the payer says about sending again stands with its sentence', () => {
  const inquiry = anInquiry({ status: 'error', remote_errors: { provider_51: 'Provider Not on File. Resubmission Not Allowed' } });

  expect(faultOfInquiry(inquiry, ALL).banner.join(' ')).toContain('wait some minutes');
});

test('a trouble of the payer or the provider names its code and no field', () => {
  const fault = faultOfInquiry(anInquiry({ status: 'error', remote_errors: { payer_42: 'x', provider_51: 'y' } }), ALL);

  expect(fault.banner).toContain('There seems to be a problem with this payer. (42)');
  expect(fault.banner).toContain('There seems to be a problem with your configured provider information. (51)');
  expect(fault.banner).toContain('The payer says: y');
  expect(fault.fields).toEqual({});
});

test('who has to act stands before the help', () => {
  const fault = faultOfInquiry(anInquiry({ status: 'error', remote_errors: { provider_51: 'Provider Not on File' } }), ALL);

  expect(fault.banner).toContainEqual(expect.stringMatching(/^Your manager: Check the facility's NPI/));
});

test('a failure to ask is never told as missing coverage', () => {
  const fault = faultOfInquiry(anInquiry({ status: 'failure' }), ALL);

  expect(fault.banner).toEqual([
    "Summit Mutual could not be asked. This says nothing about the patient's coverage.",
    'There seems to be an issue. Please try again later.',
    'Nobody is asking any more. Send it again later.',
  ]);
});

test('a request that the clearinghouse refused shows its sentence, its words by field, and is corrected by the next', () => {
  const errors = { Message: ['Not valid.'], memberId: ['Too short.'], notAField: ['Other.'] };
  const inquiry = anInquiry({ status: 'error' });

  const fault = faultOfFailure(new ApiFailure(422, errors, { errors, inquiry }));

  const banner = ['The check was refused before it reached Summit Mutual.', 'Not valid.', 'Other.'];
  expect(fault).toEqual({ banner, fields: { memberId: 'Too short.' }, refusedId: inquiry.id });
});

test.each([new ApiFailure(0), new ApiFailure(500), new Error('bug')])('a call without words says the general sentence: %s', (error) => {
  expect(faultOfFailure(error).banner).toEqual(['There seems to be an issue. Please try again later.']);
});

test('tries of one submission share a key until it is answered or changed', () => {
  const key = new SubmissionKey();
  const first = key.of({ memberId: 'A' });

  expect(key.of({ memberId: 'A' })).toBe(first);
  const changed = key.of({ memberId: 'B' });
  expect(changed).not.toBe(first);
  key.answered();
  expect(key.of({ memberId: 'B' })).not.toBe(changed);
});
