/** Changes in a few words within a line: flags of lists, the one line on top of an answer (product.md 2.9, 2.11). */
import type { Change, ChangeCode, ChangePlace } from '@coverlight/contract/persons/changes.schema.ts';
import { changeTitle } from './change-codes.ts';

/** More would not be read on one line. */
const NAMED = 3;

/** A change after a colon: 'now inactive'. A name keeps its capital. */
export function changeLabel(code: ChangeCode): string {
  const title = changeTitle(code);
  return title.startsWith('Medicare') ? title : `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
}

type Told = Pick<Change, 'code' | 'gravity'>;

const labelsOf = (changes: readonly Told[]): string[] => [...new Set(changes.map(({ code }) => changeLabel(code)))];

/**
 * One line: 'Since 10/22/2026: now inactive, plan changed, and 2 more'. What goes on as usual is named only where there is nothing else.
 * `day` is MM/DD/YYYY; the changes come gravest first.
 */
export function changesSentence(changes: readonly Told[], day: string): string {
  if (changes.length === 0) return `Since ${day}: nothing changed`;
  const grave = changes.filter(({ gravity }) => gravity !== 'info');
  const named = labelsOf(grave.length === 0 ? changes : grave).slice(0, NAMED);
  // Several of one code are one label.
  const others = changes.filter(({ code }) => !named.includes(changeLabel(code))).length;
  return `Since ${day}: ${named.join(', ')}${others === 0 ? '' : `, and ${others} more`}`;
}

/** Where in the answer a change is, in words; empty where it is about all of it. */
export const placeWords = ({ plan, service, level, network, period }: ChangePlace): string[] =>
  [plan, service, level, network, period].filter((part) => part !== null);
