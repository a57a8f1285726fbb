/** Which passwords are taken (product.md 13.1). No mixture of characters is asked for: length is what counts. */

export const PASSWORD_LENGTH = { min: 15, minWithSecondFactor: 8, max: 128 } as const;

export interface PasswordContext {
  hasSecondFactor: boolean;
  /** Whether the shipped list of common passwords holds it; asked in lower case. */
  isCommon: (password: string) => boolean;
  /** Null where there is none yet. */
  email: string | null;
  organizationName: string | null;
}

/** People count a composed letter as one. */
export const passwordLength = (password: string): number => [...password.normalize('NFC')].length;

/** Why this password is refused, in words for its field; null where it is taken. */
export function passwordFault(password: string, context: PasswordContext): string | null {
  const length = passwordLength(password);
  const min = context.hasSecondFactor ? PASSWORD_LENGTH.minWithSecondFactor : PASSWORD_LENGTH.min;
  if (length < min) return `Please use at least ${min} characters. A short sentence is fine.`;
  if (length > PASSWORD_LENGTH.max) return `Please use at most ${PASSWORD_LENGTH.max} characters.`;
  const lower = password.toLowerCase();
  if (context.isCommon(lower) || isRun(lower) || isKeyboardWalk(password) || isZigzag(password) || isTypedAgain(lower, context.isCommon))
    return 'This password is too common. A short sentence is fine.';
  if (isMade(password, context.email) || isMade(password, context.email?.split('@')[0] ?? null)) {
    return 'Please use a password that is not your email address.';
  }
  if (isMade(password, context.organizationName)) return "Please use a password that is not your organization's name.";
  return null;
}

/** One character again and again, or the next or the former one each time: 'aaaa', '1234567890123', 'abcdefgh', '9876'. */
function isRun(password: string): boolean {
  const codes = [...password].map((sign) => sign.codePointAt(0) ?? 0);
  // After 9 comes 0.
  const steps = codes.slice(1).map((code, index) => {
    const step = code - (codes[index] ?? 0);
    return /^\d+$/.test(password) ? (step + 10) % 10 : step;
  });
  const [first = 0] = steps;
  return (Math.abs(first) <= 1 || first === 9) && steps.every((step) => step === first);
}

/** Rows of the usual keyboards, and the slanted columns of the first; American, then what differs in German and French ones. */
const KEY_LINES = [
  '`1234567890-=',
  'qwertyuiop[]\\',
  "asdfghjkl;'",
  'zxcvbnm,./',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '8ik,',
  '9ol.',
  '0p;/',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
].flatMap((line) => [line, [...line].toReversed().join('')]);
const SHIFTED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'~!@#$%^&*()_+{}|:"<>?'].map((sign, at) => [sign, [..."`1234567890-=[]\\;',./"][at] ?? sign]),
);
/** Keys side by side that make a stretch; fewer are part of many words. */
const STRETCH = 3;
/** What may stand beside the stretches of a walk, such as a last digit or sign. */
const LOOSE_KEYS = 3;

/** 'qwertyuiopasdfgh', '1qaz2wsx3edc4rfv': nothing but neighbouring keys, in whatever direction, shifted or not. */
function isKeyboardWalk(password: string): boolean {
  const keys = [...password.toLowerCase()].map((sign) => SHIFTED[sign] ?? sign).filter((sign) => sign !== ' ');
  let loose = 0;
  for (let at = 0; at < keys.length;) {
    const length = stretchAt(keys, at);
    if (length === 0) loose += 1;
    at += Math.max(length, 1);
  }
  return loose <= LOOSE_KEYS;
}

/** Two walks typed in turn: '1q2w3e4r5t6y7u8i'. */
function isZigzag(password: string): boolean {
  const keys = [...password];
  return [0, 1].every((first) => isKeyboardWalk(keys.filter((_key, at) => at % 2 === first).join('')));
}

/** How many keys from here on stand side by side; 0 for fewer than a stretch. */
function stretchAt(keys: readonly string[], at: number): number {
  let length = 0;
  while (at + length < keys.length && KEY_LINES.some((line) => line.includes(keys.slice(at, at + length + 1).join('')))) length += 1;
  return length >= STRETCH ? length : 0;
}

/** A common password several times over is hardly rarer than once. */
function isTypedAgain(password: string, isCommon: (password: string) => boolean): boolean {
  return [2, 3, 4].some((times) => {
    const once = password.slice(0, password.length / times);
    return once.repeat(times) === password && isCommon(once);
  });
}

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The word itself, however it is spaced and spelled, with next to nothing added. */
function isMade(password: string, word: string | null): boolean {
  const core = letters(word ?? '');
  // A word of a few letters is part of many good sentences.
  if (core.length < 4) return false;
  const typed = letters(password);
  return typed.includes(core) && typed.replaceAll(core, '').length < 4;
}
