/** The answer in five lines as plain words, for print and the clipboard (product.md 10.14). */
import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { FILTERED_AWAY, NOT_STATED } from './amounts.ts';
import type { SummaryCell, SummaryValue } from './care-summary.ts';
import type { Administrator } from './carve-out.ts';
import { NOT_ASKED, serviceWords } from './care-words.ts';
import type { MoneyValue } from './money-left.ts';
import type { Known, Phone } from './open-questions.ts';

export const SEVERITY_WORDS: Readonly<Record<CoverageWarning['severity'], string>> = {
  danger: 'Important',
  warning: 'Check',
  info: 'Note',
};

/** These have a place of their own. */
const ELSEWHERE: ReadonlySet<CoverageWarning['kind']> = new Set(['expired', 'asked-under-platform']);
export const toldWarnings = (warnings: readonly CoverageWarning[]) => warnings.filter(({ kind }) => !ELSEWHERE.has(kind));

/** "(800) 555-0100": a number sent as bare digits is easily misread aloud. Whatever else was sent stands as sent. */
export const phoneText = (number: string) => number.trim().replace(/^1?(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

/** The first number that the warning gives to call. */
const phoneOf = ({ facts }: CoverageWarning) => facts.find(({ label }) => /phone/i.test(label) && !/fax/i.test(label))?.value ?? null;

/** A warning on one line: what is so, the number to call, what to do. */
export function warningLine(warning: CoverageWarning): string {
  const phone = phoneOf(warning);
  return `${SEVERITY_WORDS[warning.severity]}: ${warning.title}${phone === null ? '' : `, call ${phoneText(phone)}`}. ${warning.action}`;
}

/** Whose word a value is where it is not the level's own, and what narrows it down. */
export function valueTags({ note, state, saidFor }: SummaryValue): string[] {
  const whose = state === 'said-for-plan' ? 'for the plan only' : saidFor && `for ${serviceWords(saidFor)}`;
  return [whose, note].filter((part) => part !== null);
}

/** A no is the one thing that must not be read over. */
export const valueText = ({ text, state }: SummaryValue) => (state === 'not-covered' ? text.replace(/^Not covered/, 'NOT COVERED') : text);

/** What a cell without a value says. */
export function silentWords({ state, company }: SummaryCell): string {
  if (company !== null) return `handled by ${company}, ask there`;
  if (state === 'filtered') return FILTERED_AWAY;
  // The no itself stands under what the patient pays.
  if (state === 'not-covered') return 'not covered';
  return state === 'not-asked' ? NOT_ASKED : NOT_STATED;
}

/** Whose the limits are that stand below; empty where the plan itself has the say about behavioural care. */
export function medicalPlanWords(companies: readonly Administrator[]): string[] {
  return companies.map(({ name, subject }) => {
    const care = subject === 'substance-use' ? 'substance use treatment' : 'behavioral care';
    return `Of the medical plan: ${care} is with ${name ?? 'another company'}, which may have its own limits.`;
  });
}

/** Whose the amounts are, where they are easily taken for those of whoever pays first. */
export const laterPayerWords = (warnings: readonly CoverageWarning[]): string[] =>
  warnings.some(({ kind }) => kind === 'other-payer-primary')
    ? ['Another payer pays first: these amounts are those of the payer that was asked.']
    : [];

export const moneyWords = ({ left, rest }: MoneyValue) => [left, rest].filter((part) => part !== null && part !== '').join(' ');

/** "30 not stated, 6 not asked". */
export function unknownWords({ notStated, notAsked, notClear, elsewhere }: Known): string {
  const parts = [
    [notStated, 'not stated'],
    [notAsked, 'not asked'],
    [notClear, 'not clear'],
    [elsewhere, 'for another company to say'],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return told.length === 0 ? 'nothing is open' : told.join(', ');
}

export const phoneWords = ({ name, number }: Phone) => (name === null ? phoneText(number) : `${name} ${phoneText(number)}`);
