import { expect, test } from 'vitest';
import { aLine, anAnswer, aPerson, aPlan } from '../../test/answers.ts';
import { conclude, type PartAnswer, type PartResult } from './conclude-inquiry.ts';

const submission = { provider_id: '0'.repeat(26), payer_id: '1'.repeat(26), memberId: 'ABC123' };
const ASKED = { payerName: 'Fern Valley Health', askedDay: '2026-03-21', submission };
const part = (serviceTypes: string[], came: PartAnswer | null, route: string | null = 'availity'): PartResult => ({
  serviceTypes,
  route,
  came,
});
const answer = (kind: string, code: string, over: Partial<Parameters<typeof anAnswer>[0]> = {}): PartAnswer => ({
  kind: 'answered',
  raw: { of: code },
  answer: anAnswer({ plans: [aPlan({ name: 'Gold' })], lines: [aLine({ kind, service: { code, text: code } })], ...over }),
});
const rejected = (errors: Record<string, string>): PartAnswer => ({ kind: 'rejected', errors, raw: { rejected: true } });
const refused = (errors: Record<string, string[]>): PartAnswer => ({ kind: 'refused', errors, raw: { refused: true } });

test('what the parts were refused for is joined by field, each sentence once', () => {
  const { remote_errors } = conclude(
    [
      part(['30'], rejected({ memberId: 'Not found.', patientBirthDate: 'Differs.' })),
      part(['MH'], refused({ memberId: ['Not found.', 'Too short.'], Message: ['Closed.'] }), 'pVerify'),
    ],
    ASKED,
  );
  expect(remote_errors).toEqual({ memberId: 'Not found. Too short.', patientBirthDate: 'Differs.', Message: 'Closed.' });
});

test('an inquiry that only the payer refused is an error of the payer; one refusal of a clearinghouse makes it that one’s', () => {
  const byPayer = conclude([part(['30'], rejected({ memberId: 'Not found.' })), part(['MH'], null)], ASKED);
  expect(byPayer).toEqual({
    raw_answer: [{ route: 'availity', service_types: ['30'], answer: { rejected: true } }],
    remote_errors: { memberId: 'Not found.' },
    source: 'availity',
    refused_by: 'payer',
    coverage: null,
    returned_patient: null,
    plan_status: null,
    plan_state: null,
    ends_on: null,
    is_person_in_doubt: false,
    is_handled_elsewhere: null,
    is_other_payer_first: null,
    payer_name_override: null,
    asked: null,
  });
  const both = [part(['30'], rejected({ memberId: 'Not found.' })), part(['MH'], refused({ Message: ['Closed.'] }))];
  expect(conclude(both, ASKED).refused_by).toBe('clearinghouse');
});

test('what the payer of an active plan said nothing about is kept, unless a part of the question was refused', () => {
  const of = (kind: string) => answer(kind, '30', { askedServiceTypes: ['30', 'CI'] });
  expect(conclude([part(['30', 'CI'], of('1'))], ASKED).asked).toEqual({
    service_types: ['30', 'CI'],
    practice_type: null,
    silent: ['CI'],
  });
  const other = part(['AI'], rejected({ serviceType: 'Not supported.' }), 'pVerify');
  expect(conclude([other, part(['30', 'CI'], of('1'))], ASKED).asked?.silent).toBeNull();
  expect(conclude([part(['30', 'CI'], of('6'))], ASKED).asked?.silent).toBeNull();
});

test('one part that was answered makes an answer, beside which the refusals of others stand', () => {
  const concluded = conclude(
    [
      part(['AI'], rejected({ serviceType: 'Not supported.' }), 'pVerify'),
      part(['CI'], null, null),
      part(['30'], answer('1', '30')),
      part(['MH'], answer('1', 'MH'), 'pVerify'),
    ],
    ASKED,
  );
  expect(concluded).toMatchObject({
    remote_errors: { serviceType: 'Not supported.' },
    refused_by: null,
    source: 'availity',
    plan_status: 'Active Coverage',
    plan_state: 'active',
    asked: { service_types: ['AI', 'CI', '30', 'MH'], practice_type: null },
    raw_answer: [
      { route: 'pVerify', service_types: ['AI'], answer: { rejected: true } },
      { route: 'availity', service_types: ['30'], answer: { of: '30' } },
      { route: 'pVerify', service_types: ['MH'], answer: { of: 'MH' } },
    ],
  });
  expect(concluded.coverage?.plans[0]?.benefit_groups.map(({ code }) => code)).toEqual(expect.arrayContaining(['30', 'MH']));
});

test.each([
  ['the same in other writing', 'FERN-VALLEY, Health', null],
  ['none', null, null],
  ['only marks', ' - ', null],
  ['another', 'Sorrel Mutual', 'Sorrel Mutual'],
])('the name that the payer gives itself is kept where it is another one: %s', (_what, name, kept) => {
  const concluded = conclude([part(['30'], answer('1', '30', { payer: { name, id: null } }))], ASKED);
  expect(concluded.payer_name_override).toBe(kept);
});

test('whom the payer answered about is kept, with the doubt whether that is who was asked for', () => {
  const person = aPerson({ firstName: 'Rowan', lastName: 'Tarragon', birthDate: '1971-05-06', memberId: 'ABC123' });
  const patient = { ...person, relationship: null };
  const concluded = conclude([part(['30'], answer('1', '30', { patient }))], {
    ...ASKED,
    submission: { ...submission, patientFirstName: 'Iris', patientLastName: 'Quillfeather', patientBirthDate: '1990-01-02' },
  });
  expect(concluded.is_person_in_doubt).toBe(true);
  expect(concluded.returned_patient).toEqual({ name: 'Rowan Tarragon', birth_date: '1971-05-06', member_id: 'ABC123' });
});
