/** Birth dates as people type them into a search box, where a century may be left out and digits may be a member id as well. */
import { isDay } from './calendar-day.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const YEAR = String.raw`((?:19|20)\d{2}|\d{2})`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const END = String.raw`(?![\p{L}\p{N}])`;
const START = String.raw`(?<![\p{L}\p{N}])`;

type Parts = [year: string, month: string | number, day: string];

const monthOf = (name: string | undefined): number => MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;
const like = (pattern: string) => new RegExp(START + pattern + END, 'iu');

/** Each with what its groups mean, in the order tried. */
const FORMS: readonly [form: RegExp, parts: (groups: string[]) => Parts[]][] = [
  [
    like(String.raw`((?:19|20)\d{2})[-/.](\d{1,2})[-/.](\d{1,2})(?:T[\d:.]+Z?)?`),
    ([year = '', month = '', day = '']) => [[year, month, day]],
  ],
  // Month first, as Americans write; where that is no month the day leads.
  [
    like(String.raw`(\d{1,2})([-/. ])(\d{1,2})\2${YEAR}`),
    ([month = '', , day = '', year = '']) => [Number(month) > 12 ? [year, day, month] : [year, month, day]],
  ],
  [like(String.raw`${MONTH}\.? ${DAY},? ${YEAR}`), ([month, day = '', year = '']) => [[year, monthOf(month), day]]],
  [like(String.raw`${DAY}[- ]${MONTH}\.?,?[- ]${YEAR}`), ([day = '', month, year = '']) => [[year, monthOf(month), day]]],
  // Eight digits may begin with the year.
  [
    like(String.raw`(\d{2})(\d{2})(\d{2})(\d{2})`),
    ([a = '', b = '', c = '', d = '']) =>
      [
        [c + d, a, b],
        [a + b, c, d],
      ].flatMap(([year = '', month = '', day = '']): Parts[] => (/^(?:19|20)/.test(year) ? [[year, month, day]] : [])),
  ],
  [like(String.raw`(\d{2})(\d{2})(\d{2})`), ([month = '', day = '', year = '']) => [[year, month, day]]],
];

/** Two digits are a year of this century and of the last. */
const yearsOf = (year: string): string[] => (year.length === 4 ? [year] : [`19${year}`, `20${year}`]);

const daysOf = ([year, month, day]: Parts): string[] =>
  yearsOf(year)
    .map((full) => `${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`)
    .filter(isDay);

export interface FoundDate {
  /** What was typed for it. */
  typed: string;
  /** YYYY-MM-DD; every day it may mean. */
  days: string[];
}

/** The first date in a typed text and what is left of the text; null where it holds none. */
export function takeDate(text: string): { date: FoundDate; rest: string } | null {
  for (const [form, parts] of FORMS) {
    const match = form.exec(text);
    if (match === null) continue;
    const days = [...new Set(parts(match.slice(1)).flatMap(daysOf))];
    if (days.length === 0) continue;
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
    return { date: { typed: match[0], days }, rest };
  }
  return null;
}
