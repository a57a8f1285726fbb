import type { InquiryStatus, RemoteErrors } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { FORM_FIELD_NAMES } from '@coverlight/contract/inquiries/form-fields.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tellFailure, type FailedCheck, type ToldFailure } from './failure-words.ts';
import { isOpen } from './inquiry-status.ts';
import { REJECT_REASONS } from './reject-reasons.ts';
import { remoteErrorSentence } from './remote-errors.ts';

const STATUSES: InquiryStatus[] = ['pending', 'max-retry', 'error', 'failure', 'unknown', 'cancel'];
const CODES = Object.keys(REJECT_REASONS);
const FOLLOW_UPS = [
  '',
  'Please Correct and Resubmit',
  'Resubmission Not Allowed',
  'Please Resubmit Original Transaction',
  'Resubmission Allowed',
  'Do Not Resubmit; Inquiry Initiated to a Third Party',
  'Please Wait 30 Days and Resubmit',
  'Please Wait 10 Days and Resubmit',
  'Do Not Resubmit; We Will Hold Your Request and Respond Again Shortly',
];
const keyOf = (code: string): string => {
  const key = REJECT_REASONS[code]?.key ?? 'subscriber';
  return ['payer', 'provider', 'subscriber'].includes(key) ? `${key}_${code}` : key;
};
const wordsOf = (code: string) => `${REJECT_REASONS[code]?.words}.`;
const UNTIL = '11/24/2026, 6:00 AM';
const tell = (over: Partial<FailedCheck>): ToldFailure =>
  tellFailure({ status: 'error', errors: {}, payer: 'Sunflower Health', askingUntil: null, ...over });
const all = ({ plain, sentence, refusals, now }: ToldFailure): string =>
  [plain, sentence, ...refusals.flatMap((one) => [one.plain, one.sentence, one.ownerWords, one.help, one.followUp]), now].join(' | ');

const aReason = fc.tuple(fc.constantFrom(...CODES), fc.constantFrom(...FOLLOW_UPS)).map(([code, followUp]) => ({
  [keyOf(code)]: `${wordsOf(code)} ${followUp}`.trim(),
}));
const anyErrors: fc.Arbitrary<RemoteErrors> = fc.oneof(
  fc.constant<RemoteErrors>({}),
  fc.array(aReason, { minLength: 1, maxLength: 3 }).map((reasons) => Object.assign({}, ...reasons) as Record<string, string>),
  fc.constantFrom<RemoteErrors[]>(
    { Message: 'Not valid.' },
    { payer_ZZ: 'Something new' },
    { provider_ZZ: 'x' },
    { memberId: 'Too short.' },
  ),
);

test('whatever happened, it is never said both that we keep asking and that nobody does, or that it should and should not be sent again', () => {
  fc.assert(
    fc.property(fc.constantFrom(...STATUSES), anyErrors, fc.boolean(), (status, errors, isUntilKnown) => {
      const told = tell({ status, errors, askingUntil: isUntilKnown ? UNTIL : null });
      const text = all(told);
      const says = (pattern: RegExp) => pattern.test(text);

      expect(says(/we keep asking/i)).toBe(isOpen(status));
      expect(says(/nobody is asking any more/i)).toBe(!isOpen(status));
      expect(!isOpen(status) && says(/keep trying|are retrying|do nothing/)).toBe(false);
      expect(/send it again/i.test(told.now.replace(/You need not send it again/, ''))).toBe(
        !isOpen(status) && /\. (Send it again|Correct it)/.test(told.now),
      );
      expect(says(/Do not send it again|does not want it sent again|asks to wait/) && /\. (Send|Correct)/.test(told.now)).toBe(false);
      expect(isOpen(status) && says(/try again later/) && !told.now.startsWith('You need not send it again')).toBe(false);
      expect(text).not.toMatch(/not covered|inactive|no coverage/i);
    }),
  );
});

