import { expect, test } from 'vitest';
import { matchReimbursements, type ReimbursementRow } from './match-reimbursements.ts';

const row = (over: Partial<ReimbursementRow> = {}): ReimbursementRow => ({
  employer_name: null,
  group_number: null,
  alpha_prefix: null,
  dtx: null,
  rtc: null,
  php: null,
  iop: null,
  op: null,
  uploaded_at: new Date('2026-01-05T00:00:00Z'),
  ...over,
});
const question = { employerName: 'Harbor Mills', groupNumber: '0042', memberId: 'QQT123456789' };

const exact = row({ employer_name: 'Harbor Mills', group_number: '0042', alpha_prefix: 'ZZZ', dtx: '10' });
const sameEmployer = row({ employer_name: 'Harbor Mills', group_number: '0099', alpha_prefix: 'QQT', dtx: '20' });
const samePrefix = row({ employer_name: 'Somebody Else', alpha_prefix: 'QQT', dtx: '30' });

test.each([
  [3, [samePrefix, sameEmployer, exact], '10.00'],
  [2, [samePrefix, sameEmployer], '20.00'],
  [1, [samePrefix], '30.00'],
])('level %i wins where it is the most exact that finds rows', (level, rows, dtx) => {
  expect(matchReimbursements(rows, question)).toMatchObject({ match_level: level, dtx, sample_size: 1 });
});

test('rows that share nothing with the inquiry give no report', () => {
  expect(matchReimbursements([row({ employer_name: 'Other', alpha_prefix: 'AAA', op: '50' })], question)).toBeNull();
});

test('an inquiry without employer, group and prefix matches nothing, not even rows without them', () => {
  expect(matchReimbursements([row({ op: '50' })], { employerName: null, groupNumber: null, memberId: null })).toBeNull();
});

test('an employer without a group number matches any group of it', () => {
  expect(matchReimbursements([exact], { ...question, groupNumber: null })).toMatchObject({ match_level: 2 });
});

test('case, punctuation and repeated blanks do not matter', () => {
  const rows = [row({ employer_name: '  HARBOR   Mills, Inc. ', group_number: '00-42', op: '40' })];

  expect(matchReimbursements(rows, { ...question, employerName: 'Harbor Mills Inc' })).toMatchObject({ match_level: 3, op: '40.00' });
});

test('the id of a federal employee has no prefix to match by', () => {
  const rows = [row({ alpha_prefix: 'R12', op: '40' })];

  expect(matchReimbursements(rows, { ...question, memberId: 'R12345678' })).toBeNull();
  expect(matchReimbursements(rows, { ...question, memberId: 'R1234567890' })).toMatchObject({ match_level: 1 });
});

test('a prefix of digits is a prefix', () => {
  expect(matchReimbursements([row({ alpha_prefix: '3J2', op: '1' })], { ...question, memberId: '3j2-999' })).toMatchObject({
    match_level: 1,
  });
});

test('each level of care is the mean of the rows that tell it, and avg the mean of those', () => {
  const rows = [
    row({ alpha_prefix: 'QQT', dtx: '10', op: '33.33' }),
    row({ alpha_prefix: 'QQT', dtx: '10', op: '33.33', uploaded_at: new Date('2026-03-01T10:00:00Z') }),
    row({ alpha_prefix: 'QQT', dtx: '11' }),
  ];

  expect(matchReimbursements(rows, question)).toEqual({
    local_allowable: false,
    match_level: 1,
    dtx: '10.33',
    rtc: null,
    php: null,
    iop: null,
    op: '33.33',
    // (31/3 + 33.33) / 2 = 21.8316...
    avg: '21.83',
    sample_size: 3,
    newest_upload: '2026-03-01T10:00:00.000Z',
  });
});

test('means are exact and a half rounds up', () => {
  const rows = [row({ alpha_prefix: 'QQT', op: '62.50' }), row({ alpha_prefix: 'QQT', op: '62.51' })];

  expect(matchReimbursements(rows, question)).toMatchObject({ op: '62.51', avg: '62.51' });
});

test('a value of 0 is a value, a missing one is none', () => {
  const rows = [row({ alpha_prefix: 'QQT', op: '0' }), row({ alpha_prefix: 'QQT', iop: '50' }), row({ alpha_prefix: 'QQT' })];

  expect(matchReimbursements(rows, question)).toMatchObject({ op: '0.00', iop: '50.00', avg: '25.00', php: null, sample_size: 3 });
});

test('rows without any value still count, and tell nothing', () => {
  expect(matchReimbursements([row({ alpha_prefix: 'QQT' })], question)).toMatchObject({ avg: null, sample_size: 1 });
});
