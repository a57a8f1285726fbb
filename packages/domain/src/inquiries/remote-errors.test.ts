import { expect, test } from 'vitest';
import { followUpSentence, helpOfCode, REJECT_REASONS } from './reject-reasons.ts';
import { explainRemoteErrors, helpByField, remoteErrorSentence } from './remote-errors.ts';

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

const FRONT_DESK = 'front-desk after-correction';
const IDENTITY = ['memberId', 'patientBirthDate', 'patientLastName', 'patientFirstName'];
const NAMES = ['patientLastName', 'patientFirstName', 'patientSuffix'];

/** Every row of product.md 10.8: codes, who acts and whether trying again makes sense, the fields concerned, what the help must say. */
const ROWS: [codes: string, who: string, fields: string[], says: RegExp][] = [
  ['42 80', 'system by-itself', [], /not answering.*retrying.*do nothing/],
  ['41', 'manager after-correction', [], /not set up with this payer.*[Ee]nroll/],
  ['43 44 45 46 47 48 50 51 97', 'manager after-correction', [], /NPI.*group or individual NPI.*enroll.*not about the patient/],
  ['79 T4', 'admin no', [], /setup/],
  ['04', 'admin later', [], /used up/],
  ['15 33', FRONT_DESK, [], /field it names/],
  ['52 56 57', FRONT_DESK, ['asOfDate'], /another date/],
  ['62', FRONT_DESK, ['asOfDate'], /further back/],
  ['63', FRONT_DESK, ['asOfDate'], /future/],
  ['53 54 55', FRONT_DESK, ['serviceType'], /service type/],
  ['58 71', FRONT_DESK, ['patientBirthDate'], /card or an ID.*year.*swapped day/],
  ['60', FRONT_DESK, ['patientBirthDate', 'asOfDate'], /after the date of service/],
  ['61', 'front-desk no', ['asOfDate'], /stop here.*with care/],
  ['64 72', FRONT_DESK, ['memberId'], /card: prefix, letter O or zero, suffix.*Medicare/],
  ['65 73', FRONT_DESK, NAMES, /spelling on the card, no nickname.*suffix.*double surname/],
  ['67 75', FRONT_DESK, IDENTITY, /fewer fields.*another payer/],
  ['68 76', FRONT_DESK, [...IDENTITY, 'groupNumber'], /[Aa]dd name, birth date and group/],
  ['66 74', FRONT_DESK, ['patientGender'], /sex that the payer has on file, or leave it out/],
  ['70', FRONT_DESK, ['patientGender', 'serviceType'], /sex that the payer has on file, or leave it out/],
  ['69', FRONT_DESK, ['patientBirthDate', 'serviceType'], /age/],
  ['77', FRONT_DESK, ['subscriberRelationship', 'memberId'], /as a dependent.*own member ID/],
  ['78', FRONT_DESK, ['groupNumber'], /[Cc]lear the group number.*another plan/],
  ['35 49', 'biller no', [], /restricts this benefit/],
  ['98 AA AE AF AG AO CI E8 IA MA', 'biller no', [], /own words/],
  ['81', FRONT_DESK, [], /case number/],
];

test.each(ROWS.flatMap(([codes, who, fields, says]) => codes.split(' ').map((code) => ({ code, who, fields, says }))))(
  'reason $code has who must act, what to do, the fields concerned and whether to try again',
  ({ code, who, fields, says }) => {
    const reason = helpOfCode(code);
    expect([`${reason?.owner} ${reason?.retry}`, reason?.fields]).toEqual([who, fields]);
    expect(reason?.help).toMatch(says);
  },
);

test('the rows name every reason once', () => {
  expect(ROWS.flatMap(([codes]) => codes.split(' ')).toSorted()).toEqual(Object.keys(REJECT_REASONS).toSorted());
});

test('a reason keyed by a field leads with that field', () => {
  const keyed = Object.values(REJECT_REASONS).filter(({ key }) => !['payer', 'provider', 'subscriber'].includes(key));
  expect(keyed.length).toBeGreaterThan(10);
  expect(keyed.filter(({ key, fields }) => fields[0] !== key)).toEqual([]);
});

