import { expect, test } from 'vitest';
import { CARE_LEVELS, comparable, comparedKeys, matchReimbursements, type CareLevel, type ClaimSums } from './match-reimbursements.ts';

/** Claims that share nothing with the inquiry, unless told otherwise. `told`: sum and count by level of care. */
const sums = (over: Partial<ClaimSums> = {}, told: Partial<Record<CareLevel, [string, number]>> = {}): ClaimSums => ({
  sameEmployer: false,
  sameGroup: false,
  samePrefix: false,
  claims: 1,
  newest: new Date('2026-01-05T00:00:00Z'),
  levels: Object.fromEntries(
    CARE_LEVELS.map((level) => [level, { sum: told[level]?.[0] ?? '0', count: told[level]?.[1] ?? 0 }]),
  ) as ClaimSums['levels'],
  ...over,
});

const exact = sums({ sameEmployer: true, sameGroup: true }, { dtx: ['10', 1] });
const sameEmployer = sums({ sameEmployer: true, samePrefix: true }, { dtx: ['20', 1] });
const samePrefix = sums({ samePrefix: true }, { dtx: ['30', 1] });

test.each([
  [3, [samePrefix, sameEmployer, exact], '10.00', 1],
  [2, [samePrefix, sameEmployer], '20.00', 1],
  [1, [samePrefix], '30.00', 1],
])('level %i wins where it is the most exact that finds claims', (level, all, dtx, sample_size) => {
  expect(matchReimbursements(all)).toMatchObject({ match_level: level, dtx, sample_size });
});

test('the level of the prefix takes in whatever employer the claims name', () => {
  const others = sums({ samePrefix: true, sameGroup: true }, { dtx: ['50', 1] });

  expect(matchReimbursements([samePrefix, others])).toMatchObject({ match_level: 1, dtx: '40.00', sample_size: 2 });
});

test('a group number without its employer matches nothing', () => {
  expect(matchReimbursements([sums({ sameGroup: true }, { dtx: ['10', 1] })])).toBeNull();
});

test('claims that share nothing give no report, and no claims none', () => {
  expect(matchReimbursements([sums({}, { op: ['50', 1] })])).toBeNull();
  expect(matchReimbursements([])).toBeNull();
});

test('each level of care is the mean of the claims that tell it, and avg the mean of those', () => {
  const older = sums({ samePrefix: true, claims: 2 }, { dtx: ['20', 2], op: ['33.33', 1] });
  const newer = sums(
    { samePrefix: true, sameGroup: true, newest: new Date('2026-03-01T10:00:00Z') },
    { dtx: ['11', 1], op: ['33.3300', 1] },
  );

  expect(matchReimbursements([older, newer])).toEqual({
    local_allowable: false,
    match_level: 1,
    dtx: '10.33',
    rtc: null,
    php: null,
    iop: null,
    op: '33.33',
    // (31/3 + 33.33) / 2 = 21.8316...: of the means as they are, not as they are shown.
    avg: '21.83',
    sample_size: 3,
    newest_upload: '2026-03-01T10:00:00.000Z',
  });
});

test('means are exact and a half rounds up', () => {
  expect(matchReimbursements([sums({ samePrefix: true, claims: 2 }, { op: ['125.01', 2] })])).toMatchObject({ op: '62.51', avg: '62.51' });
});

test('a value of 0 is a value, a missing one is none', () => {
  const all = [sums({ samePrefix: true, claims: 3 }, { op: ['0', 1], iop: ['50', 1] })];

  expect(matchReimbursements(all)).toMatchObject({ op: '0.00', iop: '50.00', avg: '25.00', php: null, sample_size: 3 });
});

test('claims without any value still count, and tell nothing', () => {
  expect(matchReimbursements([sums({ samePrefix: true })])).toMatchObject({ avg: null, sample_size: 1 });
});

test.each([
  ['  HARBOR   Mills, Inc. ', 'harbor mills inc'],
  ['00-42', '0042'],
  ['ＡＢ 12', 'ab 12'],
])('"%s" is compared as "%s"', (text, key) => {
  expect(comparable(text)).toBe(key);
});

test('what is empty or nothing but punctuation is not compared', () => {
  expect(comparedKeys({ employerName: ' -- ', groupNumber: '', memberId: null })).toEqual({ employer: null, group: null, prefix: null });
});

test.each([
  ['QQT123456789', 'QQT'],
  ['3j2-999', '3J2'],
  ['R12345678', null],
  ['R1234567890', 'R12'],
])('the prefix of %s is %s', (memberId, prefix) => {
  expect(comparedKeys({ employerName: null, groupNumber: null, memberId }).prefix).toBe(prefix);
});
