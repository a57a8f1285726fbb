import { expect, test } from 'vitest';
import { summaryState } from './pverify-outcome.ts';

const processed = { RequestID: 88, APIResponseCode: '0', APIResponseMessage: 'Processed', ProcessedWithError: false };

test('a processed answer with a payer’s error is a rejection, not a success', () => {
  const body = {
    ...processed,
    APIResponseMessage: 'Error Reason : Invalid/Missing Subscriber/Insured Name \r\nFollow-up Action : Please Correct and Resubmit \r\n',
    EDIErrorMessage: '<strong>Error Reason :</strong> Invalid/Missing Subscriber/Insured Name \r\n',
    ProcessedWithError: true,
    ErrorCode: '73',
    ErrorDescription: null,
  };
  expect(summaryState(body)).toMatchObject({
    kind: 'rejected',
    requestId: '88',
    errors: { patientLastName: 'Invalid/Missing Subscriber/Insured Name' },
  });
});

test.each(['0', 0, '00'])('an error code of %s is no error, and beside one that was processed with error it is no reason', (ErrorCode) => {
  expect(summaryState({ ...processed, ErrorCode })).toEqual({ kind: 'complete', requestId: '88' });
  const refused = { ...processed, ProcessedWithError: true, ErrorCode, ErrorDescription: 'Not found' };
  expect(summaryState(refused)).toMatchObject({ kind: 'rejected', errors: expect.not.objectContaining({ payer_0: expect.anything() }) });
});

test('what the payer says about sending again stays with its words, unless it is only to correct it first', () => {
  const refused = { ...processed, ProcessedWithError: true, ErrorCode: '51', ErrorDescription: 'Provider Not on File' };
  expect(summaryState({ ...refused, FollowUpAction: 'Resubmission Not Allowed' })).toMatchObject({
    errors: { provider_51: 'Provider Not on File. Resubmission Not Allowed' },
  });
  expect(summaryState({ ...refused, FollowUpAction: 'Please Correct and Resubmit' })).toMatchObject({
    errors: { provider_51: 'Provider Not on File' },
  });
});

test('what the clearinghouse has seen help stands with the reason', () => {
  const body = {
    ...processed,
    ProcessedWithError: true,
    ErrorCode: '72',
    ErrorDescription: 'Invalid/Missing Subscriber/Insured ID',
    PossibleResolution: 'Read the number again from the card.',
  };
  expect(summaryState(body)).toMatchObject({
    errors: { memberId: 'Invalid/Missing Subscriber/Insured ID. Read the number again from the card.' },
  });
});

test.each([
  ['0', 'complete'],
  [0, 'complete'],
  ['3', 'pending'],
  ['4', 'pending'],
  [3, 'pending'],
  ['1', 'rejected'],
  ['2', 'unavailable'],
  ['17', 'no-answer'],
  ['99', 'uncertain'],
])('result code %s is %s', (code, kind) => {
  expect(
    summaryState({ ...processed, APIResponseCode: code, ErrorDescription: code === '1' ? 'Subscriber/Insured Not Found' : null }).kind,
  ).toBe(kind);
});

test.each(['42', '80'])('a payer that could not respond (AAA %s) gave no answer', (code) => {
  expect(summaryState({ ...processed, ProcessedWithError: true, ErrorCode: code }).kind).toBe('no-answer');
});

test('a carrier that could not be connected gave no answer', () => {
  expect(summaryState({ ...processed, APIResponseMessage: 'Error occurred while connecting to carrier' }).kind).toBe('no-answer');
});

test('a message about what the payer wants is a refusal that carries it', () => {
  const message =
    'Insufficient information to generate patient search.\r\nAllowed Search Criteria(s) for the Payer are \r\n: \r\n1.Dep DOB,Member ID\r\n';
  expect(summaryState({ message })).toMatchObject({
    kind: 'refused',
    errors: { Message: [expect.stringContaining('Insufficient information')] },
    allowedSearch: expect.stringContaining('1.Dep DOB,Member ID'),
  });
});

test('a refused account is no refusal of the question', () => {
  expect(summaryState({ Message: 'Authorization has been denied for this request.' }).kind).toBe('unavailable');
});

test.each([null, [], 'x', {}, { RequestID: 5 }])('a body without a result (%j) is uncertain', (body) => {
  expect(summaryState(body).kind).toBe('uncertain');
});