test.each(CODES)('reason %s leads with a plain sentence of ours, and the known sentence follows unchanged', (code) => {
  const key = keyOf(code);
  const { plain, sentence, refusals } = tell({ errors: { [key]: wordsOf(code) } });

  expect([plain, sentence]).toEqual([null, null]);
  expect(refusals).toHaveLength(1);
  expect(refusals[0]?.plain).toMatch(/^Sunflower Health (?!could not answer\.$|does not accept something)[a-z].*\.$/);
  expect(refusals[0]?.plain).not.toMatch(/_|\bAAA\b/);
  expect(refusals[0]?.sentence).toBe(remoteErrorSentence(key, wordsOf(code)));
});

test.each(FORM_FIELD_NAMES)('words about the field %s alone are told as being about it', (field) => {
  expect(tell({ errors: { [field]: 'Of no known reason' } }).refusals[0]?.plain).toMatch(
    /^Sunflower Health does not accept the [a-zA-Z ]+\.$/,
  );
});

test.each([
  ['subscriber_75', 'Subscriber/Insured Not Found', 'Sunflower Health does not know this member.'],
  ['payer_ZZ', 'Something new', 'Sunflower Health could not answer.'],
  ['provider_ZZ', 'Something new', 'Sunflower Health does not accept something about the facility.'],
  ['subscriber_ZZ', 'Something new', 'Sunflower Health does not accept something that was sent.'],
  ['Message', 'Your request is not formed properly.', 'The check was refused before it reached Sunflower Health.'],
])('%s: %s is led by "%s"', (key, message, plain) => {
  expect(tell({ errors: { [key]: message } }).refusals[0]?.plain).toBe(plain);
});

test('what several refusals have in common is said once', () => {
  const { refusals } = tell({ errors: { Message: 'Not valid.', memberId: 'Too short.' } });

  expect(refusals.map(({ plain }) => plain)).toEqual(['The check was refused before it reached Sunflower Health.', null]);
});

test.each<[InquiryStatus, string | null, string]>([
  ['pending', null, 'You need not send it again: we keep asking until 11/24/2026, 6:00 AM at the latest. The list will show the answer.'],
  [
    'max-retry',
    'The payer is taking a long time to respond. Please try again later.',
    'You need not send it again: we keep asking until 11/24/2026, 6:00 AM at the latest. The list will show the answer.',
  ],
  ['failure', 'There seems to be an issue. Please try again later.', 'Nobody is asking any more. Send it again later.'],
  ['unknown', 'There seems to be an issue. Please try again later.', 'Nobody is asking any more. Send it again later.'],
  ['cancel', 'There seems to be an issue. Please try again later.', 'Nobody is asking any more. Send it again if you need it.'],
])('%s has its known sentence, and then what really happens', (status, sentence, now) => {
  expect(tell({ status, askingUntil: UNTIL })).toMatchObject({ sentence, now });
});

test('a payer that did not answer is not told to be asked on, once the check has ended', () => {
  const { refusals, now } = tell({ errors: { payer_42: 'Unable to Respond at Current Time' } });

  expect(refusals).toMatchObject([{ plain: 'Sunflower Health could not answer just then.', help: 'Nothing that you typed is wrong.' }]);
  expect(now).toBe('Nobody is asking any more. Send it again later.');
});

test.each([
  ['Subscriber/Insured Not Found', 'Nobody is asking any more. Correct it and send it again.'],
  ['Subscriber/Insured Not Found. Please Correct and Resubmit', 'Nobody is asking any more. Correct it and send it again.'],
  ['Subscriber/Insured Not Found. Do Not Resubmit; We Will Hold Your Request and Respond Again Shortly', 'Nobody is asking any more.'],
  ['Subscriber/Insured Not Found. Please Wait 30 Days and Resubmit', 'Nobody is asking any more.'],
])('after "%s" comes "%s"', (message, now) => {
  expect(tell({ errors: { subscriber_75: message } }).now).toBe(now);
});
