/** Dates of an answer as Americans write them, on the screen, in print and inside sentences alike (product.md 7.3). */
import { usDate } from '../calendar-day.ts';
import type { AnswerDate } from './payer-answer.ts';

const SAYS_WHICH_END = /\b(?:begin|begins|start|starts|effective|end|ends|expir\w*|term\w*|through|until)\b/i;

/** "01/01/2026 to 12/31/2026". A period of which one end was sent says which, unless its label does; a single day stands alone. */
export function dateWords({ label, from, to, text }: Omit<AnswerDate, 'qualifier'>): string {
  return [daysWords(label, from, to), text ?? ''].filter((part) => part !== '').join(' ');
}

function daysWords(label: string, from: string | null, to: string | null): string {
  if (from !== null && to !== null) return from === to ? usDate(from) : `${usDate(from)} to ${usDate(to)}`;
  const isNamed = SAYS_WHICH_END.test(label);
  if (from !== null) return isNamed ? usDate(from) : `from ${usDate(from)}`;
  return to === null ? '' : isNamed ? usDate(to) : `until ${usDate(to)}`;
}
