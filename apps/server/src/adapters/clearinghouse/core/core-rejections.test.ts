/** AAA in each loop: its own words on the form, whatever the code (product.md 10.8). */
import { helpByField, explainRemoteErrors } from '@coverlight/domain/inquiries/remote-errors.ts';
import { REJECT_REASONS } from '@coverlight/domain/inquiries/reject-reasons.ts';
import { explain271 } from '@coverlight/x12/read-271.ts';
import { expect, test } from 'vitest';
import { DEPENDENT, onlyTransaction, SUBSCRIBER, x12File } from '../../../../../../packages/x12/src/x12-file.test-kit.ts';
import { coreErrors, isSilence } from './core-rejections.ts';

function errorsOf(body: string[]): Record<string, string> {
  const { rejections, answers } = explain271(onlyTransaction(x12File(body)));
  return coreErrors(rejections, answers[0]);
}

/**
 * The conditions that a payer must tell apart, as codes and the parts of the person that come back with them: NM103 last name, NM104 first
 * name, NM109 id, DMG02 birth date.
 */
const CONDITIONS: [name: string, codes: string[], back: ('last' | 'first' | 'id' | 'born')[]][] = [
  ['id required and missing', ['72'], []],
  ['first name required and missing', ['73'], ['last']],
  ['last name required and missing', ['73'], ['first']],
  ['birth date required and missing', ['58'], []],
  ['id not as this payer writes it', ['72'], ['id']],
  ['birth date not as it must be written', ['58'], ['born']],
  ['id found, last name does not match', ['73'], ['last', 'id']],
  ['id found, first name does not match', ['73'], ['first', 'id']],
  ['id found, both names do not match', ['73'], ['last', 'first', 'id']],
  ['id found, birth date does not match', ['71'], ['born', 'id']],
  ['id found, last name and birth date do not match', ['73', '71'], ['last', 'born', 'id']],
  ['id found, first name and birth date do not match', ['73', '71'], ['first', 'born', 'id']],
  ['id found, nothing else matches', ['73', '71'], ['last', 'first', 'born', 'id']],
  ['id not found, name and birth date are', ['72', '75'], ['id']],
  ['nobody found', ['75'], ['last', 'first', 'born', 'id']],
  ['several found', ['76'], ['last', 'first', 'born', 'id']],
  ['subscriber found, patient not', ['77'], ['last', 'first']],
];
/** What the dependent's loop says instead. */
const OF_DEPENDENT: Record<string, string> = { '72': '64', '73': '65', '75': '67', '76': '68' };

function conditionBody(codes: string[], back: string[], isDependent: boolean): string[] {
  const has = (part: string) => back.includes(part);
  const name = [
    'NM1',
    isDependent ? '03' : 'IL',
    '1',
    has('last') ? 'QUACKENBUSH' : '',
    has('first') ? 'OTTOLINE' : '',
    '',
    '',
    '',
    has('id') ? 'MI' : '',
    has('id') ? 'XQZ1' : '',
  ];
  const head = isDependent ? [...DEPENDENT.slice(0, 8), 'HL*4*3*23*0'] : SUBSCRIBER.slice(0, 7);
  const rejected = codes.map((code) => `AAA*N**${isDependent ? (OF_DEPENDENT[code] ?? code) : code}*C`);
  return [...head, name.join('*').replace(/\*+$/, ''), ...rejected, ...(has('born') ? ['DMG*D8*19840719'] : [])];
}

const BOTH = [
  ['subscriber', false],
  ['dependent', true],
] as const;
test.each(BOTH.flatMap(([loop, isDependent]) => CONDITIONS.map(([name, codes, back]) => [name, loop, codes, back, isDependent] as const)))(
  '%s, of the %s: has a sentence, an owner and help',
  (_name, _loop, codes, back, isDependent) => {
    const errors = errorsOf(conditionBody([...codes], [...back], isDependent));
    const explained = explainRemoteErrors(errors);
    const sent = codes.map((code) => (isDependent ? (OF_DEPENDENT[code] ?? code) : code));
    const words = Object.values(errors).join(' ');
    for (const code of sent) expect(words).toContain(REJECT_REASONS[code]?.words);
    for (const each of explained)
      expect(each).toMatchObject({ owner: 'front-desk', followUp: 'The payer asks to correct and send again.' });
    // Something on the form is pointed at, but for the one whose cure is another question.
    expect(Object.keys(helpByField(errors, { sent: { memberId: 'XQZ1' }, takes: () => true })).length).toBeGreaterThan(0);
  },
);

test('no two conditions read alike, in the same loop or across loops', () => {
  const texts = BOTH.flatMap(([, isDependent]) =>
    CONDITIONS.map(([, codes, back]) => JSON.stringify(errorsOf(conditionBody(codes, back, isDependent)))),
  );
  expect(new Set(texts).size).toBe(texts.length);
});

const LOOPS: [loop: string, body: string[], prefix: RegExp][] = [
  ['2000A', SUBSCRIBER.slice(0, 2), /^payer_/],
  ['2100A', SUBSCRIBER.slice(0, 4), /^payer_/],
  ['2100B', SUBSCRIBER.slice(0, 6), /^provider_/],
  ['2000C', SUBSCRIBER.slice(0, 7), /./],
  ['2100C', SUBSCRIBER.slice(0, 9), /./],
  ['2100D', DEPENDENT.slice(0, 11), /./],
  ['2110C', [...SUBSCRIBER, 'EB*V**MH'], /./],
];

test.each(LOOPS.flatMap(([loop, body, prefix]) => Object.keys(REJECT_REASONS).map((code) => [code, loop, body, prefix] as const)))(
  'AAA %s in loop %s keeps its code and words, stands under whose it is, and never reads as not covered',
  (code, loop, body, prefix) => {
    const errors = errorsOf([...body, `AAA*N**${code}*N`]);
    const [key = '', ...others] = Object.keys(errors);
    expect(others).toEqual([]);
    expect(key).toMatch(prefix);
    const [explained] = explainRemoteErrors(errors);
    expect(explained?.code).toBe(code);
    expect(explained?.message).toContain(REJECT_REASONS[code]?.words);
    expect(explained?.message).not.toMatch(/not covered|inactive/i);
    expect(explained?.help).not.toBe('');
    expect(loop).not.toBe('');
  },
);

test('a code of the payer’s own is shown as it is', () => {
  expect(errorsOf([...SUBSCRIBER.slice(0, 9), 'AAA*N**ZZ*C'])).toEqual({
    subscriber_ZZ: expect.stringContaining("a code of the payer's own: ZZ"),
  });
});

test('silence is what every rejection says, never some of them', () => {
  const rejections = (...codes: string[]) =>
    explain271(onlyTransaction(x12File([...SUBSCRIBER.slice(0, 4), ...codes.map((code) => `AAA*Y**${code}*P`)]))).rejections;
  expect(isSilence(rejections('42'))).toBe(true);
  expect(isSilence(rejections('42', '80'))).toBe(true);
  expect(isSilence(rejections('42', '79'))).toBe(false);
  expect(isSilence(rejections())).toBe(false);
});