test.each([
  ['payer_42', 'system', []],
  ['provider_51', 'manager', []],
  ['subscriber_15', 'front-desk', []],
  ['subscriber_75', 'front-desk', IDENTITY],
  ['provider_35', 'biller', []],
])('under the key %s the code tells who acts (%s) and which fields are concerned', (key, owner, fields) => {
  expect(explainRemoteErrors({ [key]: 'Words of the payer' })).toMatchObject([{ key, owner, fields, message: 'Words of the payer' }]);
});

test('a patient who is not found is pointed to by the fields that were sent, the member id first', () => {
  const sent = { memberId: 'XQZ1', patientBirthDate: '1980-02-29', patientFirstName: '' };
  const helps = helpByField({ subscriber_75: 'Subscriber/Insured Not Found' }, { sent, takes: () => true });
  expect(Object.keys(helps)).toEqual(['memberId', 'patientBirthDate']);
  expect(helps['memberId']).toContain('fewer fields');
  expect(helps['patientBirthDate']).toContain('card');
});

test('an id that fits several members asks for the fields that were not sent and that the payer takes', () => {
  const form = { sent: { memberId: 'XQZ1' }, takes: (field: string) => field !== 'groupNumber' };
  const helps = helpByField({ memberId: 'Duplicate Subscriber/Insured ID Number' }, form);
  expect(Object.keys(helps)).toEqual(['memberId', 'patientBirthDate', 'patientLastName', 'patientFirstName']);
});

test('a reason that is about no field has no help under one', () => {
  expect(helpByField({ payer_79: 'x', provider_51: 'y', subscriber_15: 'z' }, { sent: { memberId: 'XQZ1' }, takes: () => true })).toEqual(
    {},
  );
});

test('under a form field the reason is told by its words, and the named field leads', () => {
  expect(explainRemoteErrors({ memberId: 'Duplicate Subscriber/Insured ID Number' })).toMatchObject([
    { code: '76', fields: [...IDENTITY, 'groupNumber'], help: 'Several members fit. Add name, birth date and group number.' },
  ]);
  expect(explainRemoteErrors({ patientFirstName: 'Invalid/Missing Subscriber/Insured Name' })).toMatchObject([
    { code: '73', fields: ['patientFirstName', 'patientLastName', 'patientSuffix'] },
  ]);
});

test("the payer's words are told apart where the sentence does not hold them", () => {
  expect(explainRemoteErrors({ provider_51: 'Provider Not on File' })).toMatchObject([{ said: 'Provider Not on File' }]);
  expect(explainRemoteErrors({ memberId: 'Invalid/Missing Subscriber/Insured ID' })).toMatchObject([{ said: null }]);
});

test('under a form field a code beside other words is understood', () => {
  expect(explainRemoteErrors({ memberId: 'That number is none of ours (AAA 72)' })).toMatchObject([
    { code: '72', fields: ['memberId'], message: 'That number is none of ours (AAA 72)' },
  ]);
});

test('a field whose name begins like an owner is still a field', () => {
  expect(explainRemoteErrors({ subscriberRelationship: 'Choose another.' })).toMatchObject([{ fields: ['subscriberRelationship'] }]);
});

test('an unknown code keeps the words and has help by whom it concerns', () => {
  expect(explainRemoteErrors({ provider_ZZ: 'Odd' })).toMatchObject([{ code: null, owner: 'manager', message: 'Odd' }]);
  expect(explainRemoteErrors({ memberId: 'Enter letters and digits.' })).toMatchObject([
    { code: null, fields: ['memberId'], owner: 'front-desk' },
  ]);
});

test('only "the payer does not answer" is retried by itself', () => {
  const byItself = Object.keys(REJECT_REASONS).filter((code) => helpOfCode(code)?.retry === 'by-itself');
  expect(byItself).toEqual(['42', '80']);
});

test('no help ever calls the patient inactive or not covered', () => {
  const helps = Object.values(REJECT_REASONS).map(({ help }) => help);
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
