/** Turning typed or pasted text into digits and digits into text, without a display that can drift from the value. */

export interface DigitMask {
  /** Most digits the value holds. */
  length: number;
  format(digits: string): string;
  /** Digits of a pasted text in any common form; null where it is none of them. */
  fromPaste(text: string): string | null;
  /** The first digits of the value, for letters that were typed before any digit; null where they stand for none. */
  worded?(letters: string): string | null;
  /** The shown text after something was put in, with the zeros that a typed separator stands for. */
  padded?(typed: string): string;
  /** The value of as many digits as it holds that were typed in another order; the same where they were not. */
  ordered?(digits: string): string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** 1 to 12; 0 for no month. Its first three letters are enough. */
const monthNumber = (word: string): number => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;

function dateDigits(year: string, month: string | number, day: string): string | null {
  const m = Number(month);
  const d = Number(day);
  if (m < 1 || m > 12 || d < 1 || d > 31) return null;
  return `${String(m).padStart(2, '0')}${String(d).padStart(2, '0')}${year}`;
}

function pastedDate(text: string): string | null {
  const trimmed = text.trim();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(trimmed);
  if (iso?.[1] && iso[2] && iso[3]) return dateDigits(iso[1], iso[2], iso[3]);
  const american = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(trimmed);
  if (american?.[1] && american[2] && american[3]) return dateDigits(american[3], american[1], american[2]);
  const worded = /^([A-Za-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(trimmed);
  if (worded?.[1] && worded[2] && worded[3]) return dateDigits(worded[3], monthNumber(worded[1]), worded[2]);
  const plain = /^(\d{8})$/.exec(trimmed)?.[1];
  if (!plain) return null;
  // Eight digits may begin with the year: 19800229 has no month 19.
  return Number(plain.slice(0, 2)) > 12
    ? dateDigits(plain.slice(0, 4), plain.slice(4, 6), plain.slice(6))
    : dateDigits(plain.slice(4), plain.slice(0, 2), plain.slice(2, 4));
}

/** Month, day, year: the value's digits are MMDDYYYY. */
export const dateMask: DigitMask = {
  length: 8,
  format: (digits) => [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 8)].filter((part) => part !== '').join('/'),
  fromPaste: pastedDate,
  // Without it the letters of 'april 7 1984' would be lost, and the rest read as July.
  worded: (letters) => (monthNumber(letters) === 0 ? null : String(monthNumber(letters)).padStart(2, '0')),
  // '4/' is April: what follows a separator begins the next part.
  padded: (typed) => typed.replaceAll(/(?<!\d)(\d)(?=[-/. ])/g, '0$1'),
  // 1984-04-07 begins with no month.
  ordered: (digits) => (Number(digits.slice(0, 2)) > 12 ? (pastedDate(digits) ?? digits) : digits),
};

/**
 * What was meant by a date's digits once the typing is over: 040784 is 1984, the latest such year that is not after `today`, YYYY-MM-DD.
 * 19 and 20 may be the beginning of a year and stay as they are, as does whatever is no date.
 */
export function completedDate(digits: string, today: string): string {
  // 1984/4/7 has no separator after its day.
  if (digits.length === 7 && Number(digits.slice(0, 2)) > 12)
    return dateDigits(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)) ?? digits;
  const year = digits.slice(4);
  if (digits.length !== 6 || year === '19' || year === '20') return digits;
  const century = Number(today.slice(0, 2));
  const written = (of: number) => `${digits.slice(0, 4)}${of}${year}`;
  const iso = isoFromDateDigits(written(century));
  const meant = iso !== null && iso > today ? written(century - 1) : written(iso === null ? century - 1 : century);
  return isoFromDateDigits(meant) === null ? digits : meant;
}

/** Ten US digits shown as (123) 456-7890 (docs/product.md 5). */
export const phoneMask: DigitMask = {
  length: 10,
  format: (digits) => {
    if (digits.length <= 3) return digits;
    if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
    return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  },
  fromPaste: (text) => {
    const digits = text.replaceAll(/\D/g, '');
    return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits.slice(0, 10);
  },
};

/** Nine digits shown as 12-3456789. */
export const taxIdMask: DigitMask = {
  length: 9,
  format: (digits) => (digits.length <= 2 ? digits : `${digits.slice(0, 2)}-${digits.slice(2)}`),
  fromPaste: (text) => text.replaceAll(/\D/g, '').slice(0, 9),
};

/** Nine digits shown as 123-45-6789. */
export const ssnMask: DigitMask = {
  length: 9,
  format: (digits) => [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((part) => part !== '').join('-'),
  fromPaste: (text) => text.replaceAll(/\D/g, '').slice(0, 9),
};

export const npiMask: DigitMask = {
  length: 10,
  format: (digits) => digits,
  fromPaste: (text) => text.replaceAll(/\D/g, '').slice(0, 10),
};

const digitsIn = (text: string) => text.replaceAll(/\D/g, '');

/** Where the caret stands in `shown` when `count` digits are before it. */
export function caretAfter(shown: string, count: number): number {
  let seen = 0;
  for (let index = 0; index < shown.length; index += 1) {
    if (seen === count) return index;
    if (/\d/.test(shown.charAt(index))) seen += 1;
  }
  return shown.length;
}

/**
 * The value after an edit of the shown text, and how many digits are before the caret. An edit that removed only a separator takes
 * the digit beside it, else Backspace would do nothing there.
 */
export function editDigits(
  mask: DigitMask,
  edit: { before: string; typed: string; caret: number; isForward: boolean },
): { digits: string; caretDigits: number } {
  const shownBefore = mask.format(edit.before);
  const isPutIn = edit.typed.length > shownBefore.length;
  const read = (text: string) => digitsIn(isPutIn ? (mask.padded?.(text) ?? text) : text);
  const all = read(edit.typed);
  const caretDigits = read(edit.typed.slice(0, edit.caret)).length;
  const removedSeparator = edit.typed.length < shownBefore.length && all === edit.before;
  if (removedSeparator && edit.isForward) return { digits: all.slice(0, caretDigits) + all.slice(caretDigits + 1), caretDigits };
  if (removedSeparator && caretDigits > 0) {
    return { digits: all.slice(0, caretDigits - 1) + all.slice(caretDigits), caretDigits: caretDigits - 1 };
  }
  const digits = all.slice(0, mask.length);
  const isWhole = isPutIn && digits.length === mask.length;
  return { digits: isWhole ? (mask.ordered?.(digits) ?? digits) : digits, caretDigits: Math.min(caretDigits, mask.length) };
}

/** MMDDYYYY to YYYY-MM-DD; null unless it is a day of the calendar. */
export function isoFromDateDigits(digits: string): string | null {
  if (digits.length !== 8) return null;
  const iso = `${digits.slice(4)}-${digits.slice(0, 2)}-${digits.slice(2, 4)}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** YYYY-MM-DD to MMDDYYYY; '' for anything else. */
export function dateDigitsFromIso(iso: string | null | undefined): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso ?? '');
  return parts ? `${parts[2]}${parts[3]}${parts[1]}` : '';
}
