import { expect, test } from 'vitest';
import { passwordFault, type PasswordContext } from './password-rules.ts';

const context = (over: Partial<PasswordContext> = {}): PasswordContext => ({
  hasSecondFactor: false,
  isCommon: (password: string) => password === 'passwordpassword',
  email: 'nora.fennimore@quill.test',
  organizationName: 'Quillwood Recovery Center',
  ...over,
});

test.each([
  ['fifteen characters are enough', 'tern cove night', {}, true],
  ['fourteen are not', 'tern cove dusk', {}, false],
  ['eight are enough beside a second factor', 'seagulls', { hasSecondFactor: true }, true],
  ['seven are not, beside a second factor either', 'seagull', { hasSecondFactor: true }, false],
  ['128 are taken', 'ab'.repeat(64), {}, true],
  ['129 are not', 'ab'.repeat(64) + 'c', {}, false],
  ['blanks and any script are welcome', 'мы плывём домой', {}, true],
  ['a composed letter counts once', 'e\u0301'.repeat(14), {}, false],
  ['a common one is refused in whatever case', 'PasswordPassword', {}, false],
  ['one character again and again is refused', 'z'.repeat(15), {}, false],
  ['a run of digits is refused', '123456789012345', {}, false],
  ['a run backwards is refused', '987654321098765', {}, false],
  ['a run of letters is refused in whatever case', 'ABCdefghijklmnop', {}, false],
  ['a common one typed twice is refused', 'sunshinesunshine', { isCommon: (password: string) => password === 'sunshine' }, false],
  ['a row of the keyboard is refused', 'qwertyuiopasdfgh', {}, false],
  ['rows with blanks between are refused', 'qwerty uiop asdfgh jkl', {}, false],
  ['rows backwards and in capitals are refused', 'POIUYTREWQLKJHGF', {}, false],
  ['columns of the keyboard are refused', '1qaz2wsx3edc4rfv', {}, false],
  ['two rows typed in turn are refused', '1q2w3e4r5t6y7u8i', {}, false],
  ['shifted keys are the same keys', '!QAZ2wsx#EDC4rfv', {}, false],
  ['rows of a German and a French keyboard are refused', 'qwertzuiopyxcvbn', {}, false],
  ['a few keys beside the rows do not help', 'qwertyuiopasdf77!', {}, false],
  ['a sentence in which neighbouring keys happen to stand is taken', 'we were poor but tired', {}, true],
  ['the email is refused', 'Nora.Fennimore@quill.test', {}, false],
  ['the name in the email is refused', 'nora fennimore 1', {}, false],
  ['the name of the organization is refused however it is spaced', 'quillwood-recovery-center', {}, false],
  ['with a little added it is refused too', 'QuillwoodRecoveryCenter1!', {}, false],
  ['a sentence that speaks of it is taken', 'quillwood recovery center opens at nine', {}, true],
  ['a name of three letters forbids nothing', 'the sea is calm today', { organizationName: 'Sea' }, true],
  ['a name of four letters typed again and again is refused', 'seas seas seas seas', { organizationName: 'Seas' }, false],
  ['three characters more than the name are not enough', 'QuillwoodRecoveryCenter123', {}, false],
  ['four characters more than the name are', 'QuillwoodRecoveryCenter1239', {}, true],
  ['stretches of three keys are refused', 'qwe sdf xcv rty ghj', {}, false],
  ['pairs of keys are taken', 'qw df cv yu kl as zx op', {}, true],
  ['three keys beside the rows are not enough', 'asdfghjklqwer7p2', {}, false],
  ['four keys beside the rows are', 'asdfghjklqwer7p2v', {}, true],
  ['a common one typed three times is refused', 'tigerstigerstigers', { isCommon: (password: string) => password === 'tigers' }, false],
  ['a common one typed four times is refused', 'tigertigertigertiger', { isCommon: (password: string) => password === 'tiger' }, false],
] as const)('%s', (_condition, password, over, isTaken) => {
  expect(passwordFault(password, context(over)) === null).toBe(isTaken);
});
