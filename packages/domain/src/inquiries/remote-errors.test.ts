import { expect, test } from 'vitest';
import { REJECT_REASONS } from './reject-reason-names.ts';
import { followUpSentence, helpOfCode } from './reject-reasons.ts';
import { explainRemoteErrors, explainTransportFailure, remoteErrorSentence, type TransportFailure } from './remote-errors.ts';

test('the sentences are those that people know, to the letter', () => {
  expect(remoteErrorSentence('provider_51', 'Provider Not on File')).toBe(
    'There seems to be a problem with your configured provider information. (51)',
  );
  expect(remoteErrorSentence('payer_42', 'Unable to Respond at Current Time')).toBe('There seems to be a problem with this payer. (42)');
  expect(remoteErrorSentence('memberId', 'Invalid/Missing Subscriber/Insured ID')).toBe(
    'An unexpected error occurred for memberId: Invalid/Missing Subscriber/Insured ID',
  );
  expect(remoteErrorSentence('subscriber_75', 'Subscriber/Insured Not Found')).toBe(
    'An unexpected error occurred for subscriber_75: Subscriber/Insured Not Found',
  );
});

test('words of a clearinghouse that refused the request itself are the banner as they stand', () => {
  expect(remoteErrorSentence('Message', 'Your request is not formed properly.')).toBe('Your request is not formed properly.');
});

test('every reject reason has its help', () => {
  const silent = Object.keys(REJECT_REASONS).filter((code) => helpOfCode(code) === null);
  expect(silent).toEqual([]);
});

test.each([
  ['payer_42', 'system', null, 'by-itself'],
  ['payer_80', 'system', null, 'by-itself'],
  ['provider_41', 'manager', null, 'after-correction'],
  ['provider_43', 'manager', null, 'after-correction'],
  ['provider_51', 'manager', null, 'after-correction'],
  ['provider_97', 'manager', null, 'after-correction'],
  ['payer_79', 'admin', null, 'no'],
  ['payer_T4', 'admin', null, 'no'],
  ['payer_04', 'admin', null, 'later'],
  ['subscriber_15', 'front-desk', null, 'after-correction'],
  ['subscriber_62', 'front-desk', 'asOfDate', 'after-correction'],
  ['subscriber_71', 'front-desk', 'patientBirthDate', 'after-correction'],
  ['subscriber_72', 'front-desk', 'memberId', 'after-correction'],
  ['subscriber_73', 'front-desk', 'patientLastName', 'after-correction'],
  ['subscriber_75', 'front-desk', null, 'after-correction'],
  ['subscriber_77', 'front-desk', 'subscriberRelationship', 'after-correction'],
  ['subscriber_78', 'front-desk', 'groupNumber', 'after-correction'],
  ['subscriber_61', 'front-desk', 'asOfDate', 'no'],
  ['provider_35', 'biller', null, 'no'],
  ['subscriber_E8', 'biller', null, 'no'],
])('%s is for the %s, concerns %s, and trying again: %s', (key, owner, field, retry) => {
  expect(explainRemoteErrors({ [key]: 'Words of the payer' })).toMatchObject([{ key, owner, field, retry, message: 'Words of the payer' }]);
});

test('under a form field the reason is told by its words, and the field stays the named one', () => {
  expect(explainRemoteErrors({ memberId: 'Duplicate Subscriber/Insured ID Number' })).toMatchObject([
    { code: '76', field: 'memberId', help: 'Several members fit. Add name, birth date and group number.' },
  ]);
  expect(explainRemoteErrors({ patientFirstName: 'Invalid/Missing Subscriber/Insured Name' })).toMatchObject([
    { code: '73', field: 'patientFirstName' },
  ]);
});

test('an unknown code keeps the words and has help by whom it concerns', () => {
  expect(explainRemoteErrors({ provider_ZZ: 'Odd' })).toMatchObject([{ code: null, owner: 'manager', message: 'Odd' }]);
  expect(explainRemoteErrors({ memberId: 'Enter letters and digits.' })).toMatchObject([
    { code: null, field: 'memberId', owner: 'front-desk' },
  ]);
});

test('only "the payer does not answer" is retried by itself', () => {
  const byItself = Object.keys(REJECT_REASONS).filter((code) => helpOfCode(code)?.retry === 'by-itself');
  expect(byItself).toEqual(['42', '80']);
});

test('no help ever calls the patient inactive or not covered', () => {
  const transports: TransportFailure[] = ['no-answer', 'unreachable', 'uncertain', 'unavailable', 'no-route'];
  const helps = [
    ...Object.keys(REJECT_REASONS).map((code) => helpOfCode(code)?.help ?? ''),
    ...transports.map((failure) => explainTransportFailure(failure).help),
  ];
  expect(helps.filter((help) => /inactive|not covered|no coverage|not eligible/i.test(help))).toEqual([]);
});

test.each([
  ['C', 'Please Correct and Resubmit'],
  ['N', 'Resubmission Not Allowed'],
  ['P', 'Please Resubmit Original Transaction'],
  ['R', 'Resubmission Allowed'],
  ['S', 'Do Not Resubmit; Inquiry Initiated to a Third Party'],
  ['W', 'Please Wait 30 Days and Resubmit'],
  ['X', 'Please Wait 10 Days and Resubmit'],
  ['Y', 'Do Not Resubmit; We Will Hold Your Request and Respond Again Shortly'],
])('follow-up action %s reads the same as its words', (code, words) => {
  expect(followUpSentence(code)).not.toBeNull();
  expect(followUpSentence(`Subscriber/Insured Not Found. ${words}`)).toBe(followUpSentence(code));
});

test('"resubmission not allowed" is not called final', () => {
  expect(followUpSentence('N')).toContain('wait some minutes');
});
